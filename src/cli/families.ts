/** family add, list, show, delete; premium grant, revoke. */
import { addFamily, removeFamily, setPremium } from '#actions/account/families.ts';
import { GROUPS_OF_OPERATOR } from '#auth/password.ts';
import { randomText } from '#auth/secret.ts';
import { email, familyName, password, timeZone } from '#domain/family/family.ts';
import { instantText } from '#domain/week/instant.ts';
import { UserError } from '#domain/user-error.ts';
import { printableLine } from '#domain/text/printable.ts';
import { listApiKeys } from '#storage/tables/keys-and-links/api-keys.ts';
import { exportFamily } from '#storage/export.ts';
import { type Family, findFamily, listFamilies } from '#storage/tables/account/families.ts';
import { listMembers } from '#storage/tables/account/members.ts';
import { appliedMigrations, migrate, requireMigrated } from '#storage/migrate.ts';
import { listPlanWeeks } from '#storage/tables/plan/plans.ts';
import type { Db } from '#storage/schema.ts';
import { ask, command, getFamily, type Terminal, unwrap, UsageError } from './command.ts';
import { instantArgument, validArgument } from './arguments.ts';

/** How long the program that reads an export from a pipe may take for a piece. */
const PIPE_WAIT_MS = 600_000;

export const familyCommands = [
  command({
    name: 'family add',
    summary: 'Adds a family with its first owner.',
    example: 'family add --name Okafor --email a@example.org --time-zone Africa/Lagos --premium',
    anySchema: true,
    createsDatabase: true,
    options: {
      name: { type: 'string', value: 'NAME', help: 'the name of the family', required: true },
      email: { type: 'string', value: 'EMAIL', help: "the owner's email", required: true },
      password: {
        type: 'string',
        value: 'PASSWORD',
        help: "the owner's password [generated and shown]",
      },
      'time-zone': {
        type: 'string',
        value: 'ZONE',
        help: 'an IANA time zone, such as Europe/Berlin',
        required: true,
      },
      premium: { type: 'boolean', help: 'with unlimited Premium' },
    },
    async run({ store, context, options }) {
      const generated = options.password === undefined ? randomText(22) : undefined;
      const family = {
        name: validArgument('--name', familyName, options.name),
        email: validArgument('--email', email, options.email),
        password: generated ?? validArgument('--password', password, options.password),
        timeZone: validArgument('--time-zone', timeZone, options['time-zone']),
        premium: options.premium ? 'forever' : 'none',
      };
      // After the options are checked: a mistyped one must not create a database.
      if ((await appliedMigrations(store.db)).length === 0) await migrate(store, context.nowMs);
      await requireMigrated(store);
      const { id } = unwrap(await addFamily(context, family, GROUPS_OF_OPERATOR), family.email);
      const shown = generated ? `\nThe password of ${family.email}, shown only once: ${generated}` : '';
      return { json: { id, ...(generated && { password: generated }) }, text: `Added family ${id}.${shown}` };
    },
  }),

  command({
    name: 'family list',
    summary: 'Lists all families.',
    example: 'family list --json',
    async run({ store }) {
      const families = await allFamilies(store.db);
      const lines = families.map(
        (f) =>
          `${f.id}  ${f.timeZone.padEnd(24)} ${premiumText(f.premium).padEnd(26)} ${printableLine(f.name)}`,
      );
      return { json: families, text: lines.join('\n') || 'There are no families.' };
    },
  }),

  command({
    name: 'family show',
    positionals: ['FAMILY_ID'],
    summary: 'Shows a family; with --json, everything that is stored about it.',
    example: 'family show 4fJ2kQ9xLm1TzB7c',
    async run({ store, positionals: [id = ''] }) {
      const family = await getFamily(store.db, id);
      const members = await listMembers(store.db, id);
      const apiKeys = await listApiKeys(store.db, id);
      const weeks = await listPlanWeeks(store.db, id);
      const text = [
        `${printableLine(family.name)} (${family.id})`,
        `  time zone  ${family.timeZone}`,
        `  Premium    ${premiumText(family.premium)}`,
        `  members    ${members.map((m) => `${printableLine(m.email)} (${m.role})`).join(', ')}`,
        `  API keys   ${apiKeys.map((k) => `${k.id} ${printableLine(k.name)}`).join(', ') || 'none'}`,
        `  plans      ${weeks.join(', ') || 'none'}`,
      ];
      return {
        json: undefined,
        jsonPieces: () => exportFamily(store, id, PIPE_WAIT_MS),
        text: text.join('\n'),
      };
    },
  }),

  command({
    name: 'family delete',
    positionals: ['FAMILY_ID'],
    summary: 'Deletes a family and all of its data. This cannot be undone.',
    example: 'family delete 4fJ2kQ9xLm1TzB7c',
    options: { yes: { type: 'boolean', help: 'do not ask; required if the input is not a terminal' } },
    async run({ store, context, positionals: [id = ''], options, terminal }) {
      if (!options.yes) await confirmDeletion(store.db, id, terminal);
      unwrap(await removeFamily(context, id), `Family ${id}`);
      return { json: { id, deleted: true }, text: `Deleted family ${id}.` };
    },
  }),

  command({
    name: 'premium grant',
    positionals: ['FAMILY_ID'],
    summary: 'Gives a family Premium, unlimited or until a time.',
    example: 'premium grant 4fJ2kQ9xLm1TzB7c --until 2027-01-01T00:00:00Z',
    options: {
      until: { type: 'string', value: 'INSTANT', help: 'when Premium ends [never]' },
    },
    async run({ context, positionals: [id = ''], options }) {
      const untilMs = options.until === undefined ? Infinity : instantArgument('--until', options.until);
      if (untilMs <= context.nowMs) throw new UsageError('--until is in the past.');
      const premium = untilMs === Infinity ? 'forever' : instantText(untilMs);
      unwrap(await setPremium(context, id, premium), `Family ${id}`);
      return { json: { id, premium }, text: `Premium of family ${id}: ${premiumText(premium)}.` };
    },
  }),

  command({
    name: 'premium revoke',
    positionals: ['FAMILY_ID'],
    summary: 'Ends the Premium of a family.',
    example: 'premium revoke 4fJ2kQ9xLm1TzB7c',
    async run({ context, positionals: [id = ''] }) {
      unwrap(await setPremium(context, id, 'none'), `Family ${id}`);
      return { json: { id, premium: 'none' }, text: `Family ${id} no longer has Premium.` };
    },
  }),
];

async function confirmDeletion(db: Db, id: string, terminal: Terminal): Promise<void> {
  if (!terminal.input.isTTY)
    throw new UsageError(
      'The input is not a terminal, so nobody can confirm. Add --yes to delete the family.',
    );
  const family = await findFamily(db, id);
  if (!family) return;
  const question = `This deletes the family ${printableLine(family.name)} (${id}) and all of its data. This cannot be undone.\nType its name or "yes" to continue:`;
  const typed = await ask(terminal, question);
  if (typed !== family.name && typed !== 'yes') throw new UserError('Nothing was deleted.');
}

async function allFamilies(db: Db): Promise<Family[]> {
  const families: Family[] = [];
  for (;;) {
    const page = await listFamilies(db, { after: families.at(-1)?.id ?? '', limit: 1_000 });
    families.push(...page);
    if (page.length < 1_000) return families;
  }
}

function premiumText(premium: string): string {
  if (premium === 'none') return 'none';
  return premium === 'forever' ? 'unlimited' : `until ${premium}`;
}
