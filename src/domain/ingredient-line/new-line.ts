import { readAmount, type Amount } from './line-amount.ts';
import { Cursor } from './cursor.ts';
import { type Description, type FindFood, type KnownFood, readDescription } from './description.ts';
import { readTail } from './tail.ts';
import { tokenize, type Token } from './tokens.ts';

export type NewLine = {
  text: string;
  understood?: { food: string; amount?: Amount | undefined; alternatives: string[]; also: string[]; unknown: string[] };
  why?: string;
};

const PREFIX = /^(?:(?:the )?(?:finely |freshly )?(?:grated |abgeriebene )?(?:juice|zest|rind|peel|leaves|saft|schale|abrieb|seeds|kernels|meat|segments)(?: (?:and|und|&|\/) (?:finely |freshly )?(?:grated )?(?:juice|zest|rind|peel|saft|schale|abrieb))? (?:of|from|von|(?=eine[rs] ))) ?/i;
const VAGUE = /^(?:a little|a few|few|some|etwas|ein wenig|ein paar|plenty of|lots of|as much|optional:?|additional|extra|more|about|for (?:serving|garnish|the [a-z]+):) /i;

export function parseNew(text: string, findFood: FindFood): NewLine {
  const isShouting = text === text.toUpperCase();
  const clean = (isShouting ? text.toLowerCase() : text).replace(PREFIX, '').replace(VAGUE, '');
  if (/:\s*$/.test(text) || /^(for|to) /i.test(clean) && !/\d/.test(clean)) return { text, understood: { food: '(heading)', alternatives: [], also: [], unknown: [] } };
  const tokens = tokenize(clean.replace(/^(?:optional )?(?:garnish|to serve|to garnish|toppings?|for serving|optional|sweetener|alternativ): ?/i, ''))?.tokens;
  if (!tokens) return { text, why: 'number' };
  if (tokens.length > 90) return { text, why: 'long' };
  const cursor = new Cursor(tokens);
  const amount = readAmount(cursor);
  if (amount && amount.amount.numerator <= 0n) return { text, why: 'zero' };
  let found = readDescription(tokens, cursor.at, findFood, amount?.unit);
  let used = amount;
  if (!found && amount?.unit) {
    // "2 cloves": the unit is the food.
    const back = new Cursor(tokens);
    readAmount(back);
    for (let at = cursor.at - 1; at >= 0 && !found; at -= 1) {
      if (tokens[at]?.kind !== 'word') break;
      found = readDescription(tokens, at, findFood, undefined);
    }
    if (found) used = { ...amount, unit: undefined };
  }
  if (!found) return { text, why: 'food' };
  const { foods, unknown } = readTail(tokens, found.end, findFood);
  return {
    text,
    understood: {
      food: found.food.id,
      amount: used ?? (found.unit ? undefined : undefined),
      alternatives: found.alternatives.map((food) => food.id),
      also: [...found.also, ...foods].map((food: KnownFood) => food.id),
      unknown: [...unknown, ...(found.isSure ? [] : ['(unsure)'])],
    },
  };
}
export type { Description, Token };
