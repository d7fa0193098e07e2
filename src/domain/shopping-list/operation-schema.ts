/** Validates untrusted operations on a shopping list. */
import { z } from 'zod';
import { UNIT_NAMES } from '#domain/quantity/unit.ts';
import { ingredientText } from '#domain/recipe/recipe-source.ts';

const opId = z.string().regex(/^[0-9A-Za-z-]{8,64}$/, 'must be 8 to 64 letters, digits or hyphens');
/** An item is of a food, of a line of a recipe, or of a line added by hand. */
const itemId = z.string().regex(/^(?:food|line|added):[!-~]{1,140}$/, 'must be the id of an item');
const amounts = z.partialRecord(
  z.enum(UNIT_NAMES),
  z.string().regex(/^\d{1,40}(?:\/[1-9]\d{0,39})?$/, 'must be an exact amount, such as 3/2'),
);

export const listOperationSchema = z.discriminatedUnion('kind', [
  z.strictObject({ opId, kind: z.literal('tick'), itemId, bought: amounts }),
  z.strictObject({ opId, kind: z.literal('want'), itemId }),
  z.strictObject({ opId, kind: z.literal('add'), text: ingredientText }),
  z.strictObject({ opId, kind: z.literal('undo'), undoes: z.array(opId).min(1).max(100) }),
]);
