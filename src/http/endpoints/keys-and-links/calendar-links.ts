/**
 * Links with which calendar apps subscribe to the meals (http/calendar). A link is only in the response that creates it.
 */
import { addCalendarLink, revokeCalendarLink } from '#actions/keys-and-links/calendar-links.ts';
import { calendarSettingsSchema } from '#domain/calendar/calendar-settings.ts';
import { isRefusal } from '#domain/refusal.ts';
import { listCalendarLinks } from '#storage/tables/keys-and-links/calendar-links.ts';
import { byId } from '#http/input-schemas.ts';
import { endpoint } from '#http/endpoint.ts';

export const calendarLinkEndpoints = [
  endpoint({
    method: 'GET',
    path: '/app/api/calendar-links',
    access: 'member',
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
