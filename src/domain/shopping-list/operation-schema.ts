/** Validates untrusted operations on a shopping list. */
import { z } from 'zod';
import { UNIT_NAMES } from '#domain/quantity/unit.ts';
import { ingredientText } from '#domain/recipe/recipe-source.ts';
import { textLine } from '#domain/text/text.ts';
import { LIST_AISLES } from './item.ts';

const opId = z.string().regex(/^[0-9A-Za-z-]{8,64}$/, 'must be 8 to 64 letters, digits or hyphens');
/** An item is of a food, of a line of a recipe, or of a line added by hand. */
const itemId = z.string().regex(/^(?:food|line|added):[!-~]{1,140}$/, 'must be the id of an item');
const amounts = z.partialRecord(
  z.enum(UNIT_NAMES),
  z.string().regex(/^\d{1,40}(?:\/[1-9]\d{0,39})?$/, 'must be an exact amount, such as 3/2'),
);

const lines = z.array(opId).max(100).optional();
const aisle = z.enum(LIST_AISLES);
/** A food, or the words of a typed line (`aisleKey`). */
const placedKey = textLine(140).refine((key) => key.startsWith('food:') || key.startsWith('text:'), {
  error: 'must name a food or a line',
});
const shop = textLine(40).or(z.literal(''));

export const listOperationSchema = z.discriminatedUnion('kind', [
  z.strictObject({ opId, kind: z.literal('tick'), itemId, bought: amounts, lines, partLines: lines }),
  z.strictObject({ opId, kind: z.literal('drop'), itemId, bought: amounts, lines, partLines: lines }),
  z.strictObject({ opId, kind: z.literal('amount'), itemId, text: textLine(50), seen: amounts }),
  z.strictObject({ opId, kind: z.literal('keep'), foodId: textLine(64) }),
  z.strictObject({ opId, kind: z.literal('move'), key: placedKey, aisle }),
  z.strictObject({ opId, kind: z.literal('order'), shop, aisles: z.array(aisle).max(LIST_AISLES.length) }),
  z.strictObject({ opId, kind: z.literal('want'), itemId }),
  z.strictObject({ opId, kind: z.literal('add'), text: ingredientText }),
  z.strictObject({ opId, kind: z.literal('undo'), undoes: z.array(opId).min(1).max(100) }),
]);
