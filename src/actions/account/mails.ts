/**
 * Prepares a queued mail when it is sent: finds out whether it is still wanted and makes its link. A link is made only
 * then and its token goes nowhere but into the mail, so that the queue and its backups contain no secret.
 */
import { newToken } from '#auth/session.ts';
import type { MailContent } from '#domain/mail/mail.ts';
import { BASE_LANGUAGE, findLanguage, type Language } from '#languages/language.ts';
import { deleteExpiredEmailLinks, insertEmailLink } from '#storage/tables/account/email-links.ts';
import { findFamily } from '#storage/tables/account/families.ts';
import { listOpenInvitations, renewInvitationToken } from '#storage/tables/account/invitations.ts';
import { findAccount, findMailbox } from '#storage/tables/account/members.ts';
import type { QueuedMail } from '#storage/tables/account/queued-mails.ts';
import { addResetLink, deleteExpiredResetLinks } from '#storage/tables/account/account-recovery.ts';
import type { Store } from '#storage/store.ts';
import { MAIL } from '#storage/actor.ts';

const HOUR_MS = 3_600_000;
const RESET_MS = HOUR_MS;
const CONFIRM_MS = 24 * HOUR_MS;
/** An older mail is not sent: it comes from a restored backup, or all attempts to send it took too long. */
const MAX_AGE_MS = 2 * HOUR_MS;

export type PreparedMail = { to: string; language: Language; content: MailContent };

type Context = { store: Store; publicUrl: string; nowMs: number };

/** Undefined if the mail is no longer wanted, or belongs to no account. */
export async function prepareMail(context: Context, mail: QueuedMail): Promise<PreparedMail | undefined> {
  if (context.nowMs - Date.parse(mail.createdAt) > MAX_AGE_MS) return undefined;
  if (mail.kind === 'reset') return prepareReset(context, mail);
  const { family, member } = mail;
  if (family === null) return undefined;
  if (mail.kind === 'invitation') return prepareInvitation(context, family, mail);
  return member === null ? undefined : prepareForMember(context, family, { ...mail, member });
}

/** Only here it shows whether the address has an account; the request did the same work for every address. */
async function prepareReset({ store, publicUrl, nowMs }: Context, mail: QueuedMail) {
  const account = await findAccount(store.db, mail.recipient);
  if (!account) return undefined;
  const { family, id: member, email } = account;
  const { token, tokenHash } = newToken();
  await store.db.transaction().execute(async (tx) => {
    await deleteExpiredResetLinks(tx, nowMs);
    const link = { member, tokenHash, createdBy: MAIL, expiresAtMs: nowMs + RESET_MS };
    await addResetLink(tx, family, link, nowMs);
  });
  const mailbox = await findMailbox(store.db, family, member);
  const content = { kind: 'reset', email, link: `${publicUrl}/reset#${token}` } as const;
  return { to: email, language: languageOf(mailbox?.language, mail.language), content };
}

async function prepareInvitation({ store, publicUrl, nowMs }: Context, family: string, mail: QueuedMail) {
  const open = await listOpenInvitations(store.db, family, nowMs);
  const invitation = open.find(({ id }) => id === mail.detail.invitation);
  if (!invitation || invitation.createdBy.kind !== 'member') return undefined;
  const { id, createdBy } = invitation;
  const { token, tokenHash } = newToken();
  await store.db.transaction().execute((tx) => renewInvitationToken(tx, family, { id, tokenHash }));
  const familyName = (await findFamily(store.db, family))?.name ?? '';
  const link = `${publicUrl}/join#${token}`;
  const content = { kind: 'invitation', inviter: createdBy.email, familyName, link } as const;
  return { to: mail.recipient, language: languageOf(mail.language), content };
}

async function prepareForMember(
  { store, publicUrl, nowMs }: Context,
  family: string,
  mail: QueuedMail & { member: string },
): Promise<PreparedMail | undefined> {
  const { kind, member, recipient } = mail;
  const mailbox = await findMailbox(store.db, family, member);
  if (!mailbox) return undefined;
  const { email, newEmail, confirmedAt } = mailbox;
  const language = languageOf(mailbox.language, mail.language);
  if (kind === 'email-changed') return { to: recipient, language, content: { kind, email: recipient } };
  if (kind === 'new-device') {
    if (confirmedAt === null) return undefined;
    const { device = '', address = '' } = mail.detail;
    const timeZone = (await findFamily(store.db, family))?.timeZone ?? 'UTC';
    const content = { kind, email, device, address, at: mail.createdAt, timeZone } as const;
    return { to: email, language, content };
  }
  const isChange = recipient === newEmail;
  if (kind !== 'confirm' || !(isChange || (recipient === email && confirmedAt === null))) return undefined;
  const { token, tokenHash } = newToken();
  await store.db.transaction().execute(async (tx) => {
    await deleteExpiredEmailLinks(tx, nowMs);
    const link = { member, tokenHash, email: recipient, expiresAtMs: nowMs + CONFIRM_MS };
    await insertEmailLink(tx, family, link);
  });
  const link = `${publicUrl}/confirm#${token}`;
  return { to: recipient, language, content: { kind, email: recipient, link, isChange } };
}

/** The first of them that is a language we have; English if none is. */
function languageOf(...wanted: (string | null | undefined)[]): Language {
  return wanted.map(findLanguage).find((language) => language !== undefined) ?? BASE_LANGUAGE;
}
