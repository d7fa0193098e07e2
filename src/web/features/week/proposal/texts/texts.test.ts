/** The sentences of a proposal in both languages: reasons, empty slots, unmet rules and offers. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { Place } from '#domain/plan/plan.ts';
import {
  DEFAULT_PREFERENCES,
  type PreferenceChange,
  type Preferences,
} from '#domain/preferences/preferences.ts';
import type { BlockingConstraint, MealReason } from '#domain/proposal/proposal.ts';
import { DAYS, type Day } from '#domain/week/week.ts';
import { translationOf } from '#test/support/texts/translation.ts';
import { countTexts, emptyTexts, unmetText } from './explanation-text.ts';
import { offerText } from './offer-text.ts';
import { leftoversText, type Names, reasonTexts, timeText, variantTextOf } from './reason-text.ts';

const eater = (name: string) => ({ id: name.toLowerCase(), name, diets: [], allergens: [], dislikes: [] });
const PREFERENCES: Preferences = {
  ...DEFAULT_PREFERENCES,
  eaters: [eater('Mia'), eater('Ben')],
  rules: [
    { id: 'fish', tag: 'protein:fish', days: [], slots: [], atLeast: 2, isHard: true },
    { id: 'pork', tag: 'diet:no-pork', days: [], slots: [], atMost: 0, isHard: true },
  ],
};
const FOODS: Record<string, [en: string, de: string]> = {
  feta: ['feta', 'Feta'],
  carrot: ['carrots', 'Karotten'],
  'group:mushrooms': ['mushrooms', 'Pilze'],
  'group:olives': ['olives', 'Oliven'],
  rice: ['jasmine rice', 'Jasminreis'],
};
const namesIn = (language: 'en' | 'de'): Names => ({
  ...translationOf(language),
  preferences: PREFERENCES,
  currency: 'EUR',
  foods: { nameOf: (id) => FOODS[id]?.[language === 'en' ? 0 : 1] ?? id },
});
const EN = namesIn('en');
const DE = namesIn('de');
const dinner = (day: Day): Place => ({ day, slot: 'dinner' });

const REASONS: [MealReason, en: string, de: string][] = [
  [{ kind: 'locked' }, 'You kept this meal', 'Von dir behalten'],
  [
    { kind: 'rule', ruleId: 'fish' },
    'Your rule: Fish at least twice a week',
    'Eure Regel: Fisch mindestens zweimal pro Woche',
  ],
  [{ kind: 'everyone', stars: 4 }, 'Everyone gave it 4 stars or more', 'Alle gaben 4 Sterne oder mehr'],
  [{ kind: 'everyone', stars: 5 }, 'Everyone gave it 5 stars', 'Alle gaben 5 Sterne'],
  [{ kind: 'stars', eaterId: 'mia', stars: 5 }, 'Mia gave it 5 stars', 'Mia gab 5 Sterne'],
  [
    { kind: 'loves', eaterId: 'mia', cuisine: 'Thai' },
    'Mia loves Thai food',
    'Lieblingsküche von Mia: Thailändisch',
  ],
  [
    { kind: 'pantry', foodId: 'rice' },
    'Uses the jasmine rice you have at home',
    'Verbraucht aus dem Vorrat: Jasminreis',
  ],
  [
    { kind: 'pantry', foodId: 'carrot', bestBefore: '2026-11-18' },
    'Uses the carrots at home by Wed, Nov 18',
    'Braucht Karotten aus dem Vorrat bis Mi., 18. Nov. auf',
  ],
  [
    { kind: 'shares', foodId: 'feta', day: 'Monday', lastDay: 'Wednesday' },
    'Uses the opened feta by Wednesday',
    'Braucht Feta bis Mittwoch auf',
  ],
  [
    { kind: 'double', day: 'Thursday', slot: 'lunch' },
    'Cooked double: leftovers for Thursday lunch',
    'Doppelt gekocht: Reste fürs Mittagessen am Donnerstag',
  ],
  [{ kind: 'quick', minutes: 15 }, 'Only 15 minutes of work', 'Nur 15 Minuten Arbeit'],
  [
    { kind: 'cuisine', cuisine: 'Greek' },
    'Greek: a cuisine you like',
    'Griechisch: eine Küche, die ihr mögt',
  ],
  [{ kind: 'children' }, 'Most children like it', 'Mögen die meisten Kinder'],
  [{ kind: 'season' }, 'In season now', 'Hat gerade Saison'],
  [{ kind: 'fish' }, 'Your fish this week', 'Euer Fisch in dieser Woche'],
  [{ kind: 'new' }, 'New to you', 'Neu für euch'],
  [{ kind: 'rested', weeks: 6 }, 'Not had for 6 weeks', 'Gab es seit 6 Wochen nicht'],
  [{ kind: 'cheap', costCents: 420 }, 'Costs only about €4.20', 'Kostet nur etwa 4,20\u{A0}€'],
];
for (const [reason, en, de] of REASONS) {
  test(`the reason "${en}"`, () => {
    deepStrictEqual([...reasonTexts(EN, [reason]), ...reasonTexts(DE, [reason])], [en, de]);
  });
}

test('a reason about an eater or a rule that is gone has no text', () => {
  deepStrictEqual(
    reasonTexts(EN, [
      { kind: 'stars', eaterId: 'gone', stars: 5 },
      { kind: 'rule', ruleId: 'gone' },
    ]),
    [],
  );
});

test('leftovers name the meal that they are of, a variant the people, the time the work', () => {
  strictEqual(leftoversText(EN, dinner('Sunday')), 'Leftovers from Sunday’s dinner');
  strictEqual(leftoversText(DE, dinner('Sunday')), 'Reste vom Abendessen am Sonntag');
  strictEqual(
    variantTextOf(EN, { eaterIds: ['mia', 'ben'], title: 'with beans' }),
    'With beans for Mia and Ben',
  );
  strictEqual(variantTextOf(DE, { eaterIds: ['mia', 'gone'], title: 'mit Bohnen' }), 'Mit Bohnen für Mia');
  strictEqual(variantTextOf(EN, { eaterIds: ['gone'], title: 'with beans' }), undefined);
  strictEqual(timeText(EN.t, { minutes: 90, activeMinutes: 20 }), '1 h 30 min · 20 min of work');
  strictEqual(timeText(DE.t, { minutes: 90, activeMinutes: 20 }), '1 Std. 30 Min. · 20 Min. Arbeit');
  strictEqual(timeText(EN.t, { minutes: 20, activeMinutes: 20 }), '20 min');
});

const OFFERS: [PreferenceChange[], en: string, de: string][] = [
  [
    DAYS.map((day) => ({ kind: 'minutes', ...dinner(day), minutes: 30 })),
    'Allow 30 minutes for all dinners',
    '30 Minuten für jedes Abendessen erlauben',
  ],
  [
    [
      { kind: 'minutes', ...dinner('Tuesday'), minutes: 30 },
      { kind: 'minutes', ...dinner('Monday'), minutes: 30 },
      { kind: 'minutes', day: 'Saturday', slot: 'lunch', minutes: undefined },
    ],
    'Allow 30 minutes for Monday and Tuesday dinner and allow any time for Saturday lunch',
    '30 Minuten für das Abendessen am Montag und Dienstag erlauben und beliebig viel Zeit für das Mittagessen am Samstag erlauben',
  ],
  [[{ kind: 'rest', weeks: 0 }], 'Allow the same dish every week', 'Dasselbe Gericht jede Woche erlauben'],
  [
    [{ kind: 'rest', weeks: 1 }],
    'Allow the same dish again after 1 week',
    'Dasselbe Gericht nach 1 Woche wieder erlauben',
  ],
  [
    [
      { kind: 'dislike', eaterId: 'mia', foodId: 'group:mushrooms' },
      { kind: 'dislike', eaterId: 'mia', foodId: 'group:olives' },
    ],
    'Change “never mushrooms or olives” to “rather not” for Mia',
    'Bei Mia „nie Pilze oder Oliven“ in „lieber nicht“ ändern',
  ],
  [
    [
      { kind: 'dislike', eaterId: 'mia', foodId: 'feta' },
      { kind: 'dislike', eaterId: 'ben', foodId: 'feta' },
    ],
    'Change “never feta” to “rather not” for Mia and Ben',
    'Bei Mia und Ben „nie Feta“ in „lieber nicht“ ändern',
  ],
  [
    [
      { kind: 'rule', ruleId: 'fish' },
      { kind: 'rule', ruleId: 'pork' },
    ],
    'Apply “Fish at least twice a week” and “Never dishes without pork” only if possible',
    '„Fisch mindestens zweimal pro Woche“ und „Nie Gerichte ohne Schweinefleisch“ nur wenn möglich beachten',
  ],
  [
    [
      { kind: 'unplanned', ...dinner('Monday') },
      { kind: 'unplanned', ...dinner('Friday') },
    ],
    'Do not plan Monday and Friday dinner',
    'Das Abendessen am Montag und Freitag nicht planen',
  ],
];
for (const [changes, en, de] of OFFERS) {
  test(`the offer "${en}"`, () => {
    deepStrictEqual([offerText(EN, { changes }), offerText(DE, { changes })], [en, de]);
  });
}

const TOO_LONG: BlockingConstraint = { kind: 'minutes', minutes: 20, dishes: 19 };
const CAUSES: [BlockingConstraint[], en: string, de: string][] = [
  [[], 'there is no dish for dinner yet', 'es gibt noch kein Gericht fürs Abendessen'],
  [[TOO_LONG], 'all dishes take longer than 20 minutes', 'alle Gerichte dauern länger als 20 Minuten'],
  [
    [{ kind: 'allergens', allergens: ['nuts', 'milk'], dishes: 61 }, TOO_LONG],
    'most dishes contain nuts or milk, and the others take longer than 20 minutes',
    'die meisten Gerichte enthalten Nüsse oder Milch, und die übrigen dauern länger als 20 Minuten',
  ],
  [
    [{ kind: 'diets', diets: ['vegan', 'no-pork'], dishes: 30 }, TOO_LONG, { kind: 'used', dishes: 5 }],
    'many dishes do not fit “Vegan” or “No pork”, and others take longer than 20 minutes',
    'viele Gerichte passen nicht zu „Vegan“ oder „Ohne Schwein“, und andere dauern länger als 20 Minuten',
  ],
  [
    [{ kind: 'dislikes', foodIds: ['rice', 'feta', 'carrot', 'group:olives'], dishes: 80 }],
    'all dishes contain jasmine rice, feta, or something else you avoid',
    'alle Gerichte enthalten Jasminreis, Feta oder etwas anderes, das ihr meidet',
  ],
  [
    [
      { kind: 'rules', ruleIds: ['pork'], dishes: 50 },
      { kind: 'avoided', dishes: 30 },
    ],
    'most dishes break “Never dishes without pork”, and the others were turned down by you',
    'die meisten Gerichte verstoßen gegen „Nie Gerichte ohne Schweinefleisch“, und die übrigen wolltet ihr nicht',
  ],
  [
    [
      { kind: 'rest', weeks: 2, dishes: 50 },
      { kind: 'used', dishes: 30 },
    ],
    'most dishes were planned in the last 2 weeks, and the others are already in this week',
    'die meisten Gerichte gab es in den letzten 2 Wochen schon, und die übrigen sind schon in dieser Woche',
  ],
];
for (const [steps, en, de] of CAUSES) {
  test(`the cause "${en}"`, () => {
    const gaps = (['Monday', 'Tuesday'] as const).map((day) => ({
      ...dinner(day),
      blockingConstraints: { dishes: 80, steps },
    }));
    deepStrictEqual(emptyTexts(EN, gaps), [`Nothing fits for Monday and Tuesday dinner: ${en}.`]);
    deepStrictEqual(emptyTexts(DE, gaps), [
      `Für das Abendessen am Montag und Dienstag passt nichts, denn ${de}.`,
    ]);
  });
}

test('the numbers of an empty slot are right for one dish and for several', () => {
  const steps: BlockingConstraint[] = [
    { kind: 'allergens', allergens: ['nuts'], dishes: 1 },
    { kind: 'diets', diets: ['vegan'], dishes: 1 },
    { ...TOO_LONG, dishes: 2 },
    { kind: 'rest', weeks: 1, dishes: 1 },
    { kind: 'avoided', dishes: 1 },
    { kind: 'rules', ruleIds: ['pork'], dishes: 3 },
    { kind: 'used', dishes: 0 },
  ];
  deepStrictEqual(countTexts(EN, 'dinner', { dishes: 9, steps }), [
    'Of 9 dishes for dinner:',
    '1 contains nuts',
    '1 more does not fit “Vegan”',
    '2 more take longer than 20 minutes',
    '1 more was planned in the last week',
    '1 more was turned down by you',
    '3 more break “Never dishes without pork”',
  ]);
  deepStrictEqual(countTexts(DE, 'dinner', { dishes: 9, steps }), [
    'Von 9 Gerichten fürs Abendessen:',
    '1 enthält Nüsse',
    '1 weiteres passt nicht zu „Vegan“',
    '2 weitere dauern länger als 20 Minuten',
    '1 weiteres gab es in der letzten Woche schon',
    '1 weiteres wolltet ihr nicht',
    '3 weitere verstoßen gegen „Nie Gerichte ohne Schweinefleisch“',
  ]);
  deepStrictEqual(countTexts(EN, 'breakfast', { dishes: 0, steps: [] }), ['There is no dish for breakfast.']);
});

const UNMET: [possible: number, en: string, de: string][] = [
  [0, 'not even once', 'kein einziges Mal'],
  [1, 'only once', 'nur einmal'],
  [2, 'only twice', 'nur zweimal'],
  [3, 'only 3 times', 'nur 3-mal'],
];
for (const [possible, en, de] of UNMET) {
  test(`a rule that is met ${en}`, () => {
    const unmet = { ruleId: 'fish', wanted: 4, possible };
    strictEqual(unmetText(EN, unmet), `“Fish at least twice a week” is not possible this week: ${en}.`);
    strictEqual(unmetText(DE, unmet), `„Fisch mindestens zweimal pro Woche“ geht diese Woche nicht: ${de}.`);
  });
}
