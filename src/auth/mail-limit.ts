/**
 * Limits the mails that people can make us send, so that nobody's mailbox is flooded. Counts are per process. All
 * addresses count alike, whether they have an account or not.
 */
import { mailboxOf } from '#domain/mail/mail-address.ts';
import { SlidingWindowLimit } from '#domain/rate-limit/sliding-window-limit.ts';
import { networkOf } from './network.ts';

const HOUR_MS = 3_600_000;
const PER_MAILBOX = 3;
const PER_MAILBOX_AND_DAY = 8;
const PER_LINK = 10;
const PER_SITE = 30;
/** Mails that nobody asked for, such as that a new device has signed in. */
const NOTICES_PER_MAILBOX = 5;

export class MailLimit {
  readonly #mailboxes = new SlidingWindowLimit(PER_MAILBOX, { windowMs: HOUR_MS });
  readonly #mailboxesByDay = new SlidingWindowLimit(PER_MAILBOX_AND_DAY, { windowMs: 24 * HOUR_MS });
  readonly #links = new SlidingWindowLimit(PER_LINK, { windowMs: HOUR_MS });
  readonly #sites = new SlidingWindowLimit(PER_SITE, { windowMs: HOUR_MS });
  readonly #notices = new SlidingWindowLimit(NOTICES_PER_MAILBOX, { windowMs: HOUR_MS });

  /** Counts a mail that somebody at `address` asks for and returns 0, or returns the seconds to wait. */
  take({ recipient, address }: { recipient: string; address: string }, nowMs: number): number {
    const mailbox = mailboxOf(recipient);
    const { link, site } = networkOf(address);
    const counts: [SlidingWindowLimit, string][] = [
      [this.#mailboxes, mailbox],
      [this.#mailboxesByDay, mailbox],
      [this.#links, link],
      [this.#sites, site],
    ];
    const seconds = Math.max(...counts.map(([limit, name]) => limit.peek(name, nowMs)));
    if (seconds === 0) for (const [limit, name] of counts) limit.take(name, nowMs);
    return seconds;
  }

  /** Counts a mail that nobody asked for, and returns whether it may be sent. */
  takeNotice(recipient: string, nowMs: number): boolean {
    return this.#notices.take(mailboxOf(recipient), nowMs) === 0;
  }
}
