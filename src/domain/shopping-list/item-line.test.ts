/** Items as lines of text, in both languages. */
import { strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { typedItem, type Item } from './item.ts';
import { itemLine } from './item-line.ts';

const item = (name: string, more: Partial<Item>): Item => ({
  ...typedItem('food:x', name, { added: name, opId: 'x' }),
  ...more,
});

const typed = (added: string) => ({ added, opId: added });

const LINES: [shown: Item, english: string, german: string][] = [
  [item('onions', { buy: [{ amount: 2, unit: 'piece' }] }), '2 onions', '2 onions'],
  [item('milk', { buy: [{ amount: 1.5, unit: 'l' }] }), '1.5 l milk', '1,5 l milk'],
  [item('flour', { buy: [{ packs: 1, size: { amount: 500, unit: 'g' } }] }), '500 g flour', '500 g flour'],
  [
    item('flour', { buy: [{ packs: 3, size: { amount: 1_000, unit: 'g' } }] }),
    '3 × 1000 g flour',
    '3 × 1000 g flour',
  ],
  [item('tomatoes', { buy: [{ amount: 1, unit: 'can' }] }), '1 tin tomatoes', '1 Dose tomatoes'],
  [item('tomatoes', { buy: [{ amount: 2, unit: 'can' }] }), '2 tins tomatoes', '2 Dosen tomatoes'],
  [item('lemon', { buy: [{ amount: 1.5, unit: 'piece' }] }), '1½ lemon', '1½ lemon'],
  [
    item('basil', {
      buy: [
        { amount: 10, unit: 'g' },
        { amount: 1, unit: 'bunch' },
      ],
    }),
    '10 g + 1 bunch basil',
    '10 g + 1 Bund basil',
  ],
  [item('candles', { times: '3/2' }), '1½ × candles', '1½ × candles'],
  [item('salt', { set: 'a lot' }), 'a lot salt', 'a lot salt'],
  [item('white bread', { typed: 'bread' }), 'bread', 'bread'],
  [item('candles', {}), 'candles', 'candles'],
];

for (const [shown, english, german] of LINES) {
  test(`shows ${english}, and ${german} in German`, () => {
    strictEqual(itemLine(shown, 'en'), english);
    strictEqual(itemLine(shown, 'de'), german);
  });
}

test('an amount that is the sum of several sources names them', () => {
  const soup = { day: 'Monday', slot: 'dinner', description: 'Soup' } as const;
  const lemons = item('lemons', {
    buy: [{ amount: 6, unit: 'piece' }],
    forMeals: [{ amount: 3, unit: 'piece', name: 'lemons' }],
    for: [soup, soup, typed('3 lemons')],
  });
  strictEqual(itemLine(lemons, 'en'), '6 lemons (3 lemons for recipes + 3 lemons)');
  strictEqual(itemLine(lemons, 'de'), '6 lemons (3 lemons für Rezepte + 3 lemons)');
  strictEqual(itemLine({ ...lemons, state: 'ticked' }, 'en'), '6 lemons');
  const salt = item('salt', { for: [soup, typed('500 g salt'), typed('salt')] });
  strictEqual(itemLine(salt, 'en'), 'salt (for recipes + 500 g salt + salt)');
  const six = Array.from({ length: 6 }, (_, at) => typed(`${at} eggs`));
  strictEqual(itemLine(item('eggs', { for: six }), 'en'), 'eggs (0 eggs + 1 eggs + 2 eggs + 3 eggs + …)');
});
