/** Describes the picture of a recipe from its title, its form and its foods. */
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import { usesOf } from '#domain/recipe/food-use.ts';
import { fractionNumber } from '#domain/quantity/fraction.ts';
import { hashBelow } from '#domain/random.ts';
import { type BookRecipe, type Variant, variantIngredients } from '#domain/recipe/book-recipe.ts';
import type { Recipe } from '#domain/recipe/recipe.ts';
import {
  type Base,
  type DishKind,
  MAX_GARNISH,
  MAX_PIECES,
  type Piece,
  pictureText,
} from './dish-picture.ts';
import { isWholePiece, kindOfDish, titleRules } from './dish-kind.ts';
import { baseOfFood, isGarnish, pieceOfFood } from './food-looks.ts';
import { readWords } from '#languages/words.ts';
import { type FoodGrams, namesOneOf, sauceOf } from './sauce-colour.ts';

const { list, oneOf } = readWords('dishes');
const BREAD_ROLLS = list('bread rolls');
const DUMPLINGS_AS_PIECES = list('dumplings as pieces');
const MASHED = list('mashed');
const CHIPS = list('chips');

type Described = Pick<Recipe, 'id' | 'title' | 'ingredients' | 'steps'> & {
  [name in 'form' | 'starch' | 'mainFood']?: BookRecipe[name] | undefined;
};

export function describeDish(recipe: Described, foods: FoodCatalogue): string {
  const title = recipe.title.toLowerCase();
  const grams = gramsOf(recipe, foods);
  const { pieces: found, garnish: tops } = piecesOf(recipe, title, grams);
  const base = baseOf(recipe, title, grams);
  const pieces = shapedByTitle(found, title);
  const kind = kindOfDish({ title, form: recipe.form, base, pieces });
  const isSmooth = isPureed(recipe);
  const seed = hashBelow(1, recipe.id, 100);
  return pictureText({
    kind,
    sauce: sauceOf(kind, { grams, title, isSmooth, main: pieces[0] }),
    base: kind === 'pastries' && namesOneOf(title, BREAD_ROLLS) ? 'bread' : baseOnKind(kind, base, grams),
    pieces: piecesOnKind(kind, pieces, isSmooth).slice(0, MAX_PIECES),
    garnish: tops.slice(0, MAX_GARNISH),
    seed,
  });
}

/** The picture of the dish as its variant is cooked. */
export function describeVariant(recipe: Described, variant: Variant, foods: FoodCatalogue): string {
  const { title, without } = variant;
  // What is added takes the place of the main food, if the variant is without it.
  const isReplaced = recipe.mainFood !== undefined && without.includes(recipe.mainFood);
  return describeDish(
    {
      ...recipe,
      title: `${recipe.title} ${title}`,
      ingredients: variantIngredients(recipe, variant),
      mainFood: isReplaced ? variant.ingredients[0]?.understood?.food : recipe.mainFood,
    },
    foods,
  );
}

/** Of an amount that is not known. */
const SOME_GRAMS = 15;

function gramsOf({ ingredients }: Described, foods: FoodCatalogue): FoodGrams {
  const grams = new Map<string, number>();
  for (const line of ingredients)
    for (const { food, eatenGrams } of usesOf(line, foods)) {
      const amount = eatenGrams ? fractionNumber(eatenGrams) : SOME_GRAMS;
      grams.set(food.id, (grams.get(food.id) ?? 0) + amount);
    }
  return grams;
}

/** Foods that are not seen unless the title names them. */
const FLAVOURS: ReadonlySet<Piece> = new Set<Piece>(['onion', 'leek', 'egg', 'cheese']);
const FAINT: ReadonlySet<Piece> = new Set<Piece>(['carrot', 'gherkin', 'red-onion', 'bacon', 'flakes']);

/** Less than this of a food is not seen. */
const LEAST_GRAMS = 40;

