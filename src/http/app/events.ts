/** Word that something of the family changed, as it happens: server-sent events. What changed is for the reads to say. */
import { recordDisplaySeen } from '#actions/displays.ts';
import { problem } from '#http/problem.ts';
import { familyRoute, ProblemResponse, viewerRoute } from './route.ts';

/** A stream is opened once in 15 minutes, and opening one takes several queries. */
const COST = 10;

const noRoom = () => new ProblemResponse(problem('unavailable'), { 'Retry-After': '60' });

export const eventRoutes = [
  familyRoute({
    method: 'GET',
    path: '/app/api/events',
    access: 'member',
    cost: COST,
    handle: async ({ caller, streams, address, lastEventId }) =>
      streams.open(caller, address, lastEventId) ?? noRoom(),
  }),

  viewerRoute({
    method: 'GET',
    path: '/app/api/display/events',
    cost: COST,
    async handle({ viewer, store, nowMs, streams, address, lastEventId }) {
      if (viewer.display) await recordDisplaySeen(store, viewer.display, nowMs);
      return streams.open(viewer, address, lastEventId) ?? noRoom();
    },
  }),
];
