/** Addresses to which mail is sent, and the sender that the operator sets. */
import { email } from '#domain/family/family.ts';

/**
 * Stricter than the address of an account, which is only a name to sign in with: no character with a meaning in a header
 * or in SMTP (RFC 5321), such as a comma or an angle bracket, with which one address would become two.
 */
const MAILABLE = /^[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}\p{Z}]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u;

export function isMailable(address: string): boolean {
  return address.length <= 254 && MAILABLE.test(address) && !address.includes('..');
}

/** For counting: the same mailbox usually receives everything after a plus sign too. */
export function mailboxOf(address: string): string {
  const [local = '', domain = ''] = address.toLowerCase().normalize('NFC').split('@', 2);
  return `${local.split('+', 1)[0]}@${domain}`;
}

export type Sender = { name: string; address: string };

/** Of `meals@example.org` or `Weekfare <meals@example.org>`; undefined if it is neither. */
export function parseSender(text: string): Sender | undefined {
  const [, name = '', bracketed] = /^([^<>"\p{Cc}]{1,100})<([^<>]*)>$/u.exec(text.trim()) ?? [];
  const { data: address } = email.safeParse(bracketed ?? text);
  if (address === undefined || !isMailable(address)) return undefined;
  return { name: name.trim() || 'Weekfare', address };
}
