/**
 * Checks the data of the whole catalogue in cookbook/foods. A wrong allergen can hurt someone, and a wrong row of the
 * nutrition table is hard to notice, so several independent checks cover the same data.
 */
import { deepStrictEqual, ok, strictEqual, throws } from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { LANGUAGES } from '#languages/language.ts';
import { FINISHED_LANGUAGES } from '#test/support/texts/finished-languages.ts';
import { freshFolder } from '#test/support/store.ts';
import { AISLES, type Allergen, ALLERGENS, allBreaks, type Diet, type Food } from '#domain/food/food.ts';
import { getFoods, readFoods } from './foods.ts';

const FOLDER = new URL('../../cookbook/foods/', import.meta.url);
const { foods, find, findByName } = getFoods();

/** The ids of the foods that meet a condition; a failing assertion then shows them. */
function idsWhere(condition: (food: Food) => boolean): string[] {
  return foods.filter(condition).map(({ id }) => id);
}

function names(food: Food): string[] {
  return LANGUAGES.flatMap((language) => food.names[language]).flatMap(({ singular, plural }) => [
    singular,
    plural,
  ]);
}

test('has at least 400 foods, and some in every aisle', () => {
  ok(foods.length >= 400, `only ${foods.length}`);
  deepStrictEqual([...new Set(foods.map(({ aisle }) => aisle))].toSorted(), [...AISLES].toSorted());
});

test('ids are unique and no name belongs to two foods, according to the text of the files', () => {
  const owners = new Map<string, string>();
  const ids = new Set<string>();
  for (const file of readdirSync(FOLDER)) {
    for (const block of readFileSync(new URL(file, FOLDER), 'utf8').split('\n\n')) {
      const id = /^# (.+)$/m.exec(block)?.[1] ?? '';
      ok(id !== '' && !ids.has(id), `${file}: ${block.slice(0, 40)}`);
      ids.add(id);
      for (const [, list = ''] of block.matchAll(/^(?:en|de): (.+)$/gm)) {
        for (const name of list.toLowerCase().split(/; | \/ /)) {
          strictEqual(owners.get(name) ?? id, id, name);
          owners.set(name, id);
        }
      }
    }
  }
  strictEqual(ids.size, foods.length);
  for (const [name, id] of owners) strictEqual(findByName(name)?.id, id, name);
});

function blocksOf(file: URL): string[] {
  return readFileSync(file, 'utf8').trimEnd().split('\n\n');
}

function missing(blocks: string[], key: string): string[] {
  return blocks
    .filter((block) => !block.includes(`\n${key}: `))
    .map((block) => `${block.split('\n')[0]}: ${key}`);
}

test('every food and every group is named in every finished language', () => {
  const groups = new URL('../food-groups.txt', FOLDER);
  const foodBlocks = readdirSync(FOLDER).flatMap((file) => blocksOf(new URL(file, FOLDER)));
  for (const language of FINISHED_LANGUAGES) {
    deepStrictEqual(missing(foodBlocks, language), []);
    for (const key of [language, `title ${language}`]) deepStrictEqual(missing(blocksOf(groups), key), []);
  }
});

test('has foods with every allergen of EU and US law', () => {
  deepStrictEqual(
    ALLERGENS.filter((allergen) => !foods.some((food) => food.allergens.has(allergen))),
    [],
  );
});

test('finds one food by its American and its British name', () => {
  const pairs = `scallion = spring onion, zucchini = courgette, cilantro = coriander, eggplant = aubergine,
    arugula = rocket, rutabaga = swede, beet = beetroot, ground beef = minced beef, shrimp = prawn,
    cornstarch = cornflour, baking soda = bicarbonate of soda, powdered sugar = icing sugar,
    heavy cream = double cream, all-purpose flour = plain flour, garbanzo bean = chickpea,
    canola oil = rapeseed oil, fava beans = broad beans, snow peas = mangetout, bok choy = pak choi,
    bell pepper = red pepper, whole wheat flour = wholemeal flour, molasses = treacle,
    Tomaten = tomatoes, Zwiebel = onion, Kartoffeln = potatoes, Möhren = carrots, Eier = eggs`.split(/,\s+/);
  for (const pair of pairs) {
    const [one = '', other = ''] = pair.split(' = ');
    ok(findByName(one), one);
    strictEqual(findByName(one), findByName(other), pair);
  }
});

test('dairy foods have the same name in the plural (500 g yogurt), but are found by a plural such as "yogurts"', () => {
  for (const food of foods.filter(({ aisle }) => aisle === 'dairy')) {
    const [name] = food.names.en;
    strictEqual(name?.plural, name?.singular, food.id);
  }
  for (const name of ['yogurts', 'plain yoghurts', 'Greek yogurts']) ok(findByName(name), name);
});

