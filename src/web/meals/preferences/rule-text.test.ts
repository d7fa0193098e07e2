/** Rules as sentences, in both languages. */
import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { Rule } from '#domain/preferences/preferences.ts';
import { translationOf } from '#test/support/texts/translation.ts';
import { ruleText } from './rule-text.ts';

const FOODS: Record<string, [en: string, de: string]> = { 'group:mushrooms': ['mushrooms', 'Pilze'] };
const namesIn = (language: 'en' | 'de') => ({
  ...translationOf(language),
  foods: { nameOf: (id: string) => FOODS[id]?.[language === 'en' ? 0 : 1] ?? id },
});

const EN = namesIn('en');
const DE = namesIn('de');

const CASES: [Partial<Rule>, en: string, de: string][] = [
  [{ atLeast: 1 }, 'Fish at least once a week', 'Fisch mindestens einmal pro Woche'],
  [{ atMost: 2 }, 'Fish at most twice a week', 'Fisch höchstens zweimal pro Woche'],
  [{ atLeast: 3, atMost: 3 }, 'Fish exactly 3 times a week', 'Fisch genau 3-mal pro Woche'],
  [
    { atLeast: 1, atMost: 2 },
    'Fish at least once, at most twice a week',
    'Fisch mindestens einmal, höchstens zweimal pro Woche',
  ],
  [{ atMost: 0 }, 'Never fish', 'Nie Fisch'],
  [{ tag: 'diet:vegan', atMost: 0 }, 'Never vegan dishes', 'Nie vegane Gerichte'],
  [
    { tag: 'diet:vegan', atLeast: 1 },
    'Vegan dishes at least once a week',
    'Vegane Gerichte mindestens einmal pro Woche',
  ],
  [{ tag: 'diet:no-pork', atMost: 0 }, 'Never dishes without pork', 'Nie Gerichte ohne Schweinefleisch'],
  [{ tag: 'title:Pizza', atMost: 1 }, 'Pizza at most once a week', 'Pizza höchstens einmal pro Woche'],
  [{ tag: 'title:Pizza', atMost: 0 }, 'Never Pizza', 'Nie Pizza'],
  [
    { tag: 'cuisine:Thai', atLeast: 1 },
    'Thai dishes at least once a week',
    'Thailändische Gerichte mindestens einmal pro Woche',
  ],
  [{ tag: 'cuisine:Thai', atMost: 0 }, 'Never Thai dishes', 'Nie thailändische Gerichte'],
  [
    { tag: 'cuisine:Grandma’s', atMost: 1 },
    'Grandma’s dishes at most once a week',
    'Gerichte der Küche „Grandma’s“ höchstens einmal pro Woche',
  ],
  [
    { tag: 'tag:quick', atLeast: 1, days: ['Tuesday'] },
    'Dishes tagged “quick” at least once on Tuesday',
    'Gerichte mit dem Schlagwort „quick“ mindestens einmal am Dienstag',
  ],
  [{ tag: 'group:mushrooms', atMost: 0 }, 'Never mushrooms', 'Nie Pilze'],
  [
    { tag: 'group:mushrooms', atMost: 1 },
    'Mushrooms at most once a week',
    'Pilze höchstens einmal pro Woche',
  ],
  [
    { atLeast: 1, slots: ['dinner'] },
    'Fish for dinner at least once a week',
    'Fisch zum Abendessen mindestens einmal pro Woche',
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
