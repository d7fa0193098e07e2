/** Times in steps, as people write them. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { findStepTimes } from './step-times.ts';

/** The words of the time, and its seconds; of a range both ends. */
const FOUND: readonly [step: string, words: string, seconds: number, toSeconds?: number][] = [
  ['Simmer for 20 minutes.', '20 minutes', 1200],
  ['Fry for 1 minute until golden.', '1 minute', 60],
  ['Bake for 1 1/2 hours.', '1 1/2 hours', 5400],
  ['Bake for 1½ hours.', '1½ hours', 5400],
  ['Bake for 1-1/2 hours.', '1-1/2 hours', 5400],
  ['Rest 1.5 hours', '1.5 hours', 5400],
  ['1,5 Stunden schmoren.', '1,5 Stunden', 5400],
  ['Cook 20 to 25 minutes.', '20 to 25 minutes', 1200, 1500],
  ['Cook 20-25 min until soft', '20-25 min', 1200, 1500],
  ['Cook 20 – 25 mins', '20 – 25 mins', 1200, 1500],
  ['Cook between 20 and 25 minutes', '20 and 25 minutes', 1200, 1500],
  ['Bake for 45 minutes to 1 hour', '45 minutes to 1 hour', 2700, 3600],
  ['1–1½ hours', '1–1½ hours', 3600, 5400],
  ['one or two minutes', 'one or two minutes', 60, 120],
  ['Stir for a minute or two.', 'a minute or two', 60, 120],
  ['for 1 hour 30 minutes, then rest', '1 hour 30 minutes', 5400],
  ['for 1 hr and 15 min', '1 hr and 15 min', 4500],
  ['for 1h30', '1h30', 5400],
  ['for 1 h 30 min', '1 h 30 min', 5400],
  ['for 1:30 hours', '1:30 hours', 5400],
  ['for 90 seconds', '90 seconds', 90],
  ['for 30 sec', '30 sec', 30],
  ['for 2 minutes 30 seconds', '2 minutes 30 seconds', 150],
  ['for half an hour', 'half an hour', 1800],
  ['for a half hour', 'a half hour', 1800],
  ['for an hour and a half', 'an hour and a half', 5400],
  ['for one and a half hours', 'one and a half hours', 5400],
  ['for a quarter of an hour', 'a quarter of an hour', 900],
  ['for three quarters of an hour', 'three quarters of an hour', 2700],
  ['for another 5 minutes', '5 minutes', 300],
  ['for another minute', 'another minute', 60],
  ['cook 5 more minutes', '5 more minutes', 300],
  ['simmer for twenty minutes', 'twenty minutes', 1200],
  ['simmer for forty-five minutes', 'forty-five minutes', 2700],
  ['a 30-minute rest', '30-minute', 1800],
  ['cook for a good hour', 'a good hour', 3600],
  ['5 minutes on each side', '5 minutes', 300],
  ['Turn it. Let it rest 10 minutes before you cut it.', '10 minutes', 600],
  ['Leave for 5 minutes before eating', '5 minutes', 300],
  ['20min in the oven', '20min', 1200],
  ['30 Min. köcheln lassen', '30 Min.', 1800],
  ['Ca. 30 Min. Dann wenden.', '30 Min', 1800],
  ['20 bis 25 Minuten backen', '20 bis 25 Minuten', 1200, 1500],
  ['20–25 Min. backen', '20–25 Min.', 1200, 1500],
  ['zwischen 20 und 25 Minuten', '20 und 25 Minuten', 1200, 1500],
  ['anderthalb Stunden garen', 'anderthalb Stunden', 5400],
  ['eineinhalb Stunden garen', 'eineinhalb Stunden', 5400],
  ['1 Std. 20 Min. garen', '1 Std. 20 Min.', 4800],
  ['1 Stunde und 10 Minuten', '1 Stunde und 10 Minuten', 4200],
  ['eine halbe Stunde ruhen', 'eine halbe Stunde', 1800],
  ['eine Viertelstunde', 'eine Viertelstunde', 900],
  ['eine Dreiviertelstunde', 'eine Dreiviertelstunde', 2700],
  ['eine dreiviertel Stunde', 'dreiviertel Stunde', 2700],
  ['eine Stunde ziehen', 'eine Stunde', 3600],
  ['eine bis zwei Stunden', 'eine bis zwei Stunden', 3600, 7200],
  ['zwei Minuten kneten', 'zwei Minuten', 120],
  ['und weitere 20 Minuten braten', '20 Minuten', 1200],
  ['noch eine weitere Minute', 'eine weitere Minute', 60],
  ['fünfundzwanzig Minuten', 'fünfundzwanzig Minuten', 1500],
  ['nach 20-minütiger Ruhe', '20-minütiger', 1200],
  ['30 Sekunden rösten', '30 Sekunden', 30],
  ['3 Minuten pro Seite', '3 Minuten', 180],
];

const NONE = [
  'Fry it in a second pan.',
  'Stir every 5 minutes.',
  'Alle 5 Minuten umrühren.',
  'Cool leftovers within an hour.',
  'Reste innerhalb einer Stunde abkühlen.',
  'Take it out of the fridge 30 minutes before serving.',
  '30 Minuten vor dem Servieren herausnehmen.',
  'Roast for 20 minutes per 500 g.',
  'For a few seconds, or in a few minutes.',
  'Ein paar Minuten ziehen lassen.',
  'Chill overnight, or for 3 days.',
  'At 200 °C (400 °F), in 4 pieces of 20 cm.',
  'Bake at 180.',
  'At the last minute, in the last hour.',
  'For 48 hours.',
  '0 minutes',
];

test('finds times in English and German, and the lower and upper end of ranges', () => {
  for (const [step, words, seconds, toSeconds] of FOUND) {
    const times = findStepTimes(step);
    deepStrictEqual(
      times.map(({ from, to, seconds: low, toSeconds: high }) => [step.slice(from, to), low, high]),
      [[words, seconds, toSeconds]],
      step,
    );
  }
});

test('leaves out what is no time to wait for', () => {
  for (const step of NONE) deepStrictEqual(findStepTimes(step), [], step);
});

test('finds every time of a step, in its order', () => {
  const step = 'Fry for 5 minutes, stir every minute, then simmer for 20 to 25 minutes and rest 1 hour.';
  deepStrictEqual(
    findStepTimes(step).map(({ seconds }) => seconds),
    [300, 1200, 3600],
  );
  strictEqual(findStepTimes('').length, 0);
});
