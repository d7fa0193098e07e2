/**
 * Checks by the allergens, diets and aisles of the foods, and by words in their names, that none is missing from a group
 * and none is there by mistake. A new food that a rule finds fails here until it is in the group, or is an exception for
 * a reason.
 */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import type { Allergen, Diet, Food } from '#domain/food/food.ts';
import { checkRule, type Exceptions, members, namesOf, VEGAN } from '#test/support/texts/food-group-rules.ts';
import { getFoods } from './foods.ts';

const { groups, find } = getFoods();

/** Whether a name contains the pattern, in any place. */
function contains(pattern: RegExp): (food: Food) => boolean {
  return (food) => [...namesOf(food, 'en'), ...namesOf(food, 'de')].some((name) => pattern.test(name));
}

const SEASONINGS_WITH_FISH = {
  'fish-sauce worcestershire-sauce dashi kimchi caesar-dressing xo-sauce pad-thai-sauce ponzu':
    'a little fish',
  'red-curry-paste green-curry-paste': 'a little fish',
};
const rules: [group: string, what: string, isFound: (food: Food) => boolean, exceptions?: Exceptions][] = [
  ['seafood', 'of the fish aisle', ({ aisle }) => aisle === 'fish'],
  ['meat', 'of the meat aisle', ({ aisle }) => aisle === 'meat', {}],
  ['pulses', 'of the aisle of pulses', ({ aisle }) => aisle === 'legumes'],
  ['eggs', 'of the egg aisle', ({ aisle }) => aisle === 'eggs'],
  [
    'fish',
    'with the allergen fish',
    ({ allergens }) => allergens.has('fish'),
    { ...SEASONINGS_WITH_FISH, 'sea-urchin': 'a shellfish', 'shellfish-stock': 'of shellfish' },
  ],
  [
    'shellfish',
    'with the allergen crustaceans or molluscs',
    ({ allergens }) => allergens.has('crustaceans') || allergens.has('molluscs'),
    {
      'oyster-sauce shrimp-paste xo-sauce kimchi red-curry-paste green-curry-paste': 'a little shellfish',
      'fish-stock-cube': 'of fish',
    },
  ],
  [
    'nuts',
    'with the allergen nuts or peanuts',
    ({ allergens }) => allergens.has('nuts') || allergens.has('peanuts'),
    {
      'almond-milk cashew-milk amaretto orgeat': 'drinks',
      'walnut-oil hazelnut-oil peanut-oil': 'oils',
      'pesto vegan-pesto mole-paste': 'sauces with ground nuts',
      'almond-extract': 'an aroma',
    },
  ],
  [
    'peanuts',
    'with the allergen peanuts',
    ({ allergens }) => allergens.has('peanuts'),
    { 'peanut-oil': 'an oil', 'mole-paste': 'a sauce with ground nuts' },
  ],
  [
    'alcohol',
    'that break the diet without alcohol',
    ({ breaks }) => breaks.has('no-alcohol'),
    { 'vanilla-extract almond-extract': 'drops' },
  ],
  [
    'pork',
    'that break the diet without pork',
    ({ breaks }) => breaks.has('no-pork'),
    {
      'lard bacon-fat': 'fat',
      'pork-stock pork-stock-cube': 'stock',
      'gelatine marshmallow jello': 'gelatine',
      'wild-boar': 'game',
    },
  ],
  [
    'meat',
    'that break the pescatarian diet',
    ({ breaks }) => breaks.has('pescatarian'),
    {
      'lard bacon-fat duck-fat beef-dripping schmaltz pan-drippings': 'fat',
      'chicken-stock gluten-free-chicken-stock chicken-stock-cube beef-stock beef-stock-cube veal-stock':
        'stock',
      'pork-stock pork-stock-cube gravy gravy-granules': 'stock',
      'gelatine marshmallow jello': 'gelatine',
      'gruyere parmesan pecorino manchego roquefort fontina gorgonzola asiago pesto': 'rennet',
    },
  ],
  [
    'mushrooms',
    'with mushrooms in a name',
    contains(
      /mushroom|fung(?:us|i)|pilz|schwammerl|champignon|pfifferling|shiitake|trüffel|truffle|porcini/i,
    ),
    {
      'blue-cheese': 'Edelpilz is its mould',
      'vegetable-stock vegetable-stock-cube vegan-dashi': 'stock',
      'truffle-oil garlic-butter salt honey': 'aroma of truffles',
      candy: 'chocolate truffles',
      'soy-sauce steak-sauce gravy-granules onion-soup-mix': 'seasonings with a little mushroom',
    },
  ],
  [
    'olives',
    'with olives in a name',
    contains(/olives?$|oliven?$|tapenade/i),
    {
      'olive-oil': 'oil olive',
      ajvar: 'a tapenade of peppers',
    },
  ],
  [
    'spicy',
    'with chillies in a name',
    contains(
      /chill?i|chile|jalape|habanero|pepperonc|sriracha|harissa|sambal|wasabi|meerrettich|horseradish|cayenne/i,
    ),
    {
      'mayonnaise aioli ranch-dressing chutney cocktail-sauce garlic-butter': 'mild unless it says otherwise',
      'monterey-jack cream-cheese-herb stuffed-olive crispy-fried-onion shishito':
        'mild unless it says otherwise',
      'sea-bass moringa-pod': 'Chilean, Meerrettichbaum',
    },
  ],
  [
    'liver',
    'with liver in a name',
    contains(/\bliver|leber(?!k)/i),
    {
      'vital-wheat-gluten': 'Weizenkleber',
      blueberry: 'huckleberry',
    },
  ],
  [
    'offal',
    'with offal in a name',
    contains(
      /kidney(?!.?bean|.?bohne)|\btripe|gizzard|sweetbread|innereien|kutteln|nieren|hühnerherz|\btongue/i,
    ),
    { 'flank-steak veal-stew': 'cuts beside the kidneys', 'beef-dripping': 'fat' },
  ],
  [
    'blue-cheese',
    'with blue cheese in a name',
    contains(/blue cheese|bleu|blauschimmel|gorgonzola|roquefort|stilton/i),
    { 'vegan-cheese': VEGAN },
  ],
];
for (const [id, what, isFound, exceptions] of rules) {
  test(`${id} has every food ${what}`, () => checkRule(id, isFound, exceptions));
}

