/** Word that something of the family changed, as it happens: server-sent events. What changed is for the reads to say. */
import { noteDisplay } from '#actions/displays.ts';
import { familyRoute, viewerRoute } from './route.ts';

export const eventRoutes = [
  familyRoute({
    method: 'GET',
    path: '/app/api/events',
    access: 'member',
    handle: async ({ caller, streams, lastEvent }) => streams.open(caller, lastEvent),
  }),

  viewerRoute({
    method: 'GET',
    path: '/app/api/display/events',
    async handle({ viewer, store, nowMs, streams, lastEvent }) {
      if (viewer.display) await noteDisplay(store, viewer.display, nowMs);
      return streams.open(viewer, lastEvent);
    },
  }),
];
