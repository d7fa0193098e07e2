/** Routes of a family's own food prices, which replace those of the catalogue. */
import { z } from 'zod';
import { setPrice, removePrice } from '#actions/shopping-list/prices.ts';
import { MAX_CENTS_PER_KG } from '#domain/food/cost.ts';
import { foodId } from '#http/input/input-schemas.ts';
import { endpoint } from '#http/endpoint.ts';

const cents = z.int().min(0).max(MAX_CENTS_PER_KG);
const MAX_PER_LENGTH = 40;
const byFood = z.strictObject({ foodId });

export const priceEndpoints = [
  endpoint({
    method: 'PUT',
    path: '/app/api/prices/:foodId',
    access: 'member',
    params: byFood,
    // As on the shelf, such as for `500 g`; or per kilogram.
    body: z.union([
      z.strictObject({ cents, per: z.string().max(MAX_PER_LENGTH) }),
      z.strictObject({ centsPerKg: cents }),
    ]),
    handle: ({ context, caller, params, body }) => setPrice(context, caller.family, params.foodId, body),
  }),

  endpoint({
    method: 'DELETE',
    path: '/app/api/prices/:foodId',
    access: 'member',
    params: byFood,
    handle: ({ context, caller, params }) => removePrice(context, caller.family, params.foodId),
  }),
];
