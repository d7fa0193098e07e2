/** Routes of webhook endpoints, for owners. A secret is only in the response that makes it. */
import { z } from 'zod';
import { creator } from '#http/endpoints/response-schemas.ts';
import { OVERLAPS, type Overlap } from '#actions/keys-and-links/api-keys.ts';
import { setDinnerTime } from '#actions/plan/dinner-times.ts';
import {
  addWebhook,
  removeWebhook,
  rotateWebhookSecret,
  switchWebhook,
} from '#actions/keys-and-links/webhooks.ts';
import { dinnerTime } from '#domain/events/dinner-time.ts';
import { EVENT_TYPES } from '#domain/events/event.ts';
import { hasPremium } from '#domain/family/premium.ts';
import { isRefusal } from '#domain/refusal.ts';
import { textLine } from '#domain/text/text.ts';
import { MAX_ADDRESS_LENGTH, refuseAddress } from '#fetch/guarded-post.ts';
import { findDinnerTime } from '#storage/tables/plan/dinner-times.ts';
import { findFamily } from '#storage/tables/account/families.ts';
import { listDeliveries } from '#storage/tables/keys-and-links/webhook-deliveries.ts';
import { listWebhooks } from '#storage/tables/keys-and-links/webhooks.ts';
import { byId } from '#http/input/input-schemas.ts';
import { endpoint } from '#http/endpoint.ts';
import { problem, ProblemResponse } from '#http/problems/problem.ts';

const SHOWN_DELIVERIES = 20;
/** A test waits for another server, and adds a row. */
const TEST_COST = 20;

const delivery = z.strictObject({
  id: z.string(),
  /** An event type, or `test`. */
  type: z.string(),
  state: z.enum(['waiting', 'delivered', 'given-up']),
  createdAt: z.string(),
  attempts: z.int(),
  attemptedAt: z.string().nullable(),
  /** The status of the last response, or a reason without one. */
  outcome: z.string().nullable(),
  /** Of the next attempt. */
  dueAt: z.string().nullable(),
});
export type WebhookDelivery = z.output<typeof delivery>;
const webhook = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** The host of the address; its path is masked. */
  url: z.string(),
  types: z.array(z.enum(EVENT_TYPES)),
  createdAt: z.string(),
  /** Null while it is on. */
  offAt: z.string().nullable(),
  offReason: z.enum(['member', 'gone', 'failing']).nullable(),
  /** The first failure since the last success. */
  failingSince: z.string().nullable(),
  createdBy: creator,
  /** The last ones, the newest first. */
  deliveries: z.array(delivery),
});
export type Webhook = z.output<typeof webhook>;
const newSecret = z.strictObject({ id: z.string(), secret: z.string() });

export const webhookEndpoints = [
  endpoint({
    method: 'GET',
    path: '/app/api/webhooks',
    access: 'owner',
    response: z.strictObject({
      webhooks: z.array(webhook),
      /** When `dinner.today` is sent; null for never. */
      dinnerTime: z.string().nullable(),
    }),
    async handle({ store: { db }, caller: { family } }) {
      const webhooks = await Promise.all(
        (await listWebhooks(db, family)).map(async (webhook) => ({
          ...webhook,
          deliveries: await listDeliveries(db, family, webhook.id, SHOWN_DELIVERIES),
        })),
      );
      return { webhooks, dinnerTime: (await findDinnerTime(db, family))?.time ?? null };
    },
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/webhooks',
    access: 'owner',
    uses: ['fetchSettings'],
    needsReauthentication: true,
    body: z.strictObject({
      name: textLine(100),
      url: z.string().min(1).max(MAX_ADDRESS_LENGTH),
      types: z.array(z.enum(EVENT_TYPES)).min(1).max(EVENT_TYPES.length),
    }),
    response: newSecret,
    async handle({ body, context, caller, fetchSettings }) {
      const refusal = await refuseAddress(body.url, fetchSettings);
      return refusal ?? addWebhook(context, caller.family, body);
    },
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/webhooks/:id/rotate',
    access: 'owner',
    needsReauthentication: true,
    params: byId,
    body: z.strictObject({ overlap: z.enum(Object.keys(OVERLAPS) as Overlap[]) }),
    response: newSecret,
    handle: ({ params, body, context, caller }) =>
      rotateWebhookSecret(context, caller.family, params.id, body.overlap),
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/webhooks/:id/test',
    access: 'owner',
    uses: ['config', 'webhooks'],
    cost: TEST_COST,
    params: byId,
    response: z.strictObject({ isDelivered: z.boolean(), outcome: z.string() }),
    async handle({ params, caller: { family }, store, config, nowMs, webhooks }) {
      const premium = (await findFamily(store.db, family))?.premium ?? 'none';
      if (!hasPremium(premium, config.premium, nowMs))
        return new ProblemResponse(problem('premium-required'));
      const attempt = await webhooks.sendTest(family, params.id);
      if (isRefusal(attempt)) return attempt;
      return { isDelivered: attempt.isDelivered, outcome: attempt.outcome };
    },
  }),

  endpoint({
    method: 'PATCH',
    path: '/app/api/webhooks/:id',
    access: 'owner',
    params: byId,
    body: z.strictObject({ isOn: z.boolean() }),
    handle: ({ params, body, context, caller }) =>
      switchWebhook(context, caller.family, params.id, body.isOn),
  }),

  endpoint({
    method: 'DELETE',
    path: '/app/api/webhooks/:id',
    access: 'owner',
    params: byId,
    handle: ({ params, context, caller }) => removeWebhook(context, caller.family, params.id),
  }),

  endpoint({
    method: 'PUT',
    path: '/app/api/dinner-time',
    access: 'owner',
    body: z.strictObject({ time: dinnerTime.nullable() }),
    handle: ({ body, context, caller }) => setDinnerTime(context, caller.family, body.time),
  }),
];
