/** What a family sees of its security: sign-ins, keys, members and other events, with when and where. */
import { z } from 'zod';
import { readSecurityEvents } from '#queries/account/security-events.ts';
import { familyRoute } from '#http/app/route.ts';

export const securityRoutes = [
  familyRoute({
    method: 'GET',
    path: '/app/api/security-events',
    access: 'member',
    // `before` is the `next` of the page before this one.
    query: z.strictObject({ before: z.coerce.number().int().min(0).optional() }),
    handle: ({ store, caller, query }) => readSecurityEvents(store.db, caller.family, query),
  }),
];