/** By how much they are seen. */
function piecesOf(
  { mainFood, form }: Described,
  title: string,
  grams: FoodGrams,
): { pieces: Piece[]; garnish: Piece[] } {
  const scores = new Map<Piece, number>();
  for (const [food, amount] of grams) {
    const piece = pieceOfFood(food);
    if (!piece) continue;
    const isNamed = title.includes(food.split('-').at(-1) ?? food);
    if (amount < LEAST_GRAMS && !isNamed && food !== mainFood && !isGarnish(piece)) continue;
    if (FLAVOURS.has(piece) && !isNamed && food !== mainFood && !showsAll(form, piece)) continue;
    const factor =
      (food === mainFood ? 30 : 1) * (isNamed ? 4 : 1) * (FAINT.has(piece) && !isNamed ? 0.4 : 1);
    scores.set(piece, (scores.get(piece) ?? 0) + amount * factor);
  }
  const sorted = [...scores].toSorted(([, a], [, b]) => b - a).map(([piece]) => piece);
  return {
    pieces: sorted.filter((piece) => !isGarnish(piece)),
    garnish: sorted.filter(isGarnish),
  };
}

/** In salads and on cold plates, eggs and cheese lie in sight. */
function showsAll(form: Described['form'], piece: Piece): boolean {
  const inSight: readonly Described['form'][] = ['salad', 'plate', 'sandwich', 'bowl', 'noodles'];
  return (piece === 'egg' || piece === 'cheese') && inSight.includes(form);
}

/** Titles that say how the main food is shaped. */
const SHAPES = titleRules<Piece>([
  'shape beef',
  'shape finger',
  'shape breaded',
  'shape meatball',
  'shape kofta',
  'shape skewer',
  'shape patty',
  'shape roast',
  'shape roast-chicken',
  'shape poached-egg',
  'shape fried-egg',
  'shape scrambled',
]);

const SHAPED: ReadonlySet<Piece> = new Set<Piece>([
  'mince',
  'chicken',
  'pork',
  'beef',
  'fish',
  'egg',
  'nut',
  'flakes',
  'steak',
  'tofu',
  'salmon',
  'bean-black',
  'roast',
]);

function shapedByTitle(pieces: readonly Piece[], title: string): Piece[] {
  const shape = SHAPES.find(([, words]) => words.some((word) => title.includes(word)))?.[0];
  if (!shape) return [...pieces];
  const isEgg = shape.endsWith('egg') || shape === 'scrambled';
  const at = pieces.findIndex((piece) => (isEgg ? piece === 'egg' || piece === 'tofu' : SHAPED.has(piece)));
  const others = pieces.filter((_, index) => index !== at);
  return [shape, ...others];
}

/** The heaviest base; potatoes count where the book or the title says so. */
function baseOf({ starch }: Described, title: string, grams: FoodGrams): Base {
  if (starch === 'dumplings' && !namesOneOf(title, DUMPLINGS_AS_PIECES)) return 'dumpling';
  const totals = new Map<Base, number>();
  for (const [food, amount] of grams) {
    const base = baseOfFood(food);
    if (base && amount >= 30) totals.set(base, (totals.get(base) ?? 0) + amount);
  }
  const [heaviest] = [...totals].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  const potatoes = [...grams].reduce(
    (sum, [food, amount]) => sum + (food.endsWith('potato') ? amount : 0),
    0,
  );
  const isStarch = starch === undefined ? !heaviest : starch === 'potatoes' || starch === 'sweet-potatoes';
  if (!isStarch || potatoes < Math.max(200, totals.get(heaviest ?? 'none') ?? 0)) return heaviest ?? 'none';
  if (namesOneOf(title, MASHED)) return 'mash';
  return namesOneOf(title, CHIPS) ? 'chips' : 'potatoes';
}

/** In these, potatoes are pieces among others. */
const MIXED: ReadonlySet<DishKind> = new Set<DishKind>([
  'soup',
  'stew',
  'curry',
  'salad',
  'skillet',
  'frittata',
  'casserole',
  'tray',
  'noodle-soup',
  'pie',
  'rice',
]);
const HOT: ReadonlySet<DishKind> = new Set<DishKind>([
  'tart',
  'pie',
  'casserole',
  'stew',
  'soup',
  'curry',
  'frittata',
  'skillet',
  'balls',
  'tray',
  'pizza',
  'pasta',
]);
/** A salad beside a hot dish is not drawn in it. */
const RAW: ReadonlySet<Piece> = new Set<Piece>(['lettuce', 'rocket', 'cucumber', 'radish', 'gherkin']);
/** In a hot dish with a salad, fruit is in the salad. */
const IN_SALAD: ReadonlySet<Piece> = new Set<Piece>(['apple', 'pear']);

