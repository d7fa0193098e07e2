/** An item of a shopping list as one line of text, for programs that show nothing else: "2 tins chopped tomatoes". */
import type { Language } from '#domain/language/language.ts';
import { fractionNumber, parseFraction } from '#domain/quantity/fraction.ts';
import type { Unit } from '#domain/quantity/unit.ts';
import type { Item } from './item.ts';
import type { Buy, ShownAmount } from './shown-amounts.ts';

const SYMBOLS: { readonly [unit in Unit]?: string } = {
  g: 'g',
  kg: 'kg',
  ml: 'ml',
  l: 'l',
  cm: 'cm',
  oz: 'oz',
  lb: 'lb',
  'fl-oz': 'fl oz',
  quart: 'qt',
};

/** One and many, in English and German. */
const COUNTED: { readonly [unit in Unit]?: string } = {
  bag: 'bag, bags, Beutel, Beutel',
  ball: 'ball, balls, Kugel, Kugeln',
  bar: 'bar, bars, Tafel, Tafeln',
  block: 'block, blocks, Block, Blöcke',
  bottle: 'bottle, bottles, Flasche, Flaschen',
  box: 'box, boxes, Schachtel, Schachteln',
  bunch: 'bunch, bunches, Bund, Bund',
  can: 'tin, tins, Dose, Dosen',
  carton: 'carton, cartons, Packung, Packungen',
  clove: 'clove, cloves, Zehe, Zehen',
  cube: 'cube, cubes, Würfel, Würfel',
  cup: 'cup, cups, Tasse, Tassen',
  ear: 'ear, ears, Kolben, Kolben',
  fillet: 'fillet, fillets, Filet, Filets',
  handful: 'handful, handfuls, Handvoll, Handvoll',
  head: 'head, heads, Kopf, Köpfe',
  jar: 'jar, jars, Glas, Gläser',
  large: 'large, large, große, große',
  leaf: 'leaf, leaves, Blatt, Blätter',
  loaf: 'loaf, loaves, Laib, Laibe',
  medium: 'medium, medium, mittlere, mittlere',
  package: 'pack, packs, Packung, Packungen',
  pinch: 'pinch, pinches, Prise, Prisen',
  punnet: 'punnet, punnets, Schale, Schalen',
  sachet: 'sachet, sachets, Päckchen, Päckchen',
  sheet: 'sheet, sheets, Blatt, Blatt',
  slice: 'slice, slices, Scheibe, Scheiben',
  small: 'small, small, kleine, kleine',
  sprig: 'sprig, sprigs, Zweig, Zweige',
  stalk: 'stalk, stalks, Stange, Stangen',
  stick: 'stick, sticks, Stück, Stück',
  tbsp: 'tbsp, tbsp, EL, EL',
  tsp: 'tsp, tsp, TL, TL',
  tub: 'tub, tubs, Becher, Becher',
  tube: 'tube, tubes, Tube, Tuben',
  wedge: 'wedge, wedges, Ecke, Ecken',
};

const PARTS: { readonly [part: number]: string } = { 0.25: '¼', 0.5: '½', 0.75: '¾' };
const DECIMAL: ReadonlySet<Unit> = new Set<Unit>(['g', 'kg', 'ml', 'l', 'cm']);
const FORMATS = {
  en: new Intl.NumberFormat('en', { maximumFractionDigits: 2, useGrouping: false }),
  de: new Intl.NumberFormat('de', { maximumFractionDigits: 2, useGrouping: false }),
};

const FOR_RECIPES = { en: 'for recipes', de: 'für Rezepte' };
/** More lines than anyone reads in one. */
const MAX_SOURCES = 4;

export function itemLine(item: Item, language: Language): string {
  if (item.typed !== undefined) return item.typed;
  const times = item.times === undefined ? undefined : parseFraction(item.times);
  const amounts = item.set === undefined ? item.buy.map((buy) => buyText(buy, language)) : [item.set];
  const count = times ? [`${numberText(fractionNumber(times), language, true)} ×`] : [];
  const text = [[...amounts, ...count].join(' + '), item.name].filter((part) => part !== '').join(' ');
  return text + sourcesNote(item, language);
}

/** " (3 lemons for recipes + 2 lemons)": why there is more than somebody has just added. */
export function sourcesNote({ state, for: purposes, forMeals = [] }: Item, language: Language): string {
  const lines = purposes.flatMap((one) => ('added' in one ? [one.added] : []));
  if (state !== 'open' || lines.length === 0 || purposes.length === 1) return '';
  const amounts = forMeals.map((one) => [amountText(one, language), one.name].filter(Boolean).join(' '));
  const meals = [amounts.join(' + '), FOR_RECIPES[language]].filter((part) => part !== '').join(' ');
  const sources = [...(lines.length < purposes.length ? [meals] : []), ...lines];
  const shown = sources.slice(0, MAX_SOURCES);
  return ` (${[...shown, ...(sources.length > MAX_SOURCES ? ['…'] : [])].join(' + ')})`;
}

function buyText(buy: Buy, language: Language): string {
  if (!('packs' in buy)) return amountText(buy, language);
  const size = amountText(buy.size, language);
  return buy.packs === 1 ? size : `${buy.packs} × ${size}`;
}

function amountText({ amount, unit }: ShownAmount, language: Language): string {
  const number = numberText(amount, language, !DECIMAL.has(unit));
  const [one, many, eine, viele] = COUNTED[unit]?.split(', ') ?? [];
  const word = language === 'de' ? (amount <= 1 ? eine : viele) : amount <= 1 ? one : many;
  const shown = word ?? SYMBOLS[unit];
  return shown === undefined ? number : `${number} ${shown}`;
}

function numberText(amount: number, language: Language, hasParts: boolean): string {
  const whole = Math.floor(amount);
  const part = hasParts ? PARTS[amount - whole] : undefined;
  if (part !== undefined) return whole > 0 ? `${whole}${part}` : part;
  return FORMATS[language].format(amount);
}
