/** Checks by the names and ids of the foods that none is missing from a group. */
import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { Food } from '#domain/food/food.ts';
import type { FoodGroup } from '#domain/food/food-group.ts';
import { checkRule, type Exceptions, namesOf, VEGAN } from '#test/support/texts/food-group-rules.ts';
import { getFoods } from './foods.ts';

const { foods, groups, find } = getFoods();

/** Without what follows the food: "Champignons aus der Dose", "tuna in oil". */
function headOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/,.*$/, '')
    .replace(/ (?:aus|in|im|mit|nach|ohne|zum|ganz|with|of|from|without) .*$/, '');
}

/** What the name of a group must be for the name of a food to end with it. */
function endingsOf(name: string, language: 'en' | 'de'): string[] {
  const words = headOf(name).split(/\s+/);
  if (language === 'en') return words.map((_, at) => words.slice(at).join(' '));
  // German compounds. "Ei" is the end of many words, so a short ending must follow a hyphen.
  return [words.join(' '), ...words].flatMap((word) =>
    Array.from(word, (_, at) => word.slice(at)).filter(
      (ending, at) => at === 0 || ending.length > 3 || word[at - 1] === '-',
    ),
  );
}

/** The foods by the endings of their names. */
const named = { en: foodsByEnding('en'), de: foodsByEnding('de') };

function foodsByEnding(language: 'en' | 'de'): Map<string, Set<Food>> {
  const byEnding = new Map<string, Set<Food>>();
  for (const food of foods) {
    for (const ending of namesOf(food, language).flatMap((name) => endingsOf(name, language))) {
      byEnding.set(ending, (byEnding.get(ending) ?? new Set()).add(food));
    }
  }
  return byEnding;
}

function foodsNamedAfter({ names }: FoodGroup): Set<Food> {
  const found = (['en', 'de'] as const).flatMap((language) =>
    names[language].flatMap((name) => [...(named[language].get(name.toLowerCase()) ?? [])]),
  );
  return new Set(found);
}

const CHILLIES = {
  'red-chilli green-chilli jalapeno serrano-chilli thai-chilli habanero scotch-bonnet poblano anaheim-chilli':
    'hot',
  'dried-chilli ancho-chilli guajillo-chilli dried-chipotle chipotle-in-adobo pickled-jalapeno pepperoncini':
    'hot',
};
const PLANT_DRINKS = {
  'soy-milk oat-milk gluten-free-oat-milk almond-milk rice-milk cashew-milk coconut-drink': 'of plants',
  'vegan-milk vegan-hemp-milk vegan-condensed-milk coconut-milk light-coconut-milk coconut-milk-powder':
    'of plants',
};

