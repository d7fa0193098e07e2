/**
 * Links with which calendar apps subscribe to the meals (http/calendar). A link is only in the response that creates it.
 */
import { z } from 'zod';
import { creator } from '#http/endpoints/response-schemas.ts';
import { addCalendarLink, revokeCalendarLink } from '#actions/keys-and-links/calendar-links.ts';
import { calendarSettingsSchema } from '#domain/calendar/calendar-settings.ts';
import { isRefusal } from '#domain/refusal.ts';
import { listCalendarLinks } from '#storage/tables/keys-and-links/calendar-links.ts';
import { byId } from '#http/input/input-schemas.ts';
import { endpoint } from '#http/endpoint.ts';

export const calendarLinkEndpoints = [
  endpoint({
    method: 'GET',
    path: '/app/api/calendar-links',
    access: 'member',
    response: z.strictObject({
      calendarLinks: z.array(
        z.strictObject({
          id: z.string(),
          settings: calendarSettingsSchema,
          createdAt: z.string(),
          /** To the hour. */
          lastSeenAt: z.string().nullable(),
          createdBy: creator,
        }),
      ),
    }),
    handle: async ({ store, caller }) => ({
      calendarLinks: await listCalendarLinks(store.db, caller.family),
    }),
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/calendar-links',
    access: 'member',
    needsReauthentication: true,
    body: calendarSettingsSchema,
    response: z.strictObject({ id: z.string(), link: z.string() }),
    async handle({ body, context, caller, origin }) {
      const made = await addCalendarLink(context, caller.family, { settings: body, origin });
      if (isRefusal(made)) return made;
      return { id: made.id, link: `${origin}/calendar/${made.token}.ics` };
    },
  }),

  endpoint({
    method: 'DELETE',
    path: '/app/api/calendar-links/:id',
    access: 'member',
    params: byId,
    handle: ({ params, context, caller }) => revokeCalendarLink(context, caller.family, params.id),
  }),
];
