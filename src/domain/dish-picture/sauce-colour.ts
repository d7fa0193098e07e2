/** The colour of the sauce, soup or dough of a dish, by its foods. */
import { readWords } from '#languages/words.ts';
import type { DishKind, Piece, Sauce } from './dish-picture.ts';

const { list } = readWords('dishes');

/** Which foods a dish has, and how much of them. */
export type FoodGrams = ReadonlyMap<string, number>;

type Rule = { readonly sauce: Sauce; readonly words: readonly string[]; readonly leastGrams: number };

/** Grams for a whole recipe. The first rule that is met decides. */
const THICK: readonly Rule[] = [
  { sauce: 'magenta', words: ['beetroot'], leastGrams: 200 },
  { sauce: 'green', words: ['green-curry-paste', 'salsa-verde', 'pesto'], leastGrams: 30 },
  { sauce: 'dark-green', words: ['frozen-spinach'], leastGrams: 300 },
];
const RED = [
  'red-curry-paste',
  'passata',
  'chopped-tomato',
  'tinned-tomato',
  'plum-tomato',
  'tomato-paste',
  'ketchup',
  'salsa',
  'tomato',
  'kimchi',
  'gochujang',
  'harissa',
  'doubanjiang',
  'sambal-oelek',
];
const PALE = [
  'cream',
  'creme-fraiche',
  'coconut-milk',
  'sour-cream',
  'yogurt',
  'milk',
  'cream-cheese',
  'mascarpone',
  'single-cream',
  'oat-cream',
  'quark',
  'ricotta',
];
const SPICED = ['curry-powder', 'turmeric', 'garam-masala', 'saffron', 'ras-el-hanout'];
const DARK = [
  'soy-sauce',
  'hoisin-sauce',
  'oyster-sauce',
  'kecap-manis',
  'beef-stock',
  'gravy-granules',
  'red-wine',
  'beer',
  'worcestershire-sauce',
  'balsamic-vinegar',
  'black-vinegar',
];
/** A little of these colours much. */
const STRENGTH: { readonly [word: string]: number } = {
  'red-curry-paste': 4,
  'tomato-paste': 5,
  gochujang: 4,
  harissa: 4,
  doubanjiang: 5,
  'curry-powder': 12,
  turmeric: 25,
  'garam-masala': 6,
  'beef-stock': 0.5,
  'soy-sauce': 3,
  tomato: 0.6,
  'gravy-granules': 15,
  milk: 0.6,
  saffron: 60,
  'ras-el-hanout': 10,
  paprika: 8,
};

/** Kinds that have a colour of their own. */
const OWN_COLOUR: ReadonlySet<DishKind> = new Set<DishKind>([
  'platter',
  'salad',
  'crepe',
  'fritters',
  'waffles',
  'torn-pancake',
  'omelette',
  'dumplings',

  'triangles',
  'pastries',
  'biscuits',
  'loaf',
  'burger',
  'hot-dog',
  'roll',
  'taco',
  'wrap',
  'pitta',
  'tart',

  'quesadilla',
  'lettuce-cups',
  'sushi',
  'onigiri',
  'boiled-eggs',
  'nachos',
  'jacket-potato',
  'fondue',
  'muffins',
  'tray',
  'rice',
  'paella',
  'sandwich',
  'pancakes',
  'sections',
]);
/** On a plate, these lie without a sauce unless the title names one. */
const DRY: ReadonlySet<Piece> = new Set<Piece>([
  'breaded',
  'finger',
  'skewer',
  'steak',
  'chop',
  'patty',
  'kofta',
  'sausage',
  'roast-chicken',
  'drumstick',
  'whole-fish',
  'salmon',
  'fish',
  'fried-egg',
  'poached-egg',
  'asparagus',
  'egg',
]);
const SAUCES = list('sauces');
const CABBAGE_ROLLS = list('cabbage rolls');
const CREAMED_SPINACH = list('creamed spinach');
const YOGURT = list('yogurt');
const CREAM_SAUCES = list('cream sauces');

const BAKED: ReadonlySet<DishKind> = new Set<DishKind>(['muffins', 'biscuits', 'cake']);

type SauceFacts = {
  readonly grams: FoodGrams;
  readonly title: string;
  readonly isSmooth: boolean;
  readonly main: Piece | undefined;
};

export function sauceOf(kind: DishKind, { grams, title, isSmooth, main }: SauceFacts): Sauce {
  if (kind === 'porridge' || (kind === 'sections' && isSmooth)) return porridgeColour(grams, isSmooth);
  if (kind === 'toast' || kind === 'bagel') return spreadColour(grams);
  if (kind === 'rolls')
    return grams.has('rice-paper') ? 'white' : namesOneOf(title, CABBAGE_ROLLS) ? 'green' : 'gold';
  if (kind === 'frittata') return sum(grams, HERBS, false) >= 60 ? 'green' : 'none';
  if (kind === 'plate' && namesOneOf(title, CREAMED_SPINACH)) return 'dark-green';
  if (main === 'poached-egg' && namesOneOf(title, YOGURT)) return 'white';
  if (kind === 'casserole' && sum(grams, MELTED, false) >= 80) return 'gold';
  if (kind === 'pizza') return sum(grams, ['creme-fraiche'], false) >= 50 ? 'white' : 'red';
  if (kind === 'drink') return drinkColour(grams);
  if (BAKED.has(kind)) return sum(grams, ['chocolate', 'cocoa-powder'], false) >= 20 ? 'brown' : 'none';
  if (OWN_COLOUR.has(kind)) return 'none';
  if (kind === 'plate' && main && DRY.has(main) && !namesOneOf(title, SAUCES)) return 'none';
  const rule = THICK.find(({ words, leastGrams }) => sum(grams, words, false) >= leastGrams);
  if (rule && kind !== 'plate' && !(kind === 'soup' && rule.sauce === 'green')) return rule.sauce;
  const colour = kind === 'soup' ? soupColour(grams, isSmooth) : undefined;
  const mixed = colour ?? mixedColour(kind, grams);
  return mixed === 'none' && kind === 'plate' && namesOneOf(title, CREAM_SAUCES) ? 'cream' : mixed;
}

