/**
 * Units, their sizes and the words for them. An ounce is a mass unless it is called fluid. Spoons, cups and pints
 * are US units, as in the source of our densities; imperial ones only if the line says so, since "pint" is
 * ambiguous. German spoons and cups are metric. Counted units (a clove, a slice, a can) have no size: the food
 * gives their weight.
 */
import { type Fraction, fraction, multiply } from './fraction.ts';

export type Unit = keyof typeof UNITS;
type Measure = {
  readonly kind: 'mass' | 'volume' | 'count';
  readonly size: Fraction;
  readonly words: string;
};

/** 231 cubic inches, by law; all American measures are parts of it. */
const GALLON_ML = fraction(3_785_411_784n, 1_000_000n);
const TEASPOON_ML = multiply(GALLON_ML, fraction(1, 768));
const POUND_G = fraction(45_359_237n, 100_000n);
const IMPERIAL_PINT_ML = fraction(56_826_125n, 100_000n);

const UNITS = {
  mg: mass(fraction(1, 1_000), 'mg, milligram, milligrams, milligramme, milligrammes'),
  g: mass(fraction(1), 'g, gr, gram, grams, gramme, grammes, gramm, gm, gms, grms'),
  kg: mass(fraction(1_000), 'kg, kilo, kilos, kilogram, kilograms, kilogramm'),
  oz: mass(multiply(POUND_G, fraction(1, 16)), 'oz, ozs, ounce, ounces, unze, unzen'),
  lb: mass(POUND_G, 'lb, lbs, pound, pounds'),
  pfund: mass(fraction(500), 'pfund, pfd'),
  ml: volume(fraction(1), 'ml, milliliter, milliliters, millilitre, millilitres'),
  cl: volume(fraction(10), 'cl, centiliter, centiliters, centilitre, centilitres, zentiliter'),
  dl: volume(fraction(100), 'dl, deciliter, deciliters, decilitre, decilitres, deziliter'),
  l: volume(fraction(1_000), 'l, liter, liters, litre, litres'),
  tsp: volume(TEASPOON_ML, 't, tsp, tsps, ts, teasp, teaspoon, teaspoons, teaspoonful, teaspoonfuls'),
  tbsp: teaspoons(
    3,
    'T, tbsp, tbsps, tbs, tb, tbl, tbls, tblsp, tablespoon, tablespoons, tablespoonful, tablespoonfuls',
  ),
  'fl-oz': teaspoons(6, 'floz, fl oz, fl. oz, fluid ounce, fluid ounces'),
  cup: teaspoons(48, 'c, cup, cups, cupful, cupfuls'),
  pint: teaspoons(96, 'pt, pint, pints'),
  quart: teaspoons(192, 'qt, qts, quart, quarts'),
  gallon: teaspoons(768, 'gal, gallon, gallons'),
  'imperial-fl-oz': volume(multiply(IMPERIAL_PINT_ML, fraction(1, 20)), 'imperialfloz, imperial fl oz'),
  'imperial-pint': volume(IMPERIAL_PINT_ML, 'imperialpint, imperialpints, imperial pint, imperial pints'),
  'imperial-gallon': volume(
    multiply(IMPERIAL_PINT_ML, fraction(8)),
    'imperialgallon, imperialgallons, imperial gallon, imperial gallons',
  ),
  tl: volume(fraction(5), 'TL, teelöffel, teel'),
  el: volume(fraction(15), 'EL, esslöffel, eßlöffel, essl, eßl'),
  tasse: volume(fraction(250), 'tasse, tassen'),
  // Handfuls and pinches are volumes: a handful of spinach weighs less than one of nuts.
  pinch: volume(multiply(TEASPOON_ML, fraction(1, 16)), 'pinch, pinches, prise, prisen'),
  dash: volume(
    multiply(TEASPOON_ML, fraction(1, 8)),
    'dash, dashes, messerspitze, messerspitzen, msp, spritzer, squeeze, squirt',
  ),
  drop: volume(fraction(1, 20), 'drop, drops, tropfen'),
  drizzle: teaspoons(3, 'drizzle'),
  splash: teaspoons(3, 'splash, splashes, glug, glugs, slosh, schuss, schluck'),
  knob: teaspoons(3, 'knob, knobs, lump, lumps, pat, pats'),
  handful: teaspoons(24, 'handful, handfuls, fistful, fistfuls, handvoll'),
  glass: volume(fraction(200), 'glass, glasses'),
  dessertspoon: volume(fraction(10), 'dessertspoon, dessertspoons, dsp, dstspn, dessertspoonful'),
  piece: count('piece, pieces, unit, units, stück, stücke, stk, st'),
  small: count('small, sm, kl, klein, kleine, kleiner, kleines, kleinen'),
  medium: count(
    'medium, med, md, medium-sized, medium-size, mittelgross, mittelgrosse, mittelgrossen, mittelgroß, mittelgroße, mittelgroßer, mittelgroßes, mittelgroßen, mittlere',
  ),
  large: count('large, lg, lrg, big, groß, grosse, grosser, grosses, grossen, große, großer, großes, großen'),
  clove: count('clove, cloves, zehe, zehen'),
  slice: count('slice, slices, rasher, rashers, scheibe, scheiben'),
  stalk: count('stalk, stalks, rib, ribs, stange, stangen'),
  stick: count('stick, sticks'),
  head: count('head, heads, bulb, bulbs, kopf, köpfe, knolle, knollen'),
  ear: count('ear, ears, cob, cobs'),
  bunch: count('bunch, bunches, bundle, bundles, bund, bd, bündel'),
  sprig: count(
    'sprig, sprigs, stem, stems, branch, branches, zweig, zweige, zweigen, stängel, stiel, stiele',
  ),
  leaf: count('leaf, leaves, blatt, blätter'),
  fillet: count('fillet, fillets, filet, filets'),
  sheet: count('sheet, sheets'),
  cube: count('cube, cubes, würfel'),
  wedge: count('wedge, wedges'),
  loaf: count('loaf, loaves, laib, laibe'),
  block: count('block, blocks'),
  bar: count('bar, bars, tafel, tafeln'),
  can: count('can, cans, tin, tins, dose, dosen, büchse, büchsen'),
  jar: count('jar, jars, glas, gläser'),
  bottle: count('bottle, bottles, flasche, flaschen'),
  carton: count('carton, cartons, tetrapak'),
  tub: count('tub, tubs, pot, pots, becher, container, containers'),
  bag: count('bag, bags, beutel, tüte, tüten'),
  package: count(
    'package, packages, packet, packets, pack, packs, pkg, pkgs, pkt, pk, pck, packung, packungen',
  ),
  sachet: count('sachet, sachets, päckchen, envelope, envelopes'),
  box: count('box, boxes, schachtel, schachteln'),
  punnet: count('punnet, punnets'),
  tube: count('tube, tubes, tuben'),
  ball: count('ball, balls, scoop, scoops, kugel, kugeln'),
  inch: count('inch, inches'),
  cm: count('cm, centimeter, centimeters, centimetre, centimetres, zentimeter'),
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

export function unitWords(unit: Unit): string[] {
  return UNITS[unit].words.split(', ');
}

const WORDS = new Map(UNIT_NAMES.flatMap((unit) => unitWords(unit).map((word) => [word, unit] as const)));

/** Ignores case except for `T` (tablespoon) and `t` (teaspoon). */
export function findUnit(word: string): Unit | undefined {
  const bare = word.replace(/\.$/, '');
  return WORDS.get(bare) ?? WORDS.get(bare.toLowerCase()) ?? WORDS.get(bare.toUpperCase());
}

function mass(size: Fraction, words: string): Measure {
  return { kind: 'mass', size, words };
}

function volume(size: Fraction, words: string): Measure {
  return { kind: 'volume', size, words };
}

function teaspoons(many: number, words: string): Measure {
  return volume(multiply(TEASPOON_ML, fraction(many)), words);
}

function count(words: string): Measure {
  return { kind: 'count', size: fraction(1), words };
}
