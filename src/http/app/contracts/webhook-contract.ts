/** The responses about webhook endpoints, a part of contract.ts. */
import type { EventType } from '#domain/events/event.ts';
import type { Creator } from '#domain/family/creator.ts';

export type WebhookDelivery = {
  id: string;
  /** An event type, or `test`. */
  type: string;
  state: 'waiting' | 'delivered' | 'given-up';
  createdAt: string;
  attempts: number;
  attemptedAt: string | null;
  /** The status of the last response, or a reason without one. */
  outcome: string | null;
  /** Of the next attempt. */
  dueAt: string | null;
};
export type Webhook = {
  id: string;
  name: string;
  /** The host of the address; its path is masked. */
  url: string;
  types: EventType[];
  createdAt: string;
  /** Null while it is on. */
  offAt: string | null;
  offReason: 'member' | 'gone' | 'failing' | null;
  /** The first failure since the last success. */
  failingSince: string | null;
  createdBy: Creator;
  /** The last ones, the newest first. */
  deliveries: WebhookDelivery[];
};
/** `dinnerTime` is when `dinner.today` is sent; null for never. */
export type WebhooksResponse = { webhooks: Webhook[]; dinnerTime: string | null };
/** The secret is in this response only. */
export type NewWebhookResponse = { id: string; secret: string };
export type WebhookTestResponse = { isDelivered: boolean; outcome: string };