/** Foods that recipes always give by weight. */
const BY_WEIGHT =
  /mince$|^(stewing-beef|beef-roast|beef-brisket|beef-liver|lamb-leg|lamb-shoulder|diced-lamb)$|^(goat-meat|rabbit|venison|pork-shoulder|pork-rib|octopus|frozen-chip|gnocchi|spaetzle|fresh-pasta)$|^(spaghetti|linguine|squid-ink-pasta|vermicelli|wholemeal-spaghetti|udon|vegan-udon|somen|ramen-noodle|soba|rice-noodle|rice-vermicelli)$/;

function isBare({ weights }: Food): boolean {
  return !weights.gramsPerMl && !weights.pieceGrams.has('piece');
}

test('has a density or a piece weight for every food except those given by weight', () => {
  deepStrictEqual(
    idsWhere((food) => isBare(food) && !BY_WEIGHT.test(food.id)),
    [],
  );
  deepStrictEqual(
    idsWhere((food) => !isBare(food) && BY_WEIGHT.test(food.id) && food.id !== 'soy-mince'),
    [],
    'no longer an exception',
  );
});

test('has a density for spooned and a piece weight for counted foods', () => {
  const spooned = ['oils', 'spices', 'condiments', 'sweets', 'drinks', 'nuts', 'legumes', 'dairy', 'herbs'];
  const notSpooned = ['ancho-chilli', 'brie', 'camembert', 'turron'];
  deepStrictEqual(
    idsWhere(({ id, aisle, weights }) => {
      return spooned.includes(aisle) && !weights.gramsPerMl && !notSpooned.includes(id);
    }),
    [],
  );
  deepStrictEqual(
    idsWhere(({ aisle, weights }) => aisle === 'eggs' && !weights.pieceGrams.has('piece')),
    [],
  );
  for (const name of [
    'onion',
    'carrot',
    'lemon',
    'egg',
    'apple',
    'tomato',
    'tortilla',
    'bay leaf',
    'stock cube',
  ]) {
    ok(findByName(name)?.weights.pieceGrams.has('piece'), name);
  }
  const counted = [
    'garlic clove',
    'celery stalk',
    'bread slice',
    'parsley bunch',
    'thyme sprig',
    'butter stick',
  ];
  for (const words of [
    ...counted,
    'chickpeas can',
    'chopped tomatoes can',
    'mozzarella ball',
    'tofu block',
  ]) {
    const [, name = '', unit = ''] = /^(.+) (\w+)$/.exec(words) ?? [];
    ok(findByName(name)?.weights.pieceGrams.has(unit as 'clove'), words);
  }
});

test('energy is consistent with protein, fat and carbohydrate, so no food has the figures of another', () => {
  const wrong = idsWhere((food) => {
    const { energyKcal, proteinG, fatG, carbohydrateG } = food.per100G;
    const expected = 4 * proteinG + 9 * fatG + 4 * carbohydrateG;
    return Math.abs(energyKcal - expected) > Math.max(20, expected * 0.15) && !exempt(food);
  });
  deepStrictEqual(wrong, []);
  deepStrictEqual(
    idsWhere(({ per100G }) => per100G.proteinG + per100G.fatG + per100G.carbohydrateG > 101),
    [],
  );
});

/** Alcohol has energy that none of the three contains; a raising agent produces gas instead of energy. */
function exempt(food: Food): boolean {
  return food.breaks.has('no-alcohol') || /baking-powder|taco-seasoning/.test(food.id) || isFibrous(food);
}

/** With much fibre in the carbohydrate the energy is lower, but not by more than half. */
function isFibrous({ per100G: { energyKcal, proteinG, fatG, carbohydrateG, fibreG = 0 } }: Food): boolean {
  const most = 4 * proteinG + 9 * fatG + 4 * carbohydrateG;
  return fibreG >= 7 && energyKcal < most && energyKcal > most * 0.5;
}