const FILLING: readonly Piece[] = [
  'mince',
  'flakes',
  'beef',
  'pork',
  'chicken',
  'potato',
  'spinach',
  'cabbage',
  'squash',
  'egg',
  'onion',
  'tofu',
];
/** What is inside the dough or mixed into it. */
const HIDDEN: { readonly [kind in DishKind]?: readonly Piece[] } = {
  dumplings: FILLING,
  triangles: FILLING,
  pastries: FILLING,
  balls: ['egg'],
  waffles: ['egg'],
  pancakes: ['egg'],
  'torn-pancake': ['egg'],
  muffins: ['egg'],
  loaf: ['egg'],
  cake: ['egg'],
  biscuits: ['egg', 'cheese'],
  frittata: ['egg'],
  casserole: ['egg', 'cabbage', 'flakes'],
  tart: ['egg'],
  pizza: ['cucumber', 'lettuce'],
  omelette: ['egg'],
};

/** Dishes in which fish and sausages are cut small. */
const CUT: ReadonlySet<DishKind> = new Set<DishKind>([
  'soup',
  'stew',
  'curry',
  'salad',
  'rice',
  'paella',
  'noodles',
  'noodle-soup',
  'pasta',
  'skillet',
  'pie',
]);
const CUT_PIECES: { readonly [piece in Piece]?: Piece } = {
  fish: 'fish-chunk',
  'whole-fish': 'fish-chunk',
  salmon: 'salmon-chunk',
  sausage: 'sausage-slice',
  drumstick: 'chicken',
  'roast-chicken': 'chicken',
  steak: 'beef',
};

function isEgg(piece: Piece | undefined): boolean {
  return piece === 'fried-egg' || piece === 'poached-egg';
}

function baseOnKind(kind: DishKind, base: Base, grams: FoodGrams): Base {
  if (base === 'potatoes' && MIXED.has(kind)) return 'none';
  if (base === 'oats' && grams.has('frozen-berries') && kind === 'porridge') return 'none';
  if (base === 'rice' && (kind === 'rice' || kind === 'paella' || kind === 'skillet'))
    return colouredRice(grams);
  return base;
}

function colouredRice(grams: FoodGrams): Base {
  if (grams.has('saffron')) return 'yellow-rice';
  const amountOf = (words: readonly string[]): number =>
    [...grams].reduce(
      (sum, [food, amount]) => sum + (words.some((word) => food.endsWith(word)) ? amount : 0),
      0,
    );
  if (
    amountOf(['passata', 'chopped-tomato', 'kimchi', 'tinned-tomato', 'plum-tomato']) >= 100 ||
    amountOf(['tomato-paste']) >= 25
  )
    return 'red-rice';
  if (amountOf(['turmeric', 'saffron', 'curry-powder']) >= 1) return 'yellow-rice';
  return amountOf(['soy-sauce']) >= 20 ? 'brown-rice' : 'rice';
}

function piecesOnKind(kind: DishKind, pieces: readonly Piece[], isSmooth: boolean): Piece[] {
  if (isSmooth && kind === 'soup') return pieces.slice(0, 1);
  const hidden = HIDDEN[kind] ?? [];
  const hasSalad = HOT.has(kind) && pieces.some((piece) => piece === 'lettuce' || piece === 'rocket');
  const seen = pieces.filter(
    (piece) =>
      !hidden.includes(piece) &&
      !(HOT.has(kind) && RAW.has(piece)) &&
      !(hasSalad && IN_SALAD.has(piece)) &&
      !(piece === 'potato' && !MIXED.has(kind)),
  );
  if (CUT.has(kind)) return [...new Set(seen.map((piece) => CUT_PIECES[piece] ?? piece))];
  if (kind === 'fritters' && isEgg(seen[0]))
    return [...seen.slice(1, 2), ...seen.slice(0, 1), ...seen.slice(2)];
  if (kind !== 'plate') return seen;
  // The main piece first, so that it lies in front.
  const main = seen.find(isWholePiece);
  return main ? [main, ...seen.filter((piece) => piece !== main)] : seen;
}

const BLENDED = new RegExp(
  String.raw`\b${oneOf('blended, the beginning of a word')}|${oneOf('blended')}`,
  'i',
);

/** Whether the dish is blended. */
function isPureed({ steps }: Described): boolean {
  return steps.some((step) => BLENDED.test(step));
}
