/** Server-sent events that report changes of the family. A client then refetches what it shows. */
import { recordDisplaySeen } from '#actions/keys-and-links/displays.ts';
import { problem, ProblemResponse } from '#http/problems/problem.ts';
import { endpoint } from '#http/endpoint.ts';

/** A stream is opened once in 15 minutes, and opening one takes several queries. */
export const STREAM_COST = 10;

export const streamsFull = () => new ProblemResponse(problem('unavailable'), { 'Retry-After': '60' });

export const eventEndpoints = [
  endpoint({
    method: 'GET',
    path: '/app/api/events',
    access: 'member',
    uses: ['streams'],
    cost: STREAM_COST,
    handle: async ({ caller, streams, address, lastEventId }) =>
      streams.open({ family: caller.family, id: caller.tokenHash }, address, lastEventId) ?? streamsFull(),
  }),

  endpoint({
    method: 'GET',
    path: '/app/api/display/events',
    access: 'viewer',
    uses: ['streams'],
    cost: STREAM_COST,
    async handle({ viewer, store, nowMs, streams, address, lastEventId }) {
      if (viewer.display) await recordDisplaySeen(store, viewer.display, nowMs);
      return (
        streams.open({ family: viewer.family, id: viewer.tokenHash }, address, lastEventId) ?? streamsFull()
      );
    },
  }),
];
