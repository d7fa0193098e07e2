/** What a recipe in sentences names must be in its ingredients: a food that gets lost is a warning that gets lost. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { getFoods } from '#cookbook/foods.ts';
import { nameKey } from '#domain/food/name-key.ts';
import { isAmbiguous, isNoFood, measuresNoFood } from '#import/page/words/cooking-words.ts';
import { ingredientsInProse } from './prose.ts';

const cases: [sentence: string, ingredients: string | undefined][] = [
  [
    'Mix 200 g flour with 2 eggs and 300 ml milk, rest 20 minutes, fry in butter',
    '200 g flour; 2 eggs; 300 ml milk; butter',
  ],
  [
    'Toss 1 kg potatoes with 3 tbsp oil, salt and rosemary, roast for 40 to 50 minutes at 180 °C.',
    '1 kg potatoes; 3 tbsp oil; salt; rosemary',
  ],
  // Words that nobody knows stay.
  ['Boil 2 cups rice with 3 cups water, add ghee and xyzzy.', '2 cups rice; 3 cups water; ghee; xyzzy'],
  // Verbs that are also foods.
  ['Roast 1 kg carrots with 2 tbsp oil, then mash and serve on toast.', '1 kg carrots; 2 tbsp oil; toast'],
  ['Brown 500 g beef, add the mince and 1 can tomatoes, chop and stew.', '500 g beef; mince; 1 can tomatoes'],
  [
    '2 EL Öl zum Braten erhitzen, den Braten mit 1 Packung Teig umwickeln.',
    '2 EL Öl; Braten; 1 Packung Teig',
  ],
  ['Fry 4 pork chops in 2 tbsp oil and serve with 2 rolls.', '4 pork chops; 2 tbsp oil; 2 rolls'],
  // German nouns in lower case.
  [
    '200 g Mehl mit 2 Eiern schaumig schlagen, mit mandeln und rosinen bestreuen und knusprig backen.',
    '200 g Mehl; 2 Eier; mandeln; rosinen',
  ],
  [
    '500 g Nudeln kochen, 200 g Speck anbraten, sahne und parmesan dazugeben.',
    '500 g Nudeln; 200 g Speck; sahne; parmesan',
  ],
  [
    '200 g Mehl mit 2 Eiern und 300 ml Wasser verrühren, dann butter schmelzen und hineingießen.',
    '200 g Mehl; 2 Eier; 300 ml Wasser; butter',
  ],
  ['200 g mehl mit 2 eiern verrühren und in butter ausbacken', '200 g mehl; 2 eier; butter'],
  [
    'Zwei Eier mit 1/2 l Milch und etwas Sojasauce verquirlen, Erdnüsse darüber streuen.',
    'Zwei Eier; 1/2 l Milch; Sojasauce; Erdnüsse',
  ],
  // What is not used.
  ['Melt 100 g chocolate with 2 tbsp cream, without nuts.', '100 g chocolate; 2 tbsp cream'],
  // A dough that is bought, and one that is made of the flour.
  ['Fill the dough with 200 g cheese and 100 g ham, then bake.', 'dough; 200 g cheese; 100 g ham'],
  ['Knead 300 g flour with 150 ml water, rest the dough and bake it.', '300 g flour; 150 ml water'],
  // Egg yolks are of the eggs.
  ['4 Eier trennen, Eigelb mit 100 g Zucker schlagen, Eiweiß unterheben.', '4 Eier; 100 g Zucker'],
  [
    'We walked 20 km, met 3 friends and cooked 2 kg apples that somebody sold near the old station.',
    undefined,
  ],
  ['Mix 2 eggs.', undefined],
  ['Tickets cost 20 euros and 3 pounds.', undefined],
];
for (const [sentence, ingredients] of cases) {
  test(`${ingredients === undefined ? 'finds no recipe' : 'finds every ingredient'} in "${sentence}"`, () =>
    deepStrictEqual(ingredientsInProse([sentence])?.join('; '), ingredients));
}

test('no food of the catalogue is among the harmless words', () => {
  const { foods, groups } = getFoods();
  const names = [
    ...foods.flatMap((food) => [...food.names.en, ...food.names.de].flatMap(Object.values<string>)),
    ...groups.flatMap((group) => [...group.names.en, ...group.names.de]),
  ];
  const keys = [...new Set(names.map(nameKey))].filter((key) => !key.includes(' '));
  ok(keys.length > 1_000);
  const lost = keys.filter((key) => measuresNoFood(key) || (isNoFood(key) && !isAmbiguous(key)));
  deepStrictEqual(lost, []);
});