/** Foods of a group have what the group is about, at least in some brands. */
const kinds: [group: string, what: string, isKind: (food: Food) => boolean][] = [
  ['fish', 'the allergen fish', mayContain('fish')],
  ['shellfish', 'the allergen crustaceans or molluscs', mayContain('crustaceans', 'molluscs')],
  ['nuts', 'the allergen nuts or peanuts', mayContain('nuts', 'peanuts')],
  ['eggs', 'the allergen eggs', mayContain('eggs')],
  ['cheese', 'the allergen milk', mayContain('milk')],
  ['cream', 'the allergen milk', mayContain('milk')],
  ['milk', 'the allergen milk', mayContain('milk')],
  ['yogurt', 'the allergen milk', mayContain('milk')],
  ['soy', 'the allergen soy', mayContain('soy')],
  ['celery', 'the allergen celery', mayContain('celery')],
  ['mustard', 'the allergen mustard', mayContain('mustard')],
  ['alcohol', 'alcohol', mayBreak('no-alcohol')],
  ['pork', 'pork', mayBreak('no-pork')],
  ['meat', 'meat', mayBreak('pescatarian')],
];
for (const [id, what, isKind] of kinds) {
  test(`every food of ${id} has ${what}`, () => {
    const others = [...members(id)].flatMap((member) => find(member) ?? []).filter((food) => !isKind(food));
    deepStrictEqual(
      others.map((food) => food.id),
      [],
    );
  });
}

function mayContain(...wanted: Allergen[]): (food: Food) => boolean {
  return (food) => wanted.some((allergen) => food.allergens.has(allergen) || food.mayContain.has(allergen));
}

function mayBreak(diet: Diet): (food: Food) => boolean {
  return (food) => food.breaks.has(diet) || food.mayBreak.has(diet);
}

test('every group has at least two foods, and titles of its own in both languages', () => {
  deepStrictEqual(
    groups.filter(({ foodIds }) => foodIds.size < 2).map(({ key }) => key),
    [],
  );
  for (const language of ['en', 'de'] as const) {
    const titles = groups.map((group) => group.titles[language]);
    deepStrictEqual(
      titles.filter((title, at) => titles.indexOf(title) !== at),
      [],
    );
  }
});

test('groups are known by the words that families use', () => {
  const words = {
    en: `mushroom = mushrooms, fish = fish, seafood = seafood, shellfish = shellfish, nuts = nuts, offal = offal,
      organ meats = offal, spicy = spicy, olives = olives, blue cheese = blue-cheese, cabbage = cabbage,
      pulses = pulses, legumes = pulses, red meat = red-meat, game = game, prawns = prawns, shrimp = prawns,
      bean sprouts = sprouts, cilantro = coriander, raisins = raisins, alcohol = alcohol, soy = soy`,
    de: `Pilze = mushrooms, Fisch = fish, Meeresfrüchte = shellfish, Nüsse = nuts, Innereien = offal, scharf = spicy,
      Oliven = olives, Blauschimmelkäse = blue-cheese, Schimmelkäse = mould-cheese, Kohl = cabbage,
      Hülsenfrüchte = pulses, rotes Fleisch = red-meat, Wild = game, Geflügel = poultry, Zwiebeln = onions,
      Sprossen = sprouts, Koriander = coriander, Rosinen = raisins, Käse = cheese, Eier = eggs, Tomaten = tomatoes`,
  };
  for (const language of ['en', 'de'] as const) {
    for (const pair of words[language].split(/,\s+/)) {
      const [word = '', id = ''] = pair.split(' = ');
      const found = groups.filter(({ names }) => names[language].includes(word)).map(({ key }) => key);
      deepStrictEqual(found, [`group:${id}`], word);
    }
  }
});

test('a food belongs to all groups that contain its group', () => {
  const { withGroups } = getFoods();
  const keys = withGroups(['smoked-salmon', 'prawn', 'prawn']);
  for (const id of [
    'salmon',
    'smoked-fish',
    'oily-fish',
    'fish',
    'prawns',
    'crustaceans',
    'shellfish',
    'seafood',
  ]) {
    ok(keys.includes(`group:${id}`), id);
  }
  deepStrictEqual(new Set(keys).size, keys.length);
  deepStrictEqual(withGroups(['salt']), ['salt']);
});
