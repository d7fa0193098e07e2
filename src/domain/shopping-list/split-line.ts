/**
 * Splits "toilet paper, wine" into two lines. Only where each part is certainly a thing to buy: "milk, lactose-free"
 * stays one line, since half of it would be the wrong milk. So does a name in reverse order: "oil, olive".
 */
import { nameKey } from '#domain/food/name-key.ts';

/** Things that are no food, by their keys. */
const HOUSEHOLD = new Set(
  `toilet paper;kitchen roll;paper towels;tissues;bin bags;shampoo;soap;toothpaste;toothbrush;washing powder;detergent;
  washing up liquid;dishwasher tablets;nappies;diapers;wipes;candles;batteries;cat food;dog food;cling film;foil;napkins;
  sponges;light bulbs;matches;flowers;plasters;sunscreen;klopapier;toilettenpapier;kuchenrolle;taschentucher;mullbeutel;
  seife;zahnpasta;zahnburste;waschmittel;spulmittel;spulmaschinentabs;windeln;feuchttucher;kerzen;batterien;katzenfutter;
  hundefutter;frischhaltefolie;alufolie;backpapier;servietten;schwamme;gluhbirnen;streichholzer;blumen;pflaster;
  sonnencreme;duschgel`
    .split(';')
    .map((name) => name.trim()),
);

const MAX_PARTS = 20;

/** One part if it is not certain. `isFood` knows the exact names of foods. A comma in a number has no space after it. */
export function splitLine(text: string, isFood: (name: string) => boolean): string[] {
  const parts = text.split(/[,;] /).map((part) => part.trim());
  const isPurchase = (part: string) => HOUSEHOLD.has(nameKey(part)) || isFood(withoutCount(part));
  const isReversed = (name: string, at: number) =>
    parts.slice(at + 1).some((other) => isFood(`${other} ${name}`) || isFood(other + name.toLowerCase()));
  const isCertain = parts.length <= MAX_PARTS && parts.every(isPurchase) && !parts.some(isReversed);
  return isCertain ? parts : [text];
}

/** "2 apples" is apples. */
function withoutCount(part: string): string {
  return part.replace(/^\d{1,3} /, '');
}
