/**
 * Pasted lines in the forms that apps, pages and mails give them. The second list was written with the first, and the
 * rules were not changed for it.
 */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { cleanPastedLines, type PastedKind } from './pasted-lines.ts';

type Sample = [kind: PastedKind, pasted: string, lines: string[]];

const KNOWN: Sample[] = [
  ['steps', '1. Chop\n2. Fry', ['Chop', 'Fry']],
  ['steps', '1) Chop\n\n2) Fry', ['Chop', 'Fry']],
  ['steps', 'Step 1: Chop\nStep 2: Fry', ['Chop', 'Fry']],
  ['steps', 'Schritt 1:\nHacken\nSchritt 2:\nBraten', ['Hacken', 'Braten']],
  ['steps', '① Chop\n② Fry', ['Chop', 'Fry']],
  ['steps', '1️⃣ Chop\n2️⃣ Fry', ['Chop', 'Fry']],
  ['steps', '## Sauce\n1. Stir 2 eggs in', ['Sauce:', 'Stir 2 eggs in']],
  ['steps', 'SAUCE\nStir', ['Sauce:', 'Stir']],
  ['steps', '10. Bake for 1.5 hours', ['Bake for 1.5 hours']],
  ['steps', '2 hours later, fry it.', ['2 hours later, fry it.']],
  ['ingredients', '- 2 onions\n• 1 egg\n* salt\n– oil', ['2 onions', '1 egg', 'salt', 'oil']],
  ['ingredients', '▢ 2 onions\n☐ 1 egg\n· salt', ['2 onions', '1 egg', 'salt']],
  ['ingredients', '🥕 2 carrots\n🧅1 onion', ['2 carrots', '1 onion']],
  ['ingredients', 'For the sauce:\n½ cup cream', ['For the sauce:', '½ cup cream']],
  ['ingredients', 'Für die Soße\n1/2\u00A0l\u00A0Sahne', ['Für die Soße:', '1/2 l Sahne']],
  ['ingredients', '1 ½ cups flour\n1-2 eggs\n1.5 l water', ['1 ½ cups flour', '1-2 eggs', '1.5 l water']],
  ['ingredients', '1. 200 g flour\n2. 3 eggs', ['200 g flour', '3 eggs']],
  ['ingredients', '- [ ] 2 onions\n- [x] 1 egg', ['2 onions', '1 egg']],
  ['ingredients', 'TO SERVE\nlemon wedges', ['To serve:', 'lemon wedges']],
];

/** Foods that look like headings, which an app must not lose. */
const FOODS: Sample[] = [
  ['ingredients', 'PEANUTS\n200 g SUGAR', ['PEANUTS', '200 g SUGAR']],
  ['ingredients', 'Zum Bestreuen gehackte Erdnüsse\nSalz', ['Zum Bestreuen gehackte Erdnüsse', 'Salz']],
  ['ingredients', 'to serve crushed peanuts\nsalt', ['to serve crushed peanuts', 'salt']],
  ['ingredients', 'for serving peanut sauce\nsalt', ['for serving peanut sauce', 'salt']],
  ['ingredients', 'for the topping chopped peanuts\nsalt', ['for the topping chopped peanuts', 'salt']],
  ['ingredients', '- **Peanuts**\n- **Almonds**\n- salt', ['Peanuts', 'Almonds', 'salt']],
  ['ingredients', 'salt\n**Peanuts**', ['salt', 'Peanuts']],
];

const UNTOUCHED: Sample[] = [
  ['steps', '(1) Zwiebeln hacken\n(2) Braten', ['Zwiebeln hacken', 'Braten']],
  ['steps', 'STEP 1\nMix it.\nSTEP 2\nBake it.', ['Mix it.', 'Bake it.']],
  ['steps', 'Schritt 3 – Den Teig kneten', ['Den Teig kneten']],
  ['steps', '**1.** Mix\n**2.** Bake', ['Mix', 'Bake']],
  ['steps', '❶ Mischen\n❷ Backen', ['Mischen', 'Backen']],
  ['steps', '1 - Mix\n2 - Bake', ['Mix', 'Bake']],
  ['steps', '**For the dough**\n1. Knead', ['For the dough:', 'Knead']],
  ['steps', 'Den Ofen auf 180 °C heizen.\r\n\r\nBacken.', ['Den Ofen auf 180 °C heizen.', 'Backen.']],
  ['steps', '---\nMix\n***\nBake', ['Mix', 'Bake']],
  ['steps', '1.Mix\n2.Bake', ['Mix', 'Bake']],
  ['ingredients', '→ 200 g Mehl\n➤ 2 Eier', ['200 g Mehl', '2 Eier']],
  ['ingredients', '✅ 2 eggs\n✔️ salt', ['2 eggs', 'salt']],
  ['ingredients', 'FÜR DEN TEIG\n250 g Mehl', ['Für den teig:', '250 g Mehl']],
  ['ingredients', '### Topping\n2 apples', ['Topping:', '2 apples']],
  ['ingredients', 'Zum Servieren\nPetersilie', ['Zum Servieren:', 'Petersilie']],
  [
    'ingredients',
    '3-4 EL Öl\n¼ TL Salz\n1 (400 g) can beans',
    ['3-4 EL Öl', '¼ TL Salz', '1 (400 g) can beans'],
  ],
  ['ingredients', '\u200B2 eggs\u200B\n\u00A0\u00A0\n1\u202Fkg\u202Fpotatoes', ['2 eggs', '1 kg potatoes']],
  ['ingredients', 'To serve:\n+ lemon wedges', ['To serve:', 'lemon wedges']],
];

function wrong(samples: readonly Sample[]): string[] {
  return samples.flatMap(([kind, pasted, lines]) => {
    const cleaned = cleanPastedLines(pasted, kind);
    return JSON.stringify(cleaned) === JSON.stringify(lines)
      ? []
      : [`${JSON.stringify(pasted)}: ${JSON.stringify(cleaned)}`];
  });
}

test('numbering, bullets and odd spaces vanish, headings are headings, amounts stay', () => {
  deepStrictEqual(wrong(KNOWN), []);
});

test('a food in capitals, behind a purpose or in bold is not a heading of ingredients', () => {
  deepStrictEqual(wrong(FOODS), []);
});

test('samples that the rules were not made for', () => {
  const faults = wrong(UNTOUCHED);
  console.log(`${UNTOUCHED.length - faults.length} of ${UNTOUCHED.length} untouched samples are right`);
  ok(faults.length <= 1, faults.join('\n'));
});

test('cleaning twice is the same as once', () => {
  for (const [kind, pasted] of [...KNOWN, ...FOODS, ...UNTOUCHED]) {
    const once = cleanPastedLines(pasted, kind);
    deepStrictEqual(cleanPastedLines(once.join('\n'), kind), once);
  }
});
