import { strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { parseMinutes } from './minutes.ts';

const durations: [string, number | undefined][] = [
  ['PT45M', 45],
  ['PT1H30M', 90],
  ['PT1H30', 90],
  ['PT90', undefined],
  ['P0DT0H45M', 45],
  ['P0Y0M0DT0H35M0.000S', 35],
  ['P1DT2H', 1560],
  ['PT5400S', 90],
  ['pt20m', 20],
  ['PT 1 H 15 M', 75],
  ['PT45min', 45],
  ['P45M', 45],
  ['PT1.5H', 90],
  ['PT0M', undefined],
  ['P', undefined],
  ['45 min', 45],
  ['1 hour 30 minutes', 90],
  ['1 hr. and 5 mins', 65],
  ['1 Std. 20 Min.', 80],
  ['1½ Stunden', 90],
  ['2 heures', 120],
  ['1h30', 90],
  ['1:30', 90],
  ['45', 45],
  ['30-40 min', 40],
  ['1 1/2 hours', 90],
  ['1-1/2 hrs', 90],
  ['1 and 1/2 hours', 90],
  ['half an hour', 30],
  ['3/4 h', 45],
  ['11/2 h', 120],
  ['2 hrs. 15 min.', 135],
  ['45.0', 45],
  ['overnight', undefined],
  ['', undefined],
  ['PT999999999999M', undefined],
];
for (const [text, expected] of durations) {
  test(`reads "${text}" as ${expected ?? 'no'} minutes`, () => strictEqual(parseMinutes(text), expected));
}
