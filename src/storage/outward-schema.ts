/** The tables of what leaves the app: links to lists and calendars, and webhooks. A part of schema.ts. */
import type { Generated } from 'kysely';

export type OutwardTables = {
  /** Links to the family's list of the current week, for people without an account. */
  list_links: {
    family_id: string;
    id: string;
    token_hash: string;
    created_at: string;
    expires_at: string;
    /** A member's id. */
    made_by: string;
  };
  /** Links with which calendar apps subscribe to the family's meals. */
  calendar_links: {
    family_id: string;
    id: string;
    token_hash: string;
    /** What the calendar shows, as JSON (domain/calendar/calendar-settings.ts). */
    settings: string;
    /** The origin at which the link was made. Recipes are linked there, unless the operator has set PUBLIC_URL. */
    origin: string;
    created_at: string;
    /** The last use, to the hour; null for none. */
    seen_at: Generated<string | null>;
    /** A member's id. */
    made_by: string;
  };
  /** Endpoints to which events are sent (tables/keys-and-links/webhooks.ts). */
  webhooks: {
    family_id: string;
    id: string;
    name: string;
    url: string;
    /** The types of events that are sent, separated by spaces (domain/events/event.ts). */
    types: string;
    /** In plain text: it signs. The old one signs too for a while after a rotation. */
    secret: string;
    old_secret: string | null;
    old_secret_until: string | null;
    created_at: string;
    /** A member's id, or `operator`. */
    made_by: string;
    /** The number of the last change of the family that has become deliveries. */
    last_change: number;
    /** Null while it is on. */
    off_at: string | null;
    off_reason: string | null;
    /** The first failure since the last success. */
    failing_since: string | null;
    /** The receiver is away: nothing is sent before. */
    blocked_until: string | null;
    /** A server sends for this endpoint. */
    claimed_until: string | null;
  };
  /** What was and will be sent to webhook endpoints (tables/keys-and-links/webhook-deliveries.ts). */
  webhook_deliveries: {
    family_id: string;
    webhook_id: string;
    /** The id of the message, by which the receiver recognises a repeat. */
    id: string;
    /** Grows within an endpoint: deliveries are sent in this order. */
    position: number;
    type: string;
    subject: string;
    body: string;
    state: string;
    created_at: string;
    attempts: number;
    attempted_at: string | null;
    /** The status of the last response, or why there was none. */
    outcome: string | null;
    /** Null unless it waits. */
    due_at: string | null;
  };
  /** When the event `dinner.today` is sent: a time such as 16:00, its next instant, and the last date. */
  dinner_times: { family_id: string; time: string; due_at: string; sent_on: string | null };
};
