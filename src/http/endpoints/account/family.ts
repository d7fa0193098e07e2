/** Routes of the family as a whole: name, time zone, currency, units, export, deletion. */
import { z } from 'zod';
import { changeFamily, deleteOwnFamily, recordExport } from '#actions/account/families.ts';
import { CURRENCIES } from '#domain/family/currency.ts';
import { familyName, timeZone } from '#domain/family/family.ts';
import { UNIT_SYSTEMS } from '#domain/quantity/unit-system.ts';
import { problem, ProblemResponse } from '#http/problems/problem.ts';
import { Download } from '#http/files/download.ts';
import { endpoint } from '#http/endpoint.ts';

export const familyEndpoints = [
  endpoint({
    method: 'PATCH',
    path: '/app/api/family',
    access: 'owner',
    body: z
      .strictObject({
        name: familyName.optional(),
        timeZone: timeZone.optional(),
        currency: z.enum(CURRENCIES).optional(),
      })
      .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
        error: 'names nothing to change',
      }),
    handle: ({ body, context, caller }) => changeFamily(context, caller.family, body),
  }),

  // Every member may choose the units.
  endpoint({
    method: 'PUT',
    path: '/app/api/family/units',
    access: 'member',
    body: z.strictObject({ units: z.enum(UNIT_SYSTEMS) }),
    handle: ({ body, context, caller }) => changeFamily(context, caller.family, body),
  }),

  endpoint({
    // Not a GET: it writes a security event.
    method: 'POST',
    path: '/app/api/family/export',
    access: 'owner',
    uses: ['exports'],
    needsReauthentication: true,
    cost: 20,
    async handle({ store, exports, context, caller, nowMs }) {
      const refusal = await recordExport(context, caller);
      if (refusal) return refusal;
      const opened = await exports.open(store, caller.family, nowMs);
      if (opened instanceof Download) return opened;
      return new ProblemResponse(problem('export-busy'), { 'Retry-After': String(opened.waitSeconds) });
    },
  }),

  endpoint({
    method: 'DELETE',
    path: '/app/api/family',
    access: 'owner',
    needsReauthentication: true,
    async handle({ context, caller, cookies }) {
      const refusal = await deleteOwnFamily(context, caller);
      if (!refusal) cookies.session = undefined;
      return refusal;
    },
  }),
];
