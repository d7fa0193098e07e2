import { deepStrictEqual, partialDeepStrictEqual, strictEqual, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { parseFoodGroups } from './food-group-file.ts';

const FOODS = ['salmon', 'cod', 'prawn', 'caviar'];
const TEXT = `# seafood
en: seafood
title en: Fish and shellfish
de: Fisch und Meeresfrüchte
title de: Fisch und Meeresfrüchte
groups: fish
foods: prawn

# fish
en: fish; fishes
title en: All fish
de: Fisch; Fische
title de: Fisch aller Art
foods: salmon, cod
foods: caviar
note: Fish to eat.
`;

function parse(text: string) {
  return parseFoodGroups('food-groups.txt', text, (id) => FOODS.includes(id));
}

test('parses names and titles, and the foods of groups inside a group that may come first', () => {
  const [seafood, fish] = parse(TEXT);
  strictEqual(fish?.key, 'group:fish');
  partialDeepStrictEqual(fish.names, { en: ['fish', 'fishes'], de: ['Fisch', 'Fische'] });
  partialDeepStrictEqual(fish.titles, { en: 'All fish', de: 'Fisch aller Art' });
  deepStrictEqual([...fish.foodIds], ['salmon', 'cod', 'caviar']);
  deepStrictEqual([...(seafood?.foodIds ?? [])], ['prawn', 'salmon', 'cod', 'caviar']);
});

const refused: [line: string, replacement: string, why: RegExp][] = [
  ['# fish\n', '# Fish\n', /line 9: "Fish" is not an id/],
  ['# seafood\n', '', /line 1: a block begins with/],
  ['# fish\n', '# seafood\n', /line 9: there are two groups with the id seafood/],
  ['title en: All fish\n', '', /line 9: fish has no line "title en: "/],
  ['title en: All fish', 'title en: All fish\ntitle en: Fish', /line 12: title en occurs twice/],
  ['title en: All fish', 'titles en: All fish', /line 11: "titles en: All fish" is not "key: value"/],
  ['foods: salmon, cod', 'foods: salmon, cot', /line 14: "cot" is no food/],
  ['groups: fish', 'groups: fishes', /line 6: "fishes" is no group/],
  ['foods: caviar', 'groups: seafood', /line 1: seafood contains itself/],
  ['foods: salmon, cod\nfoods: caviar\n', '', /line 9: fish has no foods/],
  ['fish; fishes', 'fish; Seafood', /line 10: "Seafood" is a name of seafood too/],
  ['de: Fisch; Fische', 'de: fisch und meeresfrüchte', /line 12: .* is a name of seafood too/],
];
for (const [line, replacement, why] of refused) {
  test(`refuses "${replacement.trim()}" in place of "${line.trim()}" and names the line`, () => {
    strictEqual(TEXT.split(line).length, 2, `"${line}" does not occur exactly once`);
    throws(() => parse(TEXT.replace(line, replacement)), {
      name: 'UserError',
      message: new RegExp(`^food-groups\\.txt, ${why.source}`),
    });
  });
}
