/** member reset, sign-out. */
import { makeResetLink } from '#actions/account/account-recovery.ts';
import { signOutEverywhere } from '#actions/account/sign-in.ts';
import { readConfig } from '#config.ts';
import { normalEmail } from '#domain/family/family.ts';
import { instantText } from '#domain/week/instant.ts';
import type { Db } from '#storage/schema.ts';
import { findCredentials } from '#storage/tables/account/members.ts';
import { command, unwrap } from './command.ts';

export const memberCommands = [
  command({
    name: 'member reset',
    positionals: ['EMAIL'],
    summary: 'Prints a link with which a member sets a new password, once, within 24 hours.',
    example: 'member reset a@example.org',
    async run({ store, context, positionals: [email = ''], terminal }) {
      const { family, id } = await getAccount(store.db, email);
      const made = unwrap(await makeResetLink(context, family, id), email);
      const { publicUrl, port } = readConfig(terminal.environment);
      const link = `${publicUrl ?? `http://localhost:${port}`}/reset#${made.token}`;
      const expiresAt = instantText(made.expiresAtMs);
      return { json: { link, expiresAt }, text: `For ${email}, once, until ${expiresAt}: ${link}` };
    },
  }),

  command({
    name: 'member sign-out',
    positionals: ['EMAIL'],
    summary: 'Ends all sessions of a member.',
    example: 'member sign-out a@example.org',
    async run({ store, context, positionals: [email = ''] }) {
      const { family, id: member } = await getAccount(store.db, email);
      await signOutEverywhere(context, { family, member });
      return { json: { email, signedOut: true }, text: `Signed ${email} out everywhere.` };
    },
  }),
];

async function getAccount(db: Db, email: string) {
  const account = (await findCredentials(db, email)) ?? (await findCredentials(db, normalEmail(email)));
  return unwrap(account ?? { refused: 'not-found' as const }, `Member ${email}`);
}