/** Foods with a name that ends like a name of the group. */
const NAMED_AFTER: { [group: string]: Exceptions } = {
  mushrooms: { 'blue-cheese': 'Edelpilz is its mould' },
  cabbage: {
    'cauliflower frozen-cauliflower broccolini romanesco': 'in the cabbage family',
    'cilantro dill lovage lemon-verbena savory': 'herbs called Kraut',
    'molasses apple-butter': 'syrups called Kraut',
  },
  kale: { 'chinese-broccoli': 'a kind of broccoli' },
  sprouts: {
    'bamboo-shoot bamboo-shoot-tinned': 'a group of its own',
    'brussels-sprout': 'a cabbage',
    'wheat-germ': 'part of a grain',
  },
  tomatoes: { tomatillo: 'another fruit', 'infused-oil': 'the oil of dried tomatoes' },
  peppers: {
    ...CHILLIES,
    'paprika smoked-paprika': 'a spice',
    'stuffed-olive': 'an olive with a strip of pepper',
  },
  squash: {
    courgette: 'a group of its own',
    'chayote ridge-gourd': 'other gourds',
    'simple-syrup': 'a drink',
  },
  spinach: { 'amaranth-leaves': 'another leaf' },
  peas: {
    'chickpea dried-chickpea cooked-chickpea roasted-chickpea': 'a group of its own',
    'black-eyed-bean dried-black-eyed-bean cooked-pinto-bean frozen-lima-bean': 'beans called peas',
    'pigeon-pea': 'another pulse',
    crouton: 'Backerbsen are of dough',
  },
  sweetcorn: {
    'popcorn popped-popcorn puffed-rice': 'puffed',
    'black-pepper sichuan-pepper': 'peppercorns',
    candy: 'candy corn',
  },
  beetroot: { chard: 'silver beet' },
  asparagus: { 'pea-shoot samphire': 'other plants' },
  artichokes: { 'jerusalem-artichoke': 'a root' },
  okra: { 'ridge-gourd': 'another vegetable' },
  potatoes: { 'sweet-potato tinned-sweet-potato pumpkin-puree': 'sweet potatoes', marzipan: 'a sweet' },
  'sweet-potatoes': { 'chinese-yam': 'another root' },
  'salad-leaves': { 'sandwich-filling fresh-fruit fruit-cocktail': 'salads without leaves' },
  olives: { 'olive-oil': 'does not taste of olives' },
  spicy: {
    'paprika smoked-paprika curry-powder mustard': 'mild unless it says otherwise',
    shishito: 'a mild pepper',
  },
  ginger: { galangal: 'another root' },
  coriander: { 'coriander-seed ground-coriander': 'the seeds', microgreens: 'tiny leaves of any kind' },
  parsley: { cilantro: 'Chinese parsley', 'parsley-root': 'a root' },
  basil: { microgreens: 'tiny leaves of any kind', 'marinated-tofu': 'tofu' },
  mint: { culantro: 'Vietnamese mint', candy: 'a sweet' },
  dill: { gherkin: 'kosher dills' },
  aniseed: { 'sambal-oelek kecap-manis': 'manis means sweet' },
  cinnamon: { 'coarse-sugar': 'sugar, by one name with cinnamon' },
  cumin: { 'nigella-seed': 'another seed' },
  fruit: {
    'sweetener piccalilli caper': 'not eaten as fruit',
    'seafood-mix mixed-beans aubergine': 'called Früchte in German',
  },
  berries: {
    'allspice juniper-berry sumac pink-peppercorn caper': 'spices',
    'spelt cooked-spelt steel-cut-oats breakfast-cereal': 'grains',
    'kiwi raisin': 'other fruit',
  },
  oranges: {
    'kumquat clementine tinned-mandarin': 'other citrus fruit',
    'cooking-apple yellow-bell-pepper food-colouring': 'orange is a name or a colour',
  },
  lemons: { 'flavour-extract lemonade': 'an aroma, a drink' },
  limes: { 'citric-acid': 'a salt' },
  dates: { jujube: 'another fruit' },
  apples: { 'pomegranate cherimoya caper potato new-potato': 'called apples' },
  pears: { 'avocado prickly-pear jerusalem-artichoke': 'called pears' },
  bananas: { plantain: 'a vegetable', candy: 'a sweet' },
  cherries: { physalis: 'another fruit', jello: 'an aroma' },
  melons: { 'bitter-melon winter-melon': 'vegetables' },
  figs: { 'prickly-pear': 'another fruit' },
  meat: {
    'prawn crab-meat surimi mussel scallop lobster crayfish canned-clam snail': 'meat of shellfish',
    'mango pineapple passion-fruit watermelon coconut tinned-jackfruit pumpkin chopped-tomato':
      'flesh of fruit',
    'seitan vegan-mince vegetarian-mince': VEGAN,
  },
  beef: { 'vegan-mince vegetarian-mince': VEGAN, 'beef-stock-cube': 'a stock' },
  pork: { 'wild-boar': 'game' },
  bacon: { 'vegan-bacon': VEGAN, marshmallow: 'Mäusespeck' },
  ham: { 'vegan-bacon': VEGAN, 'stewing-beef bresaola': 'beef', waffle: 'Palatschinken' },
  chicken: {
    'vegan-chicken quorn': VEGAN,
    'chicken-stock-cube stuffing-mix egg-yolk': 'no meat',
    'pheasant guinea-fowl': 'other birds',
  },
  turkey: { whisky: 'a brand' },
  duck: { seitan: VEGAN },
  goose: { 'vodka longan': 'a brand, Longans' },
  game: { lemonade: 'Wild Berry' },
  'minced-meat': { 'soy-mince vegan-mince vegetarian-mince': VEGAN },
  sausages: { 'vegan-sausage vegetarian-sausage': VEGAN },
  'cold-cuts': { 'vegan-sausage vegetarian-sausage': VEGAN },
  liver: { 'vital-wheat-gluten': 'Weizenkleber' },
  fish: { squid: 'a mollusc', 'vegan-fish': VEGAN },
  salmon: {
    pollock: 'Seelachs is a white fish',
    'pork-loin smoked-pork-loin lamb-fillet': 'cuts of meat',
    'vegan-fish': VEGAN,
  },
  tuna: { 'vegan-fish': VEGAN },
  mackerel: { snapper: 'Goldmakrele' },
  cod: { 'hake sablefish': 'other fish' },
  prawns: { 'vegan-fish': VEGAN, crab: 'Königskrabben', 'shrimp-paste': 'a seasoning' },
  eggs: {
    'vegan-egg': VEGAN,
    candy: 'Schokoladeneier',
    // Words such as "glutenfreier".
    'gluten-free-bread gluten-free-tortilla gluten-free-flour gluten-free-bread-mix gluten-free-mustard':
      'freier',
    'gluten-free-stock-cube gluten-free-vegetable-stock gluten-free-oat-milk yogurt cream-cheese': 'freier',
    'alcohol-free-wine apple-cider': 'freier',
  },
  cheese: {
    'quark labneh': 'fresh milk products',
    'vegan-cheese vegan-cream-cheese': VEGAN,
    'bologna apple-butter': 'Leberkäse, damson cheese',
  },
  'blue-cheese': { 'vegan-cheese': VEGAN },
  'cream-cheese': {
    'cottage-cheese goat-cheese paneer burrata labneh': 'other fresh cheeses',
    'vegan-cream-cheese': VEGAN,
  },
  mozzarella: { 'vegan-cheese': VEGAN },
  yogurt: { 'coconut-yogurt soy-yogurt vegan-yogurt': VEGAN, 'vanilla-ice-cream': 'frozen yogurt' },
  cream: {
    'oat-cream soy-cream cashew-milk vegan-cream vegan-sour-cream vegan-whipped-cream vegan-ice-cream': VEGAN,
    'coconut-cream coconut-cream-sweetened': VEGAN,
    'vanilla-ice-cream ice-cream nut-ice-cream custard irish-cream chocolate-spread': 'sweets',
    'cream-of-mushroom-soup cream-of-chicken-soup cream-of-celery-soup cream-of-tomato-soup': 'soups',
    'cream-of-tartar balsamic-glaze creamed-horseradish salad-cream farina': 'called cream',
  },
  milk: { ...PLANT_DRINKS, 'coconut-cream': 'of plants', 'milk-chocolate dulce-de-leche': 'sweets' },
  soy: { 'soy-sauce': 'a seasoning' },
  beans: {
    'chickpea dried-chickpea cooked-chickpea roasted-chickpea pigeon-pea': 'other pulses',
    'vanilla-pod unsweetened-chocolate ground-coffee tonka-bean': 'vanilla, cocoa, coffee, a spice',
    'bean-sprout jicama samphire': 'other vegetables',
    'black-bean-sauce': 'a seasoning',
    candy: 'jelly beans',
  },
  lentils: { candy: 'Schokolinsen' },
  nuts: {
    'coconut coconut-desiccated lychee water-chestnut lotus-seed dried-soybean hemp-seed': 'no nuts',
    nutmeg: 'a spice',
    'veal-escalope pork-loin': 'cuts of meat',
    'ginger-biscuit': 'ginger nuts',
  },
  almonds: { 'almond-extract': 'an aroma', 'gluten-free-coconut-flour': 'Erdmandeln' },
  bread: {
    'pizza-dough baking-mix gluten-free-bread-mix': 'to be baked',
    'cracker sponge-cake jam': 'a cracker, a cake, Quittenbrot',
  },
  tortillas: { 'pita caramel-sauce': 'called wraps' },
  'pasta-and-noodles': { 'bao-bun': 'Dampfnudeln' },
  noodles: {
    'spaghetti linguine penne fusilli rigatoni farfalle macaroni orzo vermicelli fettuccine': 'Italian pasta',
    'lasagne-sheet egg-free-lasagne-sheet gluten-free-lasagne-sheet': 'Italian pasta',
    'wholemeal-pasta wholemeal-spaghetti gluten-free-pasta gluten-free-lentil-pasta egg-pasta':
      'Italian pasta',
    'fresh-pasta dried-pasta cooked-pasta': 'Italian pasta',
    spaetzle: 'German noodles',
  },
  rice: {
    'frozen-cauliflower shirataki spelt': 'instead of rice',
    'rice-flour rice-vermicelli puffed-rice crisp-rice-cereal pudding': 'made of rice',
    'ice-cream sorbet': 'Erdbeereis',
  },
  quinoa: { 'cooked-spelt': 'another grain' },
  oats: { 'oat-flour oat-cream': 'made of oats' },
  polenta: { 'corn-flour-maize masa-harina cornbread-mix': 'flour' },
  wine: {
    'cider brandy': 'other alcohol',
    'alcohol-free-wine apple-cider': 'without alcohol',
    'pork-mince pork-loin wild-boar': 'Schwein',
  },
  coffee: { 'grain-coffee': 'without coffee' },
  chocolate: { 'custard-powder fondant': 'with the taste of chocolate' },
  mustard: { 'mustard-greens': 'a leaf' },
  'soy-sauce': { 'ponzu maggi-seasoning': 'other sauces' },
};
/** Any kernel or spice is called a seed in one language or the other. */
const WITHOUT_NAMES = new Set(['seeds']);

