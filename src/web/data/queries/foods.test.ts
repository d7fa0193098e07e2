import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { foodsOf } from './foods.ts';

const foods = foodsOf({
  groups: [
    { id: 'group:seafood', names: ['fish and seafood', 'seafood'], title: 'Fish and shellfish' },
    { id: 'group:mushrooms', names: ['mushrooms', 'mushroom', 'fungi'], title: 'All mushrooms' },
    { id: 'group:fish', names: ['fish'], title: 'All fish' },
  ],
  foods: [
    { id: 'starfish', names: ['chocolate starfish'] },
    { id: 'spring-onion', names: ['spring onions', 'scallions'] },
    { id: 'chestnut-mushroom', names: ['chestnut mushrooms'] },
    { id: 'mushroom', names: ['mushrooms', 'mushroom', 'button mushrooms'] },
    { id: 'mushroom-soup', names: ['mushroom soup'] },
    { id: 'soup', names: ['soup'] },
  ],
});

test('finds a group before a food of the same name, by any name, ignoring case and spaces', () => {
  for (const text of ['mushroom', ' Mushrooms ', 'FUNGI', 'all  mushrooms']) {
    strictEqual(foods.find(text)?.id, 'group:mushrooms', text);
  }
  strictEqual(foods.find('button mushrooms')?.id, 'mushroom');
  strictEqual(foods.find('scallions')?.id, 'spring-onion');
  strictEqual(foods.find('mush'), undefined);
});

test('shows a group in lists by its title, in sentences by its name', () => {
  strictEqual(foods.labelOf('group:mushrooms'), 'All mushrooms');
  strictEqual(foods.labelOf('mushroom'), 'mushrooms');
  strictEqual(foods.labelOf('soup'), 'soup');
  strictEqual(foods.nameOf('group:mushrooms'), 'mushrooms');
  strictEqual(foods.nameOf('mushroom'), 'mushrooms');
});

test('suggests groups first, then foods whose first name begins with the text, then others', () => {
  deepStrictEqual(
    foods.suggest('Mushroom').map(({ label }) => label),
    ['All mushrooms', 'mushrooms', 'mushroom soup', 'chestnut mushrooms'],
  );
  deepStrictEqual(
    foods.suggest('fish').map(({ id }) => id),
    ['group:fish', 'group:seafood'],
    'a word begins with the text, and the very name comes first',
  );
  deepStrictEqual(foods.suggest('all'), [], 'the titles of groups are not searched');
  deepStrictEqual(foods.suggest(' '), []);
});

test('says which name was found if the label does not contain it', () => {
  deepStrictEqual(foods.suggest('scall'), [
    { id: 'spring-onion', label: 'spring onions', match: 'scallions' },
  ]);
  deepStrictEqual(foods.suggest('fung'), [{ id: 'group:mushrooms', label: 'All mushrooms', match: 'fungi' }]);
  strictEqual(foods.suggest('soup')[0]?.match, undefined);
});

test('says which food is meant by a name that a group has too', () => {
  deepStrictEqual(foods.suggest('mushrooms').slice(0, 2), [
    { id: 'group:mushrooms', label: 'All mushrooms', match: undefined },
    { id: 'mushroom', label: 'mushrooms', match: 'button mushrooms' },
  ]);
});

test('foods that are not in the catalogue are shown by their ids', () => {
  strictEqual(foods.nameOf('group:blue-cheese'), 'blue cheese');
  strictEqual(foods.labelOf('moon-dust'), 'moon dust');
});
