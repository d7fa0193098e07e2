/**
 * Splits "toilet paper, wine" into two lines. Only where each part is certainly a thing to buy: "milk, lactose-free"
 * stays one line, since half of it would be the wrong milk. So does a name in reverse order: "oil, olive".
 */
import { nameKey } from '#domain/food/name-key.ts';
import { partsOf } from './operations.ts';

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

/** What a text names. */
type Known = {
  /** Whether it is an amount and a food and nothing else: "500 g flour". */
  isAmountOfFood: (text: string) => boolean;
  /** Whether it is the exact name of a food. */
  isFood: (name: string) => boolean;
};

/** One part if it is not certain. */
export function splitLine(text: string, { isAmountOfFood, isFood }: Known): string[] {
  const parts = partsOf(text);
  const isPurchase = (part: string) => HOUSEHOLD.has(nameKey(withoutCount(part))) || isAmountOfFood(part);
  const isReversed = (part: string, at: number) =>
    parts
      .slice(at + 1)
      .some((other) =>
        endsOf(part).some((name) => isFood(`${other} ${name}`) || isFood(other + name.toLowerCase())),
      );
  const isCertain = parts.every(isPurchase) && !parts.some(isReversed);
  return isCertain ? parts : [text];
}

/** "2 shampoo" is shampoo. */
function withoutCount(part: string): string {
  return part.replace(/^\d{1,3} /, '');
}

/** "500 g olive oil" ends with "g olive oil", "olive oil" and "oil". */
function endsOf(part: string): string[] {
  const words = part.split(' ').slice(-MAX_WORDS);
  return words.map((_, at) => words.slice(at).join(' '));
}

/** No name of a food is longer. */
const MAX_WORDS = 4;
