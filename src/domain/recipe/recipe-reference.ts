/**
 * Lines of a family's own recipe that stand for another recipe: "1 batch pizza dough". The recipe is named by its id beside
 * the lines, never guessed from a title.
 */
import { z } from 'zod';
import { findGrams, type Quantity } from '#domain/quantity/quantity.ts';
import { type Fraction, ONE } from '#domain/quantity/fraction.ts';
import { unitKind } from '#domain/quantity/unit.ts';
import { nameKey } from '#domain/food/name-key.ts';
import { readAmount } from '#domain/ingredient-line/amount.ts';
import { Cursor } from '#domain/ingredient-line/cursor.ts';
import { skipVague, tokenizeLine } from '#domain/ingredient-line/ingredient-line.ts';
import { recipeIdSchema } from '#domain/plan/plan-schema.ts';
import { textLine } from '#domain/text/text.ts';
import { readWords } from '#languages/words.ts';

/** More than any recipe has; bounds how many recipes have to be read for one. */
export const MAX_REFERENCES = 30;

export const recipeReferencesSchema = z
  .array(
    z.strictObject({
      /** The line, as it stands among the ingredients. */
      line: textLine(500),
      recipeId: recipeIdSchema,
    }),
  )
  .max(MAX_REFERENCES);

export type RecipeReference = z.output<typeof recipeReferencesSchema>[number];

/** How much of a recipe a line takes. `some`: an amount that is not known. */
export type ReferenceAmount =
  | { readonly kind: 'batches' | 'servings' | 'grams'; readonly amount: Fraction }
  | { readonly kind: 'some' };

const { list } = readWords('recipe-references');
const wordSet = (name: string): ReadonlySet<string> => new Set(list(name).map(nameKey));
const BATCHES = wordSet('batches');
const SERVINGS = wordSet('servings');
const OF = wordSet('of');

type ReadReference = {
  readonly amount: ReferenceAmount;
  /** The amount as it is written; "2 batches" are two pieces. */
  readonly quantity: Quantity | undefined;
  /** What the line names, without its amount: "pizza dough". */
  readonly name: string;
};

/** "Half a batch of pizza dough", "2 servings rice", "500 g pizza dough"; "pizza dough" is one batch. */
export function readReference(text: string): ReadReference {
  const line = tokenizeLine(text);
  if (!line) return { amount: { kind: 'some' }, quantity: undefined, name: text };
  const cursor = new Cursor(line.tokens);
  const isVague = skipVague(cursor);
  const read = isVague ? undefined : readAmount(cursor);
  const isServings = cursor.takeWord(SERVINGS);
  const isBatches = !isServings && cursor.takeWord(BATCHES);
  // "1 Portion", "a batch": the words of the amount belong to it only behind a number.
  const isMeasured = read !== undefined && (isServings || isBatches);
  if (isMeasured) while (cursor.takeWord(OF));
  else if (isServings || isBatches) cursor.at -= 1;
  else cursor.takeWord(OF);
  const name = line.text.slice(line.tokens[cursor.at]?.from ?? line.text.length).trim();
  const isPlain = !isVague && !/\p{N}/u.test(name);
  const quantity = read && { amount: read.amount, unit: read.unit ?? 'piece' };
  return { amount: amountOf(read, { isServings, isPlain }), quantity, name };
}

function amountOf(
  read: ReturnType<typeof readAmount>,
  { isServings, isPlain }: { isServings: boolean; isPlain: boolean },
): ReferenceAmount {
  // "Pizza dough, 500 g": what stands behind the name is not read.
  if (!read) return isPlain ? { kind: 'batches', amount: ONE } : { kind: 'some' };
  const { amount, unit } = read;
  if (unit === undefined) return { kind: isServings ? 'servings' : 'batches', amount };
  const grams =
    unitKind(unit) === 'mass' ? findGrams({ amount, unit }, { pieceGrams: new Map() }) : undefined;
  return grams ? { kind: 'grams', amount: grams } : { kind: 'some' };
}
