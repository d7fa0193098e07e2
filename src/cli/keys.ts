/** key add, list, rotate, revoke. */
import {
  addApiKey,
  OVERLAPS,
  type Overlap,
  revokeApiKey,
  rotateApiKey,
} from '#actions/keys-and-links/api-keys.ts';
import {
  DEFAULT_SCOPES,
  isScope,
  type Scope,
  SCOPE_SETS,
  type ScopeSet,
  SCOPES,
  scopesText,
} from '#domain/family/scopes.ts';
import { instantText } from '#domain/week/instant.ts';
import { printableLine } from '#domain/text/printable.ts';
import { textLine } from '#domain/text/text.ts';
import { findFamilyOfKey, listApiKeys } from '#storage/tables/keys-and-links/api-keys.ts';
import type { Db } from '#storage/schema.ts';
import { command, getFamily, unwrap, UsageError } from './command.ts';
import { instantArgument, validArgument } from './arguments.ts';

export const keyCommands = [
  command({
    name: 'key add',
    positionals: ['FAMILY_ID'],
    summary: 'Creates an API key and shows it, only once.',
    example: 'key add 4fJ2kQ9xLm1TzB7c --name tablet --scopes shopping --expires 2027-01-01T00:00:00Z',
    options: {
      name: { type: 'string', value: 'NAME', help: 'what the key is for', required: true },
      scopes: {
        type: 'string',
        value: 'SCOPES',
        help: `what it may do: ${Object.keys(SCOPE_SETS).join(', ')}, or some of ${SCOPES.join(',')} [display]`,
      },
      expires: { type: 'string', value: 'INSTANT', help: 'when it expires [never]' },
    },
    async run({ context, positionals: [family = ''], options }) {
      const name = validArgument('--name', textLine(100), options.name);
      const expiresAt =
        options.expires === undefined ? null : instantText(instantArgument('--expires', options.expires));
      const scopes = scopesArgument(options.scopes);
      const made = unwrap(await addApiKey(context, family, { name, expiresAt, scopes }), `Family ${family}`);
      return { json: made, text: `Key ${made.id}, shown only once: ${made.key}` };
    },
  }),

  command({
    name: 'key list',
    positionals: ['FAMILY_ID'],
    summary: "Lists a family's API keys.",
    example: 'key list 4fJ2kQ9xLm1TzB7c',
    async run({ store, positionals: [family = ''] }) {
      await getFamily(store.db, family);
      const keys = await listApiKeys(store.db, family);
      const lines = keys.map((key) => {
        const end = key.revokedAt
          ? `revoked ${key.revokedAt}`
          : key.expiresAt
            ? `expires ${key.expiresAt}`
            : 'no expiry';
        return `${key.id}  ${end.padEnd(34)} last used ${(key.lastUsedAt ?? 'never').padEnd(26)} ${scopesText(key.scopes)}  ${printableLine(key.name)}`;
      });
      return { json: keys, text: lines.join('\n') || 'The family has no keys.' };
    },
  }),

  command({
    name: 'key rotate',
    positionals: ['KEY_ID'],
    summary: 'Replaces a key with a new one. The old key can stay valid for a while.',
    example: 'key rotate 9aBcD3fG --overlap day',
    options: {
      overlap: { type: 'string', value: 'none|day|week', help: 'how long the old key stays valid [none]' },
    },
    async run({ store, context, positionals: [id = ''], options }) {
      const { overlap = 'none' } = options;
      if (!Object.hasOwn(OVERLAPS, overlap)) throw new UsageError('--overlap must be none, day or week.');
      const family = await familyOfKey(store.db, id);
      const made = unwrap(await rotateApiKey(context, family, id, overlap as Overlap), `Key ${id}`);
      return { json: made, text: `Key ${made.id}, which replaces ${id}, shown only once: ${made.key}` };
    },
  }),

  command({
    name: 'key revoke',
    positionals: ['KEY_ID'],
    summary: 'Revokes a key. Every server refuses it within a second.',
    example: 'key revoke 9aBcD3fG',
    async run({ store, context, positionals: [id = ''] }) {
      unwrap(await revokeApiKey(context, await familyOfKey(store.db, id), id), `Key ${id}`);
      return { json: { id, revoked: true }, text: `Revoked key ${id}.` };
    },
  }),
];

/** The name of a ready set, or scopes with commas or spaces between them. */
function scopesArgument(text: string | undefined): readonly Scope[] {
  if (text === undefined) return DEFAULT_SCOPES;
  if (Object.hasOwn(SCOPE_SETS, text)) return SCOPE_SETS[text as ScopeSet];
  const scopes = text.split(/[, ]/).filter((part) => part !== '');
  if (scopes.length > 0 && scopes.every(isScope)) return scopes;
  throw new UsageError(
    `--scopes must be ${Object.keys(SCOPE_SETS).join(', ')}, or some of ${SCOPES.join(',')}.`,
  );
}

async function familyOfKey(db: Db, id: string): Promise<string> {
  return unwrap((await findFamilyOfKey(db, id)) ?? { refused: 'not-found' as const }, `Key ${id}`);
}
