/**
 * Units and their sizes; unit-words.ts has the words for them. An ounce is a mass unless it is called fluid. Spoons, cups and pints
 * are US units, as in the source of our densities; imperial ones only if the line says so, since "pint" is
 * ambiguous. German spoons and cups are metric. Counted units (a clove, a slice, a can) have no size: the food
 * gives their weight.
 */
import { type Fraction, fraction, multiply } from './fraction.ts';

export type Unit = keyof typeof UNITS;
type Measure = {
  readonly kind: 'mass' | 'volume' | 'count';
  readonly size: Fraction;
};

/** 231 cubic inches, by law; all American measures are parts of it. */
const GALLON_ML = fraction(3_785_411_784n, 1_000_000n);
const TEASPOON_ML = multiply(GALLON_ML, fraction(1, 768));
const POUND_G = fraction(45_359_237n, 100_000n);
const IMPERIAL_PINT_ML = fraction(56_826_125n, 100_000n);

const UNITS = {
  mg: mass(fraction(1, 1_000)),
  g: mass(fraction(1)),
  kg: mass(fraction(1_000)),
  oz: mass(multiply(POUND_G, fraction(1, 16))),
  lb: mass(POUND_G),
  pfund: mass(fraction(500)),
  ml: volume(fraction(1)),
  cl: volume(fraction(10)),
  dl: volume(fraction(100)),
  l: volume(fraction(1_000)),
  tsp: volume(TEASPOON_ML),
  tbsp: teaspoons(3),
  'fl-oz': teaspoons(6),
  cup: teaspoons(48),
  pint: teaspoons(96),
  quart: teaspoons(192),
  gallon: teaspoons(768),
  'imperial-fl-oz': volume(multiply(IMPERIAL_PINT_ML, fraction(1, 20))),
  'imperial-pint': volume(IMPERIAL_PINT_ML),
  'imperial-gallon': volume(multiply(IMPERIAL_PINT_ML, fraction(8))),
  tl: volume(fraction(5)),
  el: volume(fraction(15)),
  tasse: volume(fraction(250)),
  // Handfuls and pinches are volumes: a handful of spinach weighs less than one of nuts.
  pinch: volume(multiply(TEASPOON_ML, fraction(1, 16))),
  dash: volume(multiply(TEASPOON_ML, fraction(1, 8))),
  drop: volume(fraction(1, 20)),
  drizzle: teaspoons(3),
  splash: teaspoons(3),
  knob: teaspoons(3),
  handful: teaspoons(24),
  glass: volume(fraction(200)),
  dessertspoon: volume(fraction(10)),
  piece: count(),
  small: count(),
  medium: count(),
  large: count(),
  clove: count(),
  slice: count(),
  stalk: count(),
  stick: count(),
  head: count(),
  ear: count(),
  bunch: count(),
  sprig: count(),
  leaf: count(),
  fillet: count(),
  sheet: count(),
  cube: count(),
  wedge: count(),
  loaf: count(),
  block: count(),
  bar: count(),
  can: count(),
  jar: count(),
  bottle: count(),
  carton: count(),
  tub: count(),
  bag: count(),
  package: count(),
  sachet: count(),
  box: count(),
  punnet: count(),
  tube: count(),
  ball: count(),
  inch: count(),
  cm: count(),
} satisfies Record<string, Measure>;

export const UNIT_NAMES = Object.keys(UNITS) as Unit[];
/** Units whose size a line may give: "2 cans (400 g)". */
export const PACKAGES: ReadonlySet<Unit> = new Set<Unit>([
  ...([
    'can',
    'jar',
    'bottle',
    'carton',
    'tub',
    'bag',
    'package',
    'sachet',
    'box',
    'punnet',
    'tube',
  ] as const),
  ...(['ball', 'block', 'bar', 'loaf', 'piece'] as const),
]);
export const SIZES: ReadonlySet<Unit> = new Set<Unit>(['small', 'medium', 'large']);
export const LENGTHS: ReadonlySet<Unit> = new Set<Unit>(['inch', 'cm']);

export function unitKind(unit: Unit): Measure['kind'] {
  return UNITS[unit].kind;
}

/** In grams or millilitres; one for a counted unit. */
export function unitSize(unit: Unit): Fraction {
  return UNITS[unit].size;
}

function mass(size: Fraction): Measure {
  return { kind: 'mass', size };
}

function volume(size: Fraction): Measure {
  return { kind: 'volume', size };
}

function teaspoons(many: number): Measure {
  return volume(multiply(TEASPOON_ML, fraction(many)));
}

function count(): Measure {
  return { kind: 'count', size: fraction(1) };
}
