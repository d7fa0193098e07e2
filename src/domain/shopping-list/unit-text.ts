/** The words and symbols of units beside a number, in the pages and in the lists of other programs. */
import type { MessageId, Translate } from '#languages/message-ids.ts';

/** Unit symbols that are the same in every language. */
const SYMBOLS: Record<string, string> = {
  g: 'g',
  kg: 'kg',
  ml: 'ml',
  l: 'l',
  cm: 'cm',
  oz: 'oz',
  lb: 'lb',
  'fl-oz': 'fl oz',
  quart: 'qt',
  inch: 'in',
  mg: 'mg',
  cl: 'cl',
  dl: 'dl',
  tl: 'TL',
  el: 'EL',
};

const COUNTED: Record<string, MessageId> = {
  bag: 'list.unit.bag',
  ball: 'list.unit.ball',
  bar: 'list.unit.bar',
  block: 'list.unit.block',
  bottle: 'list.unit.bottle',
  box: 'list.unit.box',
  bunch: 'list.unit.bunch',
  can: 'list.unit.can',
  carton: 'list.unit.carton',
  clove: 'list.unit.clove',
  cube: 'list.unit.cube',
  cup: 'list.unit.cup',
  tasse: 'list.unit.cup',
  ear: 'list.unit.ear',
  fillet: 'list.unit.fillet',
  handful: 'list.unit.handful',
  head: 'list.unit.head',
  jar: 'list.unit.jar',
  large: 'list.unit.large',
  leaf: 'list.unit.leaf',
  loaf: 'list.unit.loaf',
  medium: 'list.unit.medium',
  package: 'list.unit.package',
  pinch: 'list.unit.pinch',
  punnet: 'list.unit.punnet',
  sachet: 'list.unit.sachet',
  sheet: 'list.unit.sheet',
  slice: 'list.unit.slice',
  small: 'list.unit.small',
  sprig: 'list.unit.sprig',
  stalk: 'list.unit.stalk',
  stick: 'list.unit.stick',
  tbsp: 'list.unit.tbsp',
  tsp: 'list.unit.tsp',
  tub: 'list.unit.tub',
  tube: 'list.unit.tube',
  wedge: 'list.unit.wedge',
};

export function hasUnitText(unit: string): boolean {
  return unit in COUNTED || unit in SYMBOLS;
}

/** "2 bunches". Pieces have no unit: "2" onions. */
export function unitText(
  t: Translate,
  { amount, unit, number }: { amount: number; unit: string; number: string },
): string {
  const counted = COUNTED[unit];
  if (counted) return t(counted, { count: Math.max(amount, 1), number });
  return unit in SYMBOLS ? `${number}\u{A0}${SYMBOLS[unit]}` : number;
}
