/** Warnings as sentences, in both languages. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { byLanguage } from '#languages/language.ts';
import type { Warning, WarningReason } from '#domain/preferences/warnings.ts';
import { translationOf } from '#test/support/texts/translation.ts';
import { exceptionText, namesOf, sentencesOf, type WarningTranslation } from './warning-text.ts';

const EN: WarningTranslation = translationOf('en');
const DE: WarningTranslation = translationOf('de');

function warning(name: string, ...reasons: WarningReason[]): Warning {
  return { eaterId: name.toLowerCase(), name, reasons };
}

const PEANUTS: WarningReason = { kind: 'contains', allergen: 'peanuts' };
const NOT_VEGAN: WarningReason = { kind: 'breaks', diet: 'vegan' };
const NUTS: WarningReason = { kind: 'may-contain', allergen: 'nuts' };
const UNSURE: WarningReason = { kind: 'not-sure', lines: 2 };

const CASES: [Warning, en: string, de: string][] = [
  [warning('Mia', PEANUTS), 'Not for Mia: peanuts', 'Nicht für Mia: Erdnüsse'],
  [
    warning('Mia', { kind: 'may-contain', allergen: 'gluten' }),
    'Maybe not for Mia: may contain gluten',
    'Vielleicht nicht für Mia: enthält vielleicht Gluten',
  ],
  [warning('Ben', NOT_VEGAN), 'Not for Ben: not vegan', 'Nicht für Ben: nicht vegan'],
  [
    warning('Ben', { kind: 'breaks', diet: 'no-pork' }, { kind: 'may-break', diet: 'no-alcohol' }),
    'Not for Ben: pork, may contain alcohol',
    'Nicht für Ben: Schweinefleisch, enthält vielleicht Alkohol',
  ],
  [
    warning('Ben', { kind: 'breaks', diet: 'kosher-style' }, { kind: 'may-break', diet: 'halal-style' }),
    'Not for Ben: not kosher-style, maybe not halal-style',
    'Nicht für Ben: nicht nach Koscher-Art, vielleicht nicht nach Halal-Art',
  ],
  [
    warning('Ben', { kind: 'disliked', food: { ...byLanguage(() => 'olives'), de: 'Oliven' } }),
    'Not for Ben: olives',
    'Nicht für Ben: Oliven',
  ],
  [
    warning(
      'Mia',
      { kind: 'may-contain', allergen: 'milk' },
      { kind: 'may-contain', allergen: 'eggs' },
      { kind: 'may-break', diet: 'vegan' },
      NOT_VEGAN,
      PEANUTS,
    ),
    'Not for Mia: peanuts, not vegan, maybe not vegan, may contain milk and eggs',
    'Nicht für Mia: Erdnüsse, nicht vegan, vielleicht nicht vegan, enthält vielleicht Milch und Eier',
  ],
  [
    warning('Mia', UNSURE),
    'Maybe not for Mia: 2 lines are not understood',
    'Vielleicht nicht für Mia: 2 Zeilen wurden nicht verstanden',
  ],
  [
    warning('Mia', { kind: 'not-sure', lines: 1 }),
    'Maybe not for Mia: 1 line is not understood',
    'Vielleicht nicht für Mia: 1 Zeile wurde nicht verstanden',
  ],
  [warning('', PEANUTS), 'Not for everyone: peanuts', 'Nicht für alle: Erdnüsse'],
  [
    warning('', UNSURE),
    'Maybe not for everyone: 2 lines are not understood',
    'Vielleicht nicht für alle: 2 Zeilen wurden nicht verstanden',
  ],
];
for (const [warning, en, de] of CASES) {
  test(`says "${en}"`, () => {
    deepStrictEqual([textsOf(EN, warning), textsOf(DE, warning)], [[en], [de]]);
  });
}

function textsOf(language: WarningTranslation, ...warnings: Warning[]): string[] {
  return sentencesOf(language, warnings).map(({ text }) => text);
}

test('has one sentence for each eater, and one for all without a name', () => {
  deepStrictEqual(sentencesOf(EN, [warning('Mia', PEANUTS), warning('Ben', UNSURE)]), [
    { text: 'Not for Mia: peanuts', isQuiet: false, isPossible: false },
    { text: 'Maybe not for Ben: 2 lines are not understood', isQuiet: true, isPossible: true },
  ]);
  const unnamed = [
    warning('', PEANUTS),
    warning('', UNSURE),
    warning('', NOT_VEGAN, PEANUTS),
    warning('', NUTS),
  ];
  deepStrictEqual(textsOf(EN, ...unnamed, warning('', NOT_VEGAN)), [
    'Not for everyone: peanuts, not vegan',
    'Not for everyone: not vegan',
    'Maybe not for everyone: may contain nuts',
    'Maybe not for everyone: 2 lines are not understood',
  ]);
  deepStrictEqual(textsOf(EN, warning('M', PEANUTS), warning('M', PEANUTS)), ['Not for M: peanuts']);
});

test('has only names where space is short, the certain allergen first', () => {
  const warnings = [
    warning('Tom', UNSURE),
    warning('Ben', NOT_VEGAN),
    warning('Eva', NUTS),
    warning('Mia', PEANUTS),
    warning('Ida', PEANUTS),
  ];
  deepStrictEqual(
    namesOf(EN, warnings).map(({ text, isQuiet }) => [text, isQuiet]),
    [
      ['Not for Mia and Ida', false],
      ['Not for Ben', true],
      ['Maybe not for Tom and Eva', true],
    ],
  );
  deepStrictEqual(
    namesOf(DE, [warning('', PEANUTS), warning('', NUTS)]).map(({ text }) => text),
    ['Nicht für alle', 'Vielleicht nicht für alle'],
  );
});

test('names the dish where a meal has several, and says the same reason once', () => {
  const [cake, noodles] = [{ dish: 'Cake' }, { dish: 'Noodles' }];
  const mia = warning('Mia', PEANUTS);
  const warnings: Warning[] = [
    { ...mia, ...noodles },
    { ...mia, ...cake },
    { ...mia, ...cake },
    { ...warning('Ben', NOT_VEGAN), ...cake },
  ];
  deepStrictEqual(textsOf(EN, ...warnings), [
    'Not for Mia: peanuts (Noodles and Cake)',
    'Not for Ben: not vegan (Cake)',
  ]);
  deepStrictEqual(
    namesOf(DE, warnings).map(({ text }) => text),
    ['Nicht für Mia (Noodles und Cake)', 'Nicht für Ben (Cake)'],
  );
  const unnamed = warnings.map((each) => ({ ...each, name: '' }));
  deepStrictEqual(textsOf(EN, ...unnamed), [
    'Not for everyone: peanuts (Noodles and Cake)',
    'Not for everyone: not vegan (Cake)',
  ]);
});

test('says who eats something else', () => {
  const [mia, ben] = [warning('Mia', PEANUTS), warning('Ben', NOT_VEGAN)];
  strictEqual(exceptionText(EN, []), undefined);
  strictEqual(exceptionText(EN, [mia]), 'Mia eats something else');
  strictEqual(exceptionText(EN, [mia, ben]), 'Mia and Ben eat something else');
  strictEqual(exceptionText(DE, [mia]), 'Mia isst etwas anderes');
  strictEqual(exceptionText(DE, [mia, ben]), 'Mia und Ben essen etwas anderes');
  strictEqual(exceptionText(DE, [warning('', PEANUTS)]), 'Jemand isst etwas anderes');
});
