/**
 * Sends the queued mails, one after the other, outside of requests: a mail server that is slow or down delays nothing
 * else. A mail that fails is tried again some times. It is deleted after it was sent, so a server that is killed in
 * between sends it twice rather than never (docs/decisions/0029-mail.md).
 */
import type { Logger } from 'pino';
import { prepareMail } from '#actions/account/mails.ts';
import type { MailLimit } from '#auth/mail-limit.ts';
import { composeMail } from '#domain/mail/mail.ts';
import { isMailable } from '#domain/mail/mail-address.ts';
import {
  claimMail,
  deleteMail,
  findDueMails,
  findNextDue,
  postponeMail,
  type QueuedMail,
} from '#storage/tables/account/queued-mails.ts';
import { withoutDeadline } from '#storage/deadline.ts';
import type { Store } from '#storage/store.ts';
import { type MailSettings, openSmtp, type Smtp } from './smtp.ts';

export type MailerOptions = {
  store: Store;
  settings: MailSettings;
  publicUrl: string;
  limit: MailLimit;
  clock: () => number;
  log: Pick<Logger, 'warn' | 'error'>;
};

/** The delay after each failed attempt. After the last attempt, 51 minutes later, the mail is dropped. */
export const RETRY_DELAYS_MS = [10_000, 60_000, 300_000, 900_000, 1_800_000];
/** Longer than the timeouts of an attempt, so that no other server sends the same mail meanwhile. */
const CLAIM_MS = 120_000;
/** Mails that other servers have queued before they were killed, and retries. */
const POLL_MS = 30_000;
/** After the database could not be read. */
const OUTAGE_MS = 5_000;
const BATCH = 20;
/** A mail server that does not respond must not delay the end of the process. */
const STOP_MS = 1_000;

export class Mailer {
  readonly #options: MailerOptions;
  #smtp: Promise<Smtp> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #hasMore = false;
  #isStopped = false;

  constructor(options: MailerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#options.store.mailer = this;
    this.wake();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#options.store.mailer = undefined;
    clearTimeout(this.#timer);
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, STOP_MS);
    await Promise.race([this.#running, promise]);
    clearTimeout(timer);
    (await this.#smtp?.catch(() => undefined))?.close();
  }

  /** Sends what is due. Called after a mail was queued, and by a timer. */
  wake(): void {
    if (this.#isStopped) return;
    this.#hasMore = true;
    withoutDeadline(() => {
      this.#running ??= this.#sendAll()
        .catch((error: unknown) => this.#log('warn', 'could not read queued mails', error))
        .finally(() => {
          this.#running = undefined;
          // Called while the last query was running: it may not have found that mail.
          if (this.#hasMore) this.wake();
        });
    });
  }

  async #sendAll(): Promise<void> {
    const { store, clock } = this.#options;
    clearTimeout(this.#timer);
    let delayMs = OUTAGE_MS;
    try {
      while (this.#hasMore && !this.#isStopped) {
        this.#hasMore = false;
        const due = await findDueMails(store.db, clock(), BATCH);
        for (const mail of due) if (!this.#isStopped) await this.#send(mail);
        if (due.length > 0) this.#hasMore = true;
      }
      const next = this.#isStopped ? undefined : await findNextDue(store.db);
      const untilNextMs = next === undefined ? POLL_MS : Date.parse(next) - clock() + 1;
      delayMs = Math.min(POLL_MS, Math.max(1, untilNextMs));
    } finally {
      if (!this.#isStopped) this.#timer = setTimeout(() => this.wake(), delayMs).unref();
    }
  }

  async #send(due: { id: string; dueAt: string }): Promise<void> {
    const { store, clock } = this.#options;
    const untilMs = clock() + CLAIM_MS;
    const mail = await store.db.transaction().execute((tx) => claimMail(tx, due, untilMs));
    if (!mail) return;
    try {
      await this.#deliver(mail);
    } catch (error) {
      if (this.#isStopped) return;
      const delayMs = RETRY_DELAYS_MS[mail.attempts - 1];
      if (delayMs !== undefined && !isPermanent(error)) {
        await store.db.transaction().execute((tx) => postponeMail(tx, mail.id, clock() + delayMs));
        this.#log('warn', 'mail not sent, will retry', error, mail);
        return;
      }
      this.#log('error', 'mail dropped after its last attempt', error, mail);
    }
    await store.db.transaction().execute((tx) => deleteMail(tx, mail.id));
  }

  /** Returns without sending if the mail is no longer wanted. */
  async #deliver(mail: QueuedMail): Promise<void> {
    const { store, settings, publicUrl, limit, clock } = this.#options;
    const nowMs = clock();
    const prepared = await prepareMail({ store, publicUrl, nowMs }, mail);
    if (!prepared) return;
    const { to, language, content } = prepared;
    if (!isMailable(to)) return;
    const isNotice = content.kind === 'new-device' || content.kind === 'email-changed';
    if (isNotice && mail.attempts === 1 && !limit.takeNotice(to, nowMs)) return;
    this.#smtp ??= openSmtp(settings);
    const smtp = await this.#smtp;
    await smtp.send({ to, ...composeMail(content, { language, publicUrl }) });
  }

  /** Codes only: the text of an error can quote the address, and a message can quote the link. */
  #log(level: 'warn' | 'error', text: string, error: unknown, mail?: QueuedMail): void {
    const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
    const { id, kind, attempts } = mail ?? {};
    this.#options.log[level]({ mail: id, kind, attempts, code, responseCode }, text);
  }
}

/** The mail server has refused the mail for good (5xx). A wrong password is for the operator to correct meanwhile. */
function isPermanent(error: unknown): boolean {
  const { permanent, code } = error as { permanent?: unknown; code?: unknown };
  return permanent === true && code !== 'EAUTH';
}