/** Also as a part of a longer word. */
export function namesOneOf(title: string, words: readonly string[]): boolean {
  return words.some((word) => title.includes(word));
}

function drinkColour(grams: FoodGrams): Sauce {
  const colours: readonly (readonly [Sauce, readonly string[]])[] = [
    ['green', ['spinach', 'kale', 'avocado', 'cucumber', 'matcha']],
    ['pink', ['strawberry', 'raspberry', 'berries', 'cherry', 'blueberry']],
    ['orange', ['mango', 'carrot', 'orange', 'orange-juice', 'apricot', 'peach']],
    ['brown', ['chocolate', 'cocoa-powder']],
    ['yellow', ['pineapple', 'lemon', 'fresh-lemon-juice']],
  ];
  return colours.find(([, words]) => sum(grams, words, false) >= 15)?.[0] ?? 'cream';
}

/** What is spread on bread. */
function spreadColour(grams: FoodGrams): Sauce {
  const spreads: readonly (readonly [Sauce, readonly string[]])[] = [
    ['gold', ['peanut-butter', 'nut-butter']],
    ['green', ['avocado']],
    ['red', ['passata', 'chopped-tomato', 'tomato-paste']],
    ['white', ['labneh', 'cream-cheese', 'ricotta', 'quark']],
    ['yellow', ['cheddar', 'gouda', 'emmental', 'raclette']],
  ];
  return spreads.find(([, words]) => sum(grams, words, false) >= 40)?.[0] ?? 'none';
}

const HERBS = ['parsley', 'cilantro', 'dill', 'chives', 'mint', 'tarragon'];
const MELTED = ['mozzarella', 'cheddar', 'emmental', 'gouda', 'gruyere', 'parmesan', 'hard-cheese', 'feta'];

function porridgeColour(grams: FoodGrams, isSmooth: boolean): Sauce {
  if (isSmooth && sum(grams, ['berries', 'blueberry', 'raspberry', 'strawberry'], false) > 100) return 'pink';
  if (sum(grams, ['turmeric', 'mung-bean'], false) > 1) return 'yellow';
  if (sum(grams, ['dark-chocolate', 'milk-chocolate', 'cocoa-powder'], false) >= 20) return 'brown';
  return sum(grams, ['yogurt', 'quark', 'rice', 'coconut-milk', 'almond-milk'], false) >= 200
    ? 'white'
    : 'cream';
}

function mixedColour(kind: DishKind, grams: FoodGrams): Sauce {
  const pales =
    kind === 'plate' ? PALE.filter((word) => word !== 'milk' && word !== 'yogurt' && word !== 'quark') : PALE;
  const [red, pale, spiced, dark] = [RED, pales, SPICED, DARK].map((words) => sum(grams, words, true)) as [
    number,
    number,
    number,
    number,
  ];
  if (red >= 150 && pale >= 100) return 'orange';
  if (red >= 150) return 'red';
  if (spiced >= 60) return pale >= 100 ? 'yellow' : 'gold';
  if (pale >= 100 && kind !== 'casserole') return 'cream';
  if (kind === 'casserole') return 'gold';
  if (dark >= 60 && kind !== 'soup' && kind !== 'noodle-soup') return 'brown';
  if (red >= 60) return 'orange';
  if (spiced >= 25) return 'gold';
  return kind === 'soup' || kind === 'noodle-soup' ? 'clear' : 'none';
}

/** By the vegetable that a soup is made of. */
function soupColour(grams: FoodGrams, isSmooth: boolean): Sauce | undefined {
  if (!isSmooth) {
    if (sum(grams, ['red-lentil'], false) >= 150) return 'orange';
    if (sum(grams, ['onion'], false) >= 600) return 'brown';
    return sum(grams, ['split-pea'], false) >= 150 ? 'yellow' : undefined;
  }
  const colours: readonly (readonly [Sauce, readonly string[]])[] = [
    ['orange', ['carrot', 'pumpkin', 'sweet-potato', 'red-lentil']],
    ['green', ['pea', 'broccoli', 'leek', 'courgette', 'kale']],
    ['yellow', ['sweetcorn', 'split-pea', 'creamed-corn']],
    ['cream', ['potato', 'mushroom', 'cauliflower', 'celeriac', 'parsnip', 'processed-cheese']],
    ['red', ['tomato', 'chopped-tomato', 'passata', 'plum-tomato', 'red-bell-pepper']],
    ['brown', ['onion', 'brown-lentil']],
  ];
  const found = colours
    .map(([sauce, words]) => ({ sauce, total: sum(grams, words, false) }))
    .toSorted((a, b) => b.total - a.total)[0];
  return found && found.total >= 300 ? found.sauce : undefined;
}

function sum(grams: FoodGrams, words: readonly string[], isWeighted: boolean): number {
  let total = 0;
  for (const [food, amount] of grams) {
    const word = words.find((word) => food === word || food.endsWith(`-${word}`));
    if (word) total += amount * (isWeighted ? (STRENGTH[word] ?? 1) : 1);
  }
  return total;
}
