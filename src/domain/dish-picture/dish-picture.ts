/**
 * What a drawn picture of a dish shows, as a short text: `curry red rice chicken,pepper-red herb 7`. The words are
 * kind, colour of the sauce, base, pieces, garnish and a number that varies the picture. The server writes it from
 * the recipe (describe-dish.ts), the app draws it (web/meals/picture). Only words of these lists are read.
 */

/** How the dish is arranged and in what it is served. */
export const DISH_KINDS = [
  ...([
    'soup',
    'stew',
    'curry',
    'plate',
    'skillet',
    'casserole',
    'tray',
    'salad',
    'sections',
    'pasta',
  ] as const),
  ...(['rice', 'paella', 'noodles', 'noodle-soup', 'porridge', 'pizza', 'pie', 'tart', 'pancakes'] as const),
  ...(['crepe', 'fritters', 'waffles', 'torn-pancake', 'omelette', 'frittata', 'eggs-in-sauce'] as const),
  ...([
    'boiled-eggs',
    'toast',
    'sandwich',
    'burger',
    'hot-dog',
    'roll',
    'bagel',
    'taco',
    'wrap',
    'pitta',
  ] as const),
  ...([
    'quesadilla',
    'rolls',
    'lettuce-cups',
    'sushi',
    'onigiri',
    'dumplings',
    'triangles',
    'balls',
  ] as const),
  ...(['pastries', 'stuffed', 'jacket-potato', 'platter', 'muffins', 'loaf', 'cake', 'biscuits'] as const),
  ...(['drink', 'fondue', 'nachos'] as const),
] as const;
export type DishKind = (typeof DISH_KINDS)[number];

/** Colours of sauces, soups and doughs; `none` leaves the dish without a sauce. */
export const SAUCES = [
  ...(['none', 'red', 'orange', 'yellow', 'gold', 'cream', 'white', 'green', 'dark-green', 'brown'] as const),
  ...(['dark-brown', 'magenta', 'pink', 'clear', 'purple'] as const),
] as const;
export type Sauce = (typeof SAUCES)[number];

/** What lies under or beside the rest. */
export const BASES = [
  ...([
    'none',
    'rice',
    'brown-rice',
    'yellow-rice',
    'red-rice',
    'strands',
    'ribbons',
    'tubes',
    'bows',
  ] as const),
  ...([
    'spirals',
    'shells',
    'spaetzle',
    'noodles',
    'dark-noodles',
    'glass-noodles',
    'grains',
    'polenta',
  ] as const),
  ...([
    'mash',
    'potatoes',
    'chips',
    'bread',
    'flatbread',
    'tortilla',
    'dumpling',
    'leaves',
    'lentils',
  ] as const),
  ...(['oats', 'gnocchi', 'dark-bread', 'white-bread'] as const),
] as const;
export type Base = (typeof BASES)[number];

export const PIECES = [
  ...(['tomato', 'cherry-tomato', 'cucumber', 'radish', 'carrot', 'mushroom', 'onion', 'red-onion'] as const),
  ...(['olive', 'pea', 'corn', 'cob', 'pepper-red', 'pepper-green', 'pepper-yellow', 'chilli'] as const),
  ...(['broccoli', 'cauliflower', 'aubergine', 'courgette', 'avocado', 'asparagus', 'green-bean'] as const),
  ...(['squash', 'beetroot', 'cabbage', 'red-cabbage', 'kimchi', 'leek', 'spinach', 'lettuce'] as const),
  ...(['rocket', 'bean-sprout', 'sprout', 'parsnip', 'pak-choi', 'nori', 'bean-red', 'bean-black'] as const),
  ...([
    'bean-white',
    'baked-bean',
    'chickpea',
    'lentil',
    'edamame',
    'chicken',
    'drumstick',
    'steak',
  ] as const),
  ...(['beef', 'pork', 'mince', 'meatball', 'kofta', 'sausage', 'bacon', 'ham', 'salmon', 'fish'] as const),
  ...(['whole-fish', 'breaded', 'finger', 'prawn', 'mussel', 'flakes', 'tofu', 'tempeh', 'feta'] as const),
  ...([
    'mozzarella',
    'cheese',
    'halloumi',
    'egg',
    'fried-egg',
    'poached-egg',
    'skewer',
    'chop',
    'patty',
  ] as const),
  ...([
    'roast',
    'roast-chicken',
    'potato',
    'crouton',
    'tortilla-chip',
    'pudding',
    'apple',
    'banana',
  ] as const),
  ...([
    'strawberry',
    'raspberry',
    'blueberry',
    'cherry',
    'mango',
    'pineapple',
    'orange',
    'lemon',
    'lime',
  ] as const),
  ...(['fig', 'kiwi', 'plum', 'raisin', 'apricot', 'pomegranate', 'nut', 'seed', 'herb', 'basil'] as const),
  ...(['spring-onion', 'dollop', 'butter', 'crisp-onion', 'coconut', 'crumb', 'jam', 'sauce-pot'] as const),
  ...(['bread', 'flatbread', 'bun', 'pretzel', 'rice-cake', 'dark-sauce', 'gherkin', 'scrambled'] as const),
  ...(['fish-chunk', 'salmon-chunk', 'sausage-slice', 'pear'] as const),
] as const;
export type Piece = (typeof PIECES)[number];

export type DishPicture = {
  readonly kind: DishKind;
  readonly sauce: Sauce;
  readonly base: Base;
  /** The most important first. */
  readonly pieces: readonly Piece[];
  /** Small things on top. */
  readonly garnish: readonly Piece[];
  /** From 0 to 99: two dishes with the same words look a little different. */
  readonly seed: number;
};

/** The texts of pictures. */
export type PicturesByRecipe = { readonly [recipeId: string]: string };

export const MAX_PIECES = 5;
export const MAX_GARNISH = 2;

export function pictureText({ kind, sauce, base, pieces, garnish, seed }: DishPicture): string {
  return [kind, sauce, base, pieces.join(',') || '-', garnish.join(',') || '-', seed].join(' ');
}

/** Undefined if the text is not that of a picture, such as one of a newer server. */
export function parsePicture(text: string): DishPicture | undefined {
  const [kind, sauce, base, pieces = '', garnish = '', seed = ''] = text.split(' ');
  const found = {
    kind: DISH_KINDS.find((word) => word === kind),
    sauce: SAUCES.find((word) => word === sauce),
    base: BASES.find((word) => word === base),
  };
  if (!found.kind || !found.sauce || !found.base) return undefined;
  return {
    kind: found.kind,
    sauce: found.sauce,
    base: found.base,
    pieces: piecesIn(pieces).slice(0, MAX_PIECES),
    garnish: piecesIn(garnish).slice(0, MAX_GARNISH),
    seed: Math.abs(Math.trunc(Number(seed))) % 100 || 0,
  };
}

function piecesIn(text: string): Piece[] {
  return text.split(',').flatMap((word) => PIECES.find((piece) => piece === word) ?? []);
}
