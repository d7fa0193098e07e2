/**
 * The inventory of everything that can act as a member or as the family: which tables hold it, which rows belong to a
 * member, which of them work, and how to end them. A table is either listed here or among those that cannot act. The
 * devices that a member has signed in with have no table: their proof depends on the hash of the password
 * (auth/sign-in-limit.ts), so a new password ends it.
 */
import { type RawBuilder, sql } from 'kysely';
import { instantText } from '#domain/week/instant.ts';
import type { Db, Table } from '#storage/schema.ts';
import { idleSince } from './sessions.ts';

type Kind = {
  /** The columns with the id of the member whose it is, or who made it. */
  by: readonly ('member_id' | 'created_by')[];
  /** The rows that work at this instant; without it, all. */
  isLive?: (now: string) => RawBuilder<boolean>;
  /** Ends the rows instead of deleting them: the family still sees them. */
  end?: (now: string) => RawBuilder<unknown>;
};

const untilExpiry = (now: string) => sql<boolean>`(expires_at is null or expires_at > ${now})`;

export const ACCESS_KINDS = {
  sessions: {
    by: ['member_id'],
    isLive: (now) => sql`(expires_at > ${now} and seen_at > ${idleSince(now)})`,
  },
  passkeys: { by: ['member_id'] },
  identities: { by: ['member_id'] },
  recovery_codes: { by: ['member_id'] },
  // Those for the member, and those that the member has made for others.
  reset_links: { by: ['member_id', 'created_by'], isLive: untilExpiry },
  email_links: { by: ['member_id'], isLive: untilExpiry },
  invitations: { by: ['created_by'], isLive: untilExpiry },
  api_keys: {
    by: ['created_by'],
    isLive: (now) => sql`(revoked_at is null and ${untilExpiry(now)})`,
    end: (now) => sql`revoked_at = coalesce(revoked_at, ${now})`,
  },
  displays: { by: ['created_by'], isLive: untilExpiry },
  list_links: { by: ['created_by'], isLive: untilExpiry },
  calendar_links: { by: ['created_by'] },
  webhooks: { by: ['created_by'] },
} as const satisfies Partial<Record<Table, Kind>>;

export type AccessKind = keyof typeof ACCESS_KINDS;
export const ALL_ACCESS = Object.keys(ACCESS_KINDS) as AccessKind[];
/** How many of each kind; a kind without any is absent. */
export type AccessCounts = Partial<Record<AccessKind, number>>;

/** A table of what the family eats, buys and writes. */
export const CONTENT = 'content';

/** Why no row of these tables opens anything. */
export const CANNOT_ACT: Record<Exclude<Table, AccessKind>, string> = {
  families: CONTENT,
  members: 'the hash of the password, which every flow that ends access replaces or deletes with the member',
  sign_in_attempts:
    'a challenge or a state that gives nothing without a passkey, the provider or the live session',
  notices: 'a text that a member reads',
  queued_mails: 'a link is made when a mail is sent, from rows that are listed here',
  key_uses: CONTENT,
  plans: CONTENT,
  recipes: CONTENT,
  recipe_tags: CONTENT,
  recipe_notes: CONTENT,
  photos: 'the hash of a file, which only members and keys read',
  recipe_photos: CONTENT,
  imports: 'names the member who has imported',
  import_parts: CONTENT,
  imported_recipes: CONTENT,
  replaced_recipes: CONTENT,
  list_operations: CONTENT,
  lists: CONTENT,
  list_items: CONTENT,
  list_early_undos: CONTENT,
  bought_lines: CONTENT,
  todos: CONTENT,
  pantries: CONTENT,
  prices: CONTENT,
  line_answers: 'names the member who has answered',
  preferences: CONTENT,
  week_exceptions: CONTENT,
  menus: CONTENT,
  stars: CONTENT,
  rejected_dishes: 'names the member who has rejected a dish',
  webhook_deliveries: 'messages of an endpoint, which end with it',
  dinner_times: CONTENT,
  removed_members: 'ids that open nothing',
  changes: 'ids of changes, which make a repeat do nothing',
  undo_steps: CONTENT,
  audit: 'names who did what',
};

/** What works of this member. */
export async function countAccess(
  db: Db,
  family: string,
  member: string,
  nowMs: number,
): Promise<AccessCounts> {
  const now = instantText(nowMs);
  const counts: AccessCounts = {};
  for (const name of ALL_ACCESS) {
    const { isLive }: Kind = ACCESS_KINDS[name];
    const { rows } = await sql<{ count: number | string }>`
      select count(*) as count from ${sql.table(name)}
      where family_id = ${family} and ${belongsTo(name, member)} and ${isLive?.(now) ?? sql`1 = 1`}
    `.execute(db);
    const count = Number(rows[0]?.count);
    if (count > 0) counts[name] = count;
  }
  return counts;
}

/** Ends what this member has or has made, of these kinds, but for the session with this hash. */
export async function endAccess(
  db: Db,
  family: string,
  {
    member,
    kinds,
    exceptSession = '',
  }: { member: string; kinds: readonly AccessKind[]; exceptSession?: string },
  nowMs: number,
): Promise<void> {
  const now = instantText(nowMs);
  for (const name of kinds) {
    const { end }: Kind = ACCESS_KINDS[name];
    const verb = end ? sql`update ${sql.table(name)} set ${end(now)}` : sql`delete from ${sql.table(name)}`;
    const others = name === 'sessions' ? sql`token_hash <> ${exceptSession}` : sql`1 = 1`;
    await sql`${verb} where family_id = ${family} and ${belongsTo(name, member)} and ${others}`.execute(db);
  }
  if (!kinds.includes('email_links')) return;
  // Otherwise a link to the address that waits could be sent again.
  await db
    .updateTable('members')
    .set({ new_email: null })
    .where('family_id', '=', family)
    .where('id', '=', member)
    .execute();
}

function belongsTo(name: AccessKind, member: string): RawBuilder<boolean> {
  const conditions = ACCESS_KINDS[name].by.map((column) => sql`${sql.ref(column)} = ${member}`);
  return sql`(${sql.join(conditions, sql` or `)})`;
}
