/** The kind of a dish, by the words of its title, by its form in the book, or by its foods. */
import type { Form } from '#domain/recipe/book-recipe.ts';
import { readWords } from '#languages/words.ts';
import type { Base, DishKind, Piece } from './dish-picture.ts';

const { list } = readWords('dishes');

/** The first rule with a word that the title contains decides, so special ones come first. */
const KINDS_BY_TITLE = titleRules<DishKind>([
  'kind plate',
  'kind platter',
  'kind porridge, before others',
  'kind sections, before others',
  'kind pizza',
  'kind casserole',
  'kind burger',
  'kind hot-dog',
  'kind taco',
  'kind quesadilla',
  'kind lettuce-cups',
  'kind sushi',
  'kind onigiri',
  'kind fondue',
  'kind nachos',
  'kind waffles',
  'kind torn-pancake',
  'kind crepe',
  'kind pitta',
  'kind fritters',
  'kind eggs-in-sauce',
  'kind frittata',
  'kind omelette',
  'kind boiled-eggs',
  'kind pancakes',
  'kind tart',
  'kind pastries',
  'kind triangles',
  'kind balls',
  'kind dumplings',
  'kind muffins',
  'kind biscuits',
  'kind loaf',
  'kind drink',
  'kind jacket-potato',
  'kind stuffed',
  'kind rolls',
  'kind sections',
  'kind wrap',
  'kind bagel',
  'kind roll',
  'kind noodle-soup',
  'kind soup',
  'kind toast',
  'kind sandwich',
  'kind salad',
  'kind curry',
  'kind skillet',
  'kind tray',
  'kind paella',
  'kind rice',
  'kind porridge',
  'kind stew',
  'kind noodles',
  'kind pasta',
  'kind cake',
  'kind pie',
]);

const KINDS_BY_FORM: { readonly [form in Form]: DishKind } = {
  soup: 'soup',
  stew: 'stew',
  curry: 'curry',
  bake: 'casserole',
  roast: 'plate',
  pan: 'plate',
  'stir-fry': 'curry',
  salad: 'salad',
  bowl: 'sections',
  pasta: 'pasta',
  rice: 'rice',
  noodles: 'noodles',
  sandwich: 'sandwich',
  wrap: 'wrap',
  pizza: 'pizza',
  pie: 'pie',
  dumplings: 'balls',
  pancakes: 'pancakes',
  eggs: 'plate',
  porridge: 'porridge',
  plate: 'plate',
};

type KindFacts = {
  readonly title: string;
  readonly form?: Form | undefined;
  readonly base: Base;
  readonly pieces: readonly Piece[];
};

export function kindOfDish({ title, form, base, pieces }: KindFacts): DishKind {
  const names = namesOf(title);
  if (ON_BREAD.some((words) => title.includes(` ${words}`))) return 'toast';
  const byTitle = firstOf(names);
  const kind = byTitle ?? (form ? KINDS_BY_FORM[form] : kindOfFoods(base, pieces));
  if (form === 'salad' && (kind === 'pasta' || kind === 'noodles' || kind === 'curry')) return 'salad';
  if (form === 'soup' && kind !== 'noodle-soup') return SOUP_NOODLES.has(base) ? 'noodle-soup' : 'soup';
  if (form === 'bake' && kind === 'casserole' && !byTitle && (isWholePiece(pieces[0]) || SERVED.has(base)))
    return 'plate';
  return kind;
}

/** What is served beside a dish from the oven, not baked in it. */
const SERVED: ReadonlySet<Base> = new Set<Base>(['rice', 'brown-rice', 'grains', 'chips', 'polenta']);

const SOUP_NOODLES: ReadonlySet<Base> = new Set<Base>(['noodles', 'glass-noodles', 'strands']);

function firstOf(names: readonly string[]): DishKind | undefined {
  for (const name of names) {
    const kind = kindOfTitle(name);
    if (kind) return kind;
  }
  return undefined;
}

const ON_BREAD = list('on bread');
const WITH = list('with');

/** What comes before "with" names the dish, the rest lies beside it; after a comma, it is named again. */
function namesOf(title: string): string[] {
  return title.split(', ').map((part) => {
    const lower = ` ${part} `;
    const ends = WITH.map((word) => lower.indexOf(` ${word} `)).filter((at) => at > 0);
    return `${lower.slice(0, Math.min(lower.length, ...ends))} `;
  });
}

function kindOfTitle(text: string): DishKind | undefined {
  return KINDS_BY_TITLE.find(([, words]) => words.some((word) => text.includes(word)))?.[0];
}

const WHOLE: ReadonlySet<Piece> = new Set<Piece>([
  'salmon',
  'fish',
  'whole-fish',
  'breaded',
  'finger',
  'drumstick',
  'steak',
  'chop',
  'sausage',
  'roast',
  'skewer',
  'chicken',
  'roast-chicken',
  'patty',
  'meatball',
  'kofta',
]);

export function isWholePiece(piece: Piece | undefined): boolean {
  return piece !== undefined && WHOLE.has(piece);
}

/** For an own recipe whose title says nothing. */
function kindOfFoods(base: Base, pieces: readonly Piece[]): DishKind {
  if (['strands', 'ribbons', 'tubes', 'bows', 'spirals', 'shells', 'spaetzle', 'gnocchi'].includes(base))
    return 'pasta';
  if (['noodles', 'dark-noodles', 'glass-noodles'].includes(base)) return 'noodles';
  if (base === 'oats') return 'porridge';
  if (isWholePiece(pieces[0])) return 'plate';
  if (base === 'rice' || base === 'brown-rice' || base === 'grains') return 'curry';
  if (pieces.includes('lettuce')) return 'salad';
  return 'plate';
}

/** Lists whose names end with what is known of a title with one of their words: `kind soup`. */
export function titleRules<Result extends string>(
  names: readonly `${string} ${Result}${'' | ', before others'}`[],
): readonly (readonly [Result, readonly string[]])[] {
  return names.map((name) => [
    name.replace(/^\w+ /, '').replace(/,.*/, '') as Result,
    list(name).map((word) => word.replaceAll('_', ' ')),
  ]);
}
