/** Rules as sentences, in both languages. */
import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { Rule } from '#domain/preferences/preferences.ts';
import { translationOf } from '#test/support/translation.ts';
import { ruleText } from './rule-text.ts';

const FOODS: Record<string, [en: string, de: string]> = { 'group:mushrooms': ['mushrooms', 'Pilze'] };
const namesIn = (language: 'en' | 'de') => ({
  ...translationOf(language),
  foods: { nameOf: (id: string) => FOODS[id]?.[language === 'en' ? 0 : 1] ?? id },
});

const EN = namesIn('en');
const DE = namesIn('de');

const CASES: [Partial<Rule>, en: string, de: string][] = [
  [{ atLeast: 1 }, 'Fish at least once', 'Fisch mindestens einmal'],
  [{ atMost: 2 }, 'Fish at most twice', 'Fisch höchstens zweimal'],
  [{ atLeast: 3, atMost: 3 }, 'Fish exactly 3 times', 'Fisch genau 3-mal'],
  [
    { atLeast: 1, atMost: 2 },
    'Fish at least once, at most twice',
    'Fisch mindestens einmal, höchstens zweimal',
  ],
  [{ atMost: 0 }, 'Never fish', 'Nie Fisch'],
  [{ tag: 'diet:vegan', atMost: 0 }, 'Never vegan dishes', 'Nie vegane Gerichte'],
  [{ tag: 'diet:vegan', atLeast: 1 }, 'Vegan dishes at least once', 'Vegane Gerichte mindestens einmal'],
  [{ tag: 'diet:no-pork', atMost: 0 }, 'Never dishes without pork', 'Nie Gerichte ohne Schweinefleisch'],
  [{ tag: 'title:Pizza', atMost: 1 }, 'Pizza at most once', 'Pizza höchstens einmal'],
  [{ tag: 'title:Pizza', atMost: 0 }, 'Never Pizza', 'Nie Pizza'],
  [{ tag: 'cuisine:Thai', atLeast: 1 }, 'Thai dishes at least once', 'Thailändisch mindestens einmal'],
  [{ tag: 'group:mushrooms', atMost: 0 }, 'Never mushrooms', 'Nie Pilze'],
  [{ tag: 'group:mushrooms', atMost: 1 }, 'Mushrooms at most once', 'Pilze höchstens einmal'],
  [
    { atLeast: 1, slots: ['dinner'] },
    'Fish at least once for dinner',
    'Fisch mindestens einmal zum Abendessen',
  ],
  [
    { atMost: 0, slots: ['breakfast', 'lunch'], days: ['Monday'] },
    'Never fish for breakfast or lunch on Monday',
    'Nie Fisch zum Frühstück oder Mittagessen am Montag',
  ],
  [
    { atLeast: 1, days: ['Monday', 'Friday'] },
    'Fish at least once on Monday or Friday',
    'Fisch mindestens einmal am Montag oder Freitag',
  ],
  [
    { atMost: 1, days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] },
    'Fish at most once from Monday to Friday',
    'Fisch höchstens einmal von Montag bis Freitag',
  ],
  [{ atMost: 0, days: ['Saturday', 'Sunday'] }, 'Never fish at the weekend', 'Nie Fisch am Wochenende'],
  [
    { atLeast: 1, slots: ['dinner'], days: ['Friday'] },
    'Fish for dinner on Friday',
    'Fisch zum Abendessen am Freitag',
  ],
];
for (const [part, en, de] of CASES) {
  test(`the rule "${en}"`, () => {
    const rule: Rule = { id: 'r', tag: 'protein:fish', days: [], slots: [], isHard: true, ...part };
    deepStrictEqual([ruleText(EN, rule), ruleText(DE, rule)], [en, de]);
  });
}
