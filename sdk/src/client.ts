/** The TypeScript client of Weekfare: the public API, events and webhooks. */
import { type EventOptions, readEvents, type WeekfareEvent } from './events.ts';
import { OPERATIONS, type Operations } from './operations.ts';
import { type ClientOptions, createSender, type Input } from './request.ts';

export type * from './operations.ts';
export type { ClientOptions } from './request.ts';
export type { EventOptions, WeekfareEvent } from './events.ts';
export { ProblemError } from './problem.ts';
export { verifyWebhook, WebhookError, type WebhookOptions, type WebhookRequest } from './webhook.ts';

export type Client = Operations & {
  /**
   * The events of the family, as they happen. Reconnects automatically, and continues after the last event. Throws a
   * `ProblemError` if the server refuses, and the reason of the signal when it is aborted.
   */
  events(options?: EventOptions): AsyncGenerator<WeekfareEvent, void, undefined>;
};

/** A client of one family. It has a method for each operation of the API, named as in its description. */
export function createClient(options: ClientOptions): Client {
  const send = createSender(options);
  const methods = Object.entries(OPERATIONS).map(([name, operation]) => [
    name,
    (input?: Input) => send(operation, input),
  ]);
  return {
    ...(Object.fromEntries(methods) as Operations),
    events: (eventOptions) => readEvents(options, eventOptions),
  };
}