test('broken diets follow from the allergens and the "breaks" line, which lists no derived diet', () => {
  for (const file of readdirSync(FOLDER)) {
    for (const block of readFileSync(new URL(file, FOLDER), 'utf8').split('\n\n')) {
      const food = find(/^# (.+)$/m.exec(block)?.[1] ?? '');
      ok(food);
      const list = (key: string) =>
        (new RegExp(`^${key}: (.+)$`, 'm').exec(block)?.[1] ?? '').split(', ').filter((word) => word !== '-');
      const [allergens, written] = [list('allergens') as Allergen[], list('breaks') as Diet[]];
      deepStrictEqual(food.breaks, allBreaks(written, allergens), food.id);
      for (const diet of written) {
        const others = written.filter((candidate) => candidate !== diet);
        ok(!allBreaks(others, allergens).has(diet), `${food.id}: ${diet} follows from the rest`);
      }
    }
  }
});

const aisleRules: [aisle: Food['aisle'], diet: Diet][] = [
  ['meat', 'pescatarian'],
  ['fish', 'vegetarian'],
  ['dairy', 'dairy-free'],
  ['eggs', 'vegan'],
];
for (const [aisle, diet] of aisleRules) {
  test(`every food of the aisle ${aisle} breaks ${diet}`, () => {
    deepStrictEqual(
      idsWhere((food) => food.aisle === aisle && !food.breaks.has(diet)),
      [],
    );
  });
}

test('no food breaks a diet that its name claims', () => {
  const claims: [RegExp, Diet][] = [
    [/\bvegan\b|plant-based|dairy-free|vegane/i, 'vegan'],
    [/\bvegetarian\b|\bveggie\b|meat-free/i, 'vegetarian'],
    [/gluten-free|glutenfrei/i, 'gluten-free'],
    [/dairy-free|non-dairy/i, 'dairy-free'],
    [/alcohol-free|alkoholfrei/i, 'no-alcohol'],
  ];
  for (const [word, diet] of claims) {
    deepStrictEqual(
      idsWhere((food) => food.breaks.has(diet) && names(food).some((name) => word.test(name))),
      [],
      `${word}`,
    );
  }
});

/** A word in a name, the diets that such a food breaks at least in some brands, and the exceptions. */
const suspicious: [word: RegExp, diets: Diet[], not: RegExp][] = [
  [
    /\b(pork|bacon|ham|lard|pancetta|chorizo|salami|prosciutto|blood sausage|gelatine?|jell-o)\b/,
    ['no-pork', 'halal-style', 'kosher-style'],
    /^(vegan|vegetarian)-|^(turkey-bacon|agar|barbecue-rub|beef-dripping)$/,
  ],
  [
    /\b(wine|beer|rum|brandy|bourbon|liqueur|vodka|sherry|whisky|cognac|champagne)\b/,
    ['halal-style'],
    /^(rice-vinegar|ginger-ale|root-beer|mango)$/,
  ],
  [
    /\b(prawns?|shrimps?|crab|lobster|mussels?|clams?|oysters?|scallops?|squid|octopus|snails?|surimi)\b/,
    ['halal-style', 'kosher-style'],
    /^(oyster-mushroom|mushroom-sauce)$/,
  ],
  [
    /\b(eels?|catfish|basa|pangasius|monkfish|turbot|skate|sharks?|swordfish|marlin|sturgeon|caviar|escolar)\b/,
    ['halal-style', 'kosher-style'],
    /^$/,
  ],
  [/^(whole |smoked |dried |breaded |white )?fish$/, ['kosher-style'], /^$/],
  [/\b(rabbit|hares?|suet|muscovy)\b/, ['kosher-style'], /^vegetable-suet$/],
  [
    /\b(rennet|parmesan|pecorino|gruyère|cheese cracker)\b/,
    ['halal-style', 'kosher-style'],
    /^(vegan|vegetarian)-/,
  ],
];
for (const [word, diets, not] of suspicious) {
  test(`a food with ${word.source} in its name breaks or may break ${diets.join(' and ')}`, () => {
    const wrong = idsWhere((food) => {
      const hasWord = food.names.en.some(({ singular }) => word.test(singular.toLowerCase()));
      const mayBreakAll = diets.every((diet) => food.breaks.has(diet) || food.mayBreak.has(diet));
      return hasWord && !mayBreakAll && !not.test(food.id);
    });
    deepStrictEqual(wrong, []);
  });
}

const NO_MILK =
  /^(oat|gluten-free-oat|soy|almond|rice|coconut|light-coconut|vegan|cashew|peanut|pure-peanut|sunflower|apple)-|^(coconut-drink|vegan-margarine|butterhead-lettuce|butter-bean|dried-butter-bean|cream-of-tartar|custard-powder|balsamic-glaze|cracker|farina|cocoa-butter|cookie-butter)$/;

/** A word in a name, the allergen that it implies, and the exceptions. */
const words: [word: RegExp, allergen: Allergen, not: RegExp][] = [
  [/\b(wheat|bulgur|couscous|semolina|spelt|farro|panko|seitan|udon|ramen)\b/, 'wheat', /^buckwheat/],
  [
    /\b(bread|pasta|spaghetti|macaroni|lasagne|tortellini|baguette|croissant|breadcrumbs?)\b/,
    'wheat',
    /gluten-free|squash|^(water|tomato-sauce)$/,
  ],
  [/\b(barley|rye|oats?|oatmeal|malt|beer|ale)\b/, 'gluten', /^(gluten-free|ginger-ale$|root-beer$)/],
  [
    /\bflour\b/,
    'gluten',
    /rice|corn|maize|masa|chickpea|gluten-free|potato|tapioca|arrowroot|buckwheat|sorghum|teff|almond|lupin|vital/,
  ],
  [
    /\b(milk|cream|butter|cheese|yogh?urts?|ghee|custard|whey|parmesan|mozzarella|feta|caramel)\b/,
    'milk',
    NO_MILK,
  ],
  [/\beggs?\b|\bmayonnaise\b/, 'eggs', /^(vegan-mayonnaise|vegan-egg|egg-free-lasagne-sheet|aubergine)$/],
  [
    /\b(salmon|cod|tuna|anchov(y|ies)|herring|mackerel|sardines?|trout|haddock|fish)\b/,
    'fish',
    /^(squid|octopus|vegan-fish-sauce)$/,
  ],
  [/\b(prawns?|shrimps?|crab|lobster)\b/, 'crustaceans', /^$/],
  [
    /\b(mussels?|clams?|oysters?|scallops?|squid|octopus|calamari)\b/,
    'molluscs',
    /^(oyster-mushroom|mushroom-sauce)$/,
  ],
  [/\b(peanuts?|groundnuts?|satay)\b/, 'peanuts', /^$/],
  [
    /\b(almonds?|walnuts?|hazelnuts?|cashews?|pecans?|pistachios?|macadamias?|marzipan|brazil nuts?)\b/,
    'nuts',
    /^$/,
  ],
  [/\b(soy|soya|tofu|tempeh|miso|edamame|tamari|soybeans?)\b/, 'soy', /^$/],
  [/\b(sesame|tahini|hummus|halva|za'?atar)\b/, 'sesame', /^$/],
  [/\b(mustard|piccalilli)\b/, 'mustard', /^$/],
  [/\b(celery|celeriac|stock|broth|bouillon)\b/, 'celery', /^dashi$/],
  [/\b(wine|sherry|port)\b/, 'sulphites', /^(shaoxing-wine|mirin|rice-vinegar|pork|frankfurter)/],
];
for (const [word, allergen, not] of words) {
  test(`a food with ${word.source} in its name has the allergen ${allergen}`, () => {
    const missing = idsWhere((food) => {
      const hasWord = food.names.en.some(({ singular }) => word.test(singular.toLowerCase()));
      return hasWord && !food.allergens.has(allergen) && !not.test(food.id);
    });
    deepStrictEqual(missing, []);
  });
}

test('foods with often overlooked allergens and diets are correct', () => {
  const contains: Record<string, Allergen[]> = {
    'soy sauce': ['wheat', 'soy'],
    tamari: ['soy'],
    'worcestershire sauce': ['fish', 'gluten'],
    'vegetable stock cube': ['celery'],
    pesto: ['milk', 'nuts'],
    surimi: ['fish', 'crustaceans'],
    'red wine': ['sulphites'],
    'dried apricots': ['sulphites'],
    'oyster sauce': ['molluscs'],
    'red curry paste': ['crustaceans'],
    soba: ['wheat'],
  };
  for (const [name, allergens] of Object.entries(contains)) {
    for (const allergen of allergens) ok(findByName(name)?.allergens.has(allergen), `${name}: ${allergen}`);
  }
  const breaks: Record<string, Diet[]> = {
    honey: ['vegan'],
    gelatine: ['vegetarian', 'no-pork'],
    parmesan: ['vegetarian'],
    lard: ['vegetarian', 'no-pork'],
    'rolled oats': ['gluten-free'],
    'vanilla extract': ['no-alcohol'],
    mirin: ['no-alcohol'],
    'fish sauce': ['vegetarian', 'vegan'],
    'chicken stock': ['vegetarian', 'pescatarian'],
  };
  for (const [name, diets] of Object.entries(breaks)) {
    for (const diet of diets) ok(findByName(name)?.breaks.has(diet), `${name}: ${diet}`);
  }
  ok(!findByName('tamari')?.allergens.has('gluten'));
  ok(!findByName('gluten-free oats')?.allergens.has('gluten'));
  ok(!findByName('vegetarian hard cheese')?.breaks.has('vegetarian'));
});

test('refuses and names a file that is not an aisle', (scope) => {
  const folder = freshFolder(scope);
  writeFileSync(join(folder, 'cheese.txt'), '');
  throws(() => readFoods(folder), /cheese\.txt is none of the aisles/);
});

test('reads the whole catalogue, with its 30,000 names, in less than 300 ms', () => {
  // In CPU time, and with up to 20 tries: caches are cold while other tests run.
  ok(Array.from({ length: 20 }).some(() => readCpuMs() < 300));
});

function readCpuMs(): number {
  const before = process.threadCpuUsage();
  readFoods();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