for (const group of groups) {
  const id = group.key.slice('group:'.length);
  if (WITHOUT_NAMES.has(id)) continue;
  test(`${group.key} has every food that is named after it`, () => {
    const found = foodsNamedAfter(group);
    checkRule(id, (food) => found.has(food), NAMED_AFTER[id]);
  });
}

/** Kinds of a food by their ids that are not in all its groups. Foods of the aisle plant replace the food. */
const OTHER_KINDS: Exceptions = {
  'tinned-tomato chopped-tomato sun-dried-tomato stewed-tomato': 'not fresh',
  'coconut-milk coconut-cream coconut-milk-powder salad-cream irish-cream ice-cream': 'no milk or cream',
  'apple-cider alcohol-free-beer root-beer': 'without alcohol',
  'grain-coffee': 'without coffee',
  'turkey-bacon beef-frankfurter': 'without pork',
  'mexican-chorizo': 'to be fried, not sliced',
  'tinned-sardine': 'fresh sardines stand for fresh anchovies too',
  'tinned-jackfruit': 'young, a vegetable',
  'green-chutney hard-pretzel puffed-rice rice-vermicelli': 'not used like the other',
  'prickly-pear jerusalem-artichoke sweet-potato bitter-melon winter-melon chinese-yam': 'another plant',
};

/** `emmental` of `vegetarian-emmental`. */
function findBaseFood({ id }: Food): Food | undefined {
  const parts = id.split('-');
  for (let at = 1; at < parts.length; at += 1) {
    const base = find(parts.slice(at).join('-'));
    if (base) return base;
  }
  return undefined;
}

test('a kind of a food is in all groups of the food', () => {
  const { withGroups } = getFoods();
  const others = foods.filter((food) => {
    const base = food.aisle === 'plant' ? undefined : findBaseFood(food);
    const own = withGroups([food.id]);
    return base && withGroups([base.id]).some((key) => key !== base.id && !own.includes(key));
  });
  deepStrictEqual(
    others.map((food) => food.id).toSorted(),
    Object.keys(OTHER_KINDS)
      .flatMap((ids) => ids.split(' '))
      .toSorted(),
  );
});
