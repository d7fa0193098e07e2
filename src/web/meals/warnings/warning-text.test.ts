/** Warnings as sentences, in both languages. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { byLanguage } from '#languages/language.ts';
import type { Warning, WarningReason } from '#domain/preferences/warnings.ts';
import { translationOf } from '#test/support/texts/translation.ts';
import { exceptionText, sentencesOf, shortSentencesOf, type WarningTranslation } from './warning-text.ts';

const EN: WarningTranslation = translationOf('en');
const DE: WarningTranslation = translationOf('de');

function warning(name: string, ...reasons: WarningReason[]): Warning {
  return { eaterId: name.toLowerCase(), name, reasons };
}

const PEANUTS: WarningReason = { kind: 'contains', allergen: 'peanuts' };
const NOT_VEGAN: WarningReason = { kind: 'breaks', diet: 'vegan' };
const UNSURE: WarningReason = { kind: 'not-sure', lines: 2 };

const CASES: [Warning, en: string, de: string][] = [
  [warning('Mia', PEANUTS), 'Not for Mia: peanuts', 'Nicht für Mia: Erdnüsse'],
  [
    warning('Mia', { kind: 'may-contain', allergen: 'gluten' }),
    'Not for Mia: may contain gluten',
    'Nicht für Mia: enthält vielleicht Gluten',
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
    { text: 'Not for Mia: peanuts', isCertain: true },
    { text: 'Maybe not for Ben: 2 lines are not understood', isCertain: false },
  ]);
  deepStrictEqual(textsOf(EN, warning('', PEANUTS), warning('', NOT_VEGAN, PEANUTS), warning('', UNSURE)), [
    'Not for everyone: peanuts, not vegan',
    'Maybe not for everyone: 2 lines are not understood',
  ]);
  deepStrictEqual(textsOf(EN, warning('M', PEANUTS), warning('M', PEANUTS)), ['Not for M: peanuts']);
});

test('has only names where space is short', () => {
  const warnings = [warning('Mia', PEANUTS), warning('Ben', NOT_VEGAN), warning('Tom', UNSURE)];
  deepStrictEqual(
    shortSentencesOf(EN, warnings).map(({ text }) => text),
    ['Not for Mia and Ben', 'Maybe not for Tom'],
  );
  deepStrictEqual(shortSentencesOf(DE, [warning('', PEANUTS)]), sentencesOf(DE, [warning('', PEANUTS)]));
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
