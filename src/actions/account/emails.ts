/** A member's address: its confirmation by mail and its change; the language of mails; links to a new password by mail. */
import { hashSecret, newId } from '#auth/secret.ts';
import type { Caller } from '#auth/session.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { instantText } from '#domain/week/instant.ts';
import { isDuplicate } from '#storage/outage.ts';
import type { Tx } from '#storage/schema.ts';
import type { Store } from '#storage/store.ts';
import { deleteEmailLinks, findEmailLink } from '#storage/tables/account/email-links.ts';
import { findCredentials, findMailbox, updateMailbox } from '#storage/tables/account/members.ts';
import { insertMail, type NewMail } from '#storage/tables/account/queued-mails.ts';
import { deleteMailedResetLinks } from '#storage/tables/account/account-recovery.ts';
import {
  auditedTransaction,
  type ChangeContext,
  type QueueMail,
  type RecordChange,
} from '#storage/transaction.ts';

/** The same work for every address: whether it has an account is found out when the mail is sent. */
export function requestResetMail(
  store: Store,
  { email, language }: { email: string; language?: string | undefined },
  nowMs: number,
): Promise<void> {
  return queue(store, null, { id: newId(), kind: 'reset', recipient: email, language }, nowMs);
}

/** Sends the link again for the address that is not confirmed yet. */
export async function resendConfirmation(
  store: Store,
  { family, member }: Caller,
  { recipient, nowMs }: { recipient: string; nowMs: number },
): Promise<void> {
  await queue(store, family, { id: newId(), kind: 'confirm', member, recipient }, nowMs);
}

async function queue(store: Store, family: string | null, mail: NewMail, nowMs: number): Promise<void> {
  await store.db.transaction().execute((tx) => insertMail(tx, family, mail, nowMs));
  store.mailer?.wake();
}

/** The address that waits for its confirmation; undefined if none does. */
export async function findUnconfirmed(store: Store, { family, member }: Caller): Promise<string | undefined> {
  const mailbox = await findMailbox(store.db, family, member);
  if (!mailbox) return undefined;
  return mailbox.newEmail ?? (mailbox.confirmedAt === null ? mailbox.email : undefined);
}

/**
 * Where mail is sent, the new address counts when its link is opened; otherwise at once. The current address gives up a
 * change that is under way.
 */
export async function changeEmail(
  context: ChangeContext,
  { family, member }: Caller,
  email: string,
): Promise<{ isPending: boolean } | Refusal> {
  const { store } = context;
  try {
    return await auditedTransaction(context, family, async (tx, record, queueMail) => {
      const before = await findMailbox(tx, family, member);
      if (!before) return refuse('not-found');
      if (email === before.email) {
        await updateMailbox(tx, family, member, { newEmail: null });
        await deleteEmailLinks(tx, family, member);
        await record('member.new-email', { member });
        return { isPending: false };
      }
      if (await findCredentials(tx, email)) return refuse('email-taken');
      if (!store.mailer) {
        const change = { member, email, old: before.email, confirmedAt: null };
        await setEmail(tx, family, change, { record, queueMail });
        return { isPending: false };
      }
      await updateMailbox(tx, family, member, { newEmail: email });
      await queueMail({ id: newId(), kind: 'confirm', member, recipient: email });
      await record('member.new-email', { member });
      return { isPending: true };
    });
  } catch (error) {
    if (isDuplicate(error)) return refuse('email-taken');
    throw error;
  }
}

/** Confirms the address of a link, and makes it the member's if it is not yet. */
export async function confirmEmail(
  { store, nowMs, from }: Omit<ChangeContext, 'actor'>,
  token: string,
): Promise<Refusal | undefined> {
  const tokenHash = hashSecret(token);
  const found = await findEmailLink(store.db, tokenHash, nowMs);
  if (!found) return refuse('email-link-ended');
  const { family, member } = found;
  try {
    return await auditedTransaction(
      // Who opens the link reads the mails of the address.
      { store, nowMs, from, actor: member, isReauthenticated: true },
      family,
      async (tx, record, queueMail) => {
        // Checked again: the link may have been used meanwhile.
        const link = await findEmailLink(tx, tokenHash, nowMs);
        if (!link) return refuse('email-link-ended');
        const confirmedAt = instantText(nowMs);
        if (link.email === link.current) {
          await updateMailbox(tx, family, member, { confirmedAt });
          await deleteEmailLinks(tx, family, member);
          await record('member.email-confirmed', { member });
          return undefined;
        }
        const change = { member, email: link.email, old: link.current, confirmedAt };
        await setEmail(tx, family, change, { record, queueMail });
        return undefined;
      },
    );
  } catch (error) {
    // Somebody has signed up with the address meanwhile.
    if (isDuplicate(error)) return refuse('email-taken');
    throw error;
  }
}

type Change = { member: string; email: string; old: string; confirmedAt: string | null };

/** Links that were sent to the old address end: it may belong to somebody else now. */
async function setEmail(
  tx: Tx,
  family: string,
  { member, email, old, confirmedAt }: Change,
  { record, queueMail }: { record: RecordChange; queueMail: QueueMail },
): Promise<void> {
  await updateMailbox(tx, family, member, { email, newEmail: null, confirmedAt });
  await deleteEmailLinks(tx, family, member);
  await deleteMailedResetLinks(tx, family, member);
  await queueMail({ id: newId(), kind: 'email-changed', member, recipient: old });
  await record('member.email', { member });
}

/** Not in the audit log: it changes nothing for others. */
export async function setLanguage(store: Store, { family, member }: Caller, language: string): Promise<void> {
  await store.db.transaction().execute((tx) => updateMailbox(tx, family, member, { language }));
}
