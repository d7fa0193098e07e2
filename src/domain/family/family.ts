/** Families and their members: what a name, an email, a password and a time zone may be. */
import { z } from 'zod';
import { textLine } from '#domain/text/text.ts';
import { normalize } from '#domain/text/unicode.ts';
import { MIN_PASSWORD } from './password-words.ts';

export const ROLES = ['owner', 'member'] as const;
export type Role = (typeof ROLES)[number];

export const familyName = textLine(100);

/** Control, format and default-ignorable characters, every kind of space, and the Braille blank. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * The email of a new account, in a canonical spelling: lower case, since no two mailboxes differ only in case, and
 * NFC. Invisible characters are refused, so that no address can look like another.
 */
export const email = addressIn(z.string().trim().overwrite(normalEmail)).refine(
  (text) => !INVISIBLE.test(text),
  { error: 'must not contain spaces or characters that cannot be seen' },
);

/** The email at sign-in, only in lower case: an account may be older than the other rules. */
export const typedEmail = addressIn(z.string().trim().toLowerCase());

/** The canonical spelling, which new accounts have. */
export function normalEmail(typed: string): string {
  return normalize(typed.toLowerCase(), 'NFC');
}

function addressIn(text: z.ZodString) {
  return text
    .max(254, 'must have at most 254 characters')
    .regex(/^[^\s@]+@[^\s@]+$/, 'must be an email address')
    .refine((address) => address.isWellFormed() && !address.includes('\0'), {
      error: 'must be an email address',
    });
}

/** Long enough to resist guessing, short enough to be hashed quickly. actions/account/new-password.ts refuses common ones. */
export const password = z
  .string()
  .min(MIN_PASSWORD, `must have at least ${MIN_PASSWORD} characters`)
  .max(200, 'must have at most 200 characters')
  .refine((text) => text.isWellFormed(), { error: 'must not contain broken Unicode' });

/**
 * A known IANA time zone in its canonical spelling. Offsets such as +02:00 are refused: they have no daylight
 * saving time.
 */
export const timeZone = z
  .string()
  .max(64)
  .transform((name, check) => {
    const known = /^[A-Za-z]/.test(name) ? knownZone(name) : undefined;
    if (known !== undefined) return known;
    check.addIssue('must be an IANA time zone, such as Europe/Berlin');
    return z.NEVER;
  });

function knownZone(name: string): string | undefined {
  try {
    return Temporal.ZonedDateTime.from({ year: 2026, month: 1, day: 1, timeZone: name }).timeZoneId;
  } catch {
    return undefined;
  }
}
