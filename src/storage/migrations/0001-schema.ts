/** The schema of version 0.2.0, the first one: every table, with its keys and indexes. */
import { sql } from 'kysely';
import type { Tx } from '#storage/schema.ts';
import type { Kind } from '#storage/store.ts';

export async function up(tx: Tx, kind: Kind): Promise<void> {
  const statements = [...accounts(kind), ...sharing(kind), ...plans(kind), ...recipes(kind), ...lists(kind)];
  for (const statement of [...statements, ...changeLog(kind)]) await sql.raw(statement).execute(tx);
}

const FAMILY = 'family_id text not null references families (id) on delete cascade';

/** The columns that name a row of another table, and what happens to a row whose other row is deleted. */
function reference(table: string, column: string, key = 'id'): string {
  return `foreign key (family_id, ${column}) references ${table} (family_id, ${key}) on delete cascade`;
}

/** For small rows that are read by their key: without a rowid SQLite needs one search instead of two. */
function clustered(kind: Kind): string {
  return kind === 'sqlite' ? 'without rowid' : '';
}

/** Text sorted by code points, as SQLite sorts it and as results are merged with the cookbook's. */
function orderedText(kind: Kind): string {
  return kind === 'postgres' ? 'text collate "C"' : 'text';
}

/** Members, how they sign in, and what they are sent. */
function accounts(kind: Kind): string[] {
  return [
    `create table families (
      id text primary key not null,
      name text not null,
      time_zone text not null,
      premium text not null,
      created_at text not null,
      units text not null,
      currency text
    ) ${clustered(kind)}`,
    `create table members (
      ${FAMILY},
      id text not null,
      email text not null unique,
      password_hash text not null,
      role text not null,
      created_at text not null,
      email_confirmed_at text,
      language text,
      eater_id text,
      new_email text,
      primary key (family_id, id)
    )`,
    // An eater of a family is at most one member; null is not compared.
    'create unique index members_by_eater on members (family_id, eater_id)',
    `create table sessions (
      token_hash text primary key not null,
      family_id text not null,
      member_id text not null,
      created_at text not null,
      expires_at text not null,
      device text not null,
      address text not null,
      authenticated_at text not null,
      seen_at text not null,
      ${reference('members', 'member_id')}
    )`,
    'create index sessions_by_expiry on sessions (expires_at)',
    'create index sessions_by_member on sessions (family_id, member_id)',
    `create table passkeys (
      family_id text not null,
      id text not null,
      member_id text not null,
      relying_party text not null,
      credential_id text not null unique,
      public_key text not null,
      -- 32 bits without a sign, which an integer of PostgreSQL does not hold.
      counter bigint not null,
      transports text not null,
      name text not null,
      created_at text not null,
      used_at text,
      primary key (family_id, id),
      ${reference('members', 'member_id')}
    )`,
    'create index passkeys_by_member on passkeys (family_id, member_id)',
    `create table identities (
      family_id text not null,
      id text not null,
      member_id text not null,
      issuer text not null,
      subject text not null,
      label text not null,
      created_at text not null,
      used_at text,
      primary key (family_id, id),
      unique (issuer, subject),
      ${reference('members', 'member_id')}
    )`,
    `create table sign_in_attempts (
      token_hash text primary key not null,
      family_id text references families (id) on delete cascade,
      purpose text not null,
      bound_to text not null,
      detail text not null,
      expires_at text not null
    )`,
    'create index sign_in_attempts_by_expiry on sign_in_attempts (expires_at)',
    `create table reset_links (
      family_id text not null,
      member_id text not null,
      token_hash text primary key not null,
      created_by text not null,
      created_at text not null,
      expires_at text not null,
      ${reference('members', 'member_id')}
    )`,
    'create index reset_links_by_member on reset_links (family_id, member_id)',
    `create table recovery_codes (
      family_id text not null,
      member_id text not null,
      code_hash text not null,
      primary key (family_id, member_id, code_hash),
      ${reference('members', 'member_id')}
    )`,
    `create table notices (
      family_id text not null,
      member_id text not null,
      about text not null,
      kind text not null,
      at text not null,
      primary key (family_id, member_id, kind, about),
      ${reference('members', 'member_id')}
    )`,
    `create table queued_mails (
      id text primary key not null,
      family_id text references families (id) on delete cascade,
      member_id text,
      kind text not null,
      recipient text not null,
      language text,
      detail text not null,
      attempts integer not null,
      created_at text not null,
      due_at text not null,
      ${reference('members', 'member_id')}
    )`,
    'create index queued_mails_by_due on queued_mails (due_at)',
    'create index queued_mails_by_member on queued_mails (family_id, member_id)',
    `create table email_links (
      token_hash text primary key not null,
      family_id text not null,
      member_id text not null,
      email text not null,
      expires_at text not null,
      ${reference('members', 'member_id')}
    )`,
    'create index email_links_by_member on email_links (family_id, member_id)',
    `create table invitations (
      ${FAMILY},
      id text not null,
      token_hash text not null unique,
      role text not null,
      created_at text not null,
      expires_at text not null,
      created_by text not null,
      email text,
      primary key (family_id, id)
    )`,
    // No reference to families: the row outlives a deleted family.
    `create table removed_members (
      family_id text not null,
      id text primary key not null,
      removed_at text not null
    )`,
  ];
}

/** Keys, links and webhooks. */
function sharing(kind: Kind): string[] {
  return [
    // The id is unique across families: the public part of the key, by which it is found.
    `create table api_keys (
      id text primary key not null,
      family_id text not null references families (id) on delete cascade,
      name text not null,
      key_hash text not null,
      scopes text not null,
      created_at text not null,
      expires_at text,
      revoked_at text,
      created_by text not null,
      replaced_by text,
      unique (family_id, id)
    ) ${clustered(kind)}`,
    `create table key_uses (
      key_id text primary key not null,
      family_id text not null,
      used_at text not null,
      ${reference('api_keys', 'key_id')}
    ) ${clustered(kind)}`,
    `create table displays (
      ${FAMILY},
      id text not null,
      token_hash text not null unique,
      name text not null,
      created_at text not null,
      expires_at text,
      seen_at text,
      created_by text not null,
      primary key (family_id, id)
    )`,
    `create table list_links (
      ${FAMILY},
      id text not null,
      token_hash text not null unique,
      created_at text not null,
      expires_at text not null,
      created_by text not null,
      primary key (family_id, id)
    )`,
    `create table calendar_links (
      ${FAMILY},
      id text not null,
      token_hash text not null unique,
      settings text not null,
      origin text not null,
      created_at text not null,
      seen_at text,
      created_by text not null,
      primary key (family_id, id)
    )`,
    `create table webhooks (
      ${FAMILY},
      id text not null,
      name text not null,
      url text not null,
      types text not null,
      secret text not null,
      old_secret text,
      old_secret_until text,
      created_at text not null,
      created_by text not null,
      last_change bigint not null,
      off_at text,
      off_reason text,
      failing_since text,
      blocked_until text,
      claimed_until text,
      primary key (family_id, id)
    )`,
    `create table webhook_deliveries (
      family_id text not null,
      webhook_id text not null,
      id text not null,
      position bigint not null,
      type text not null,
      subject text not null,
      body text not null,
      state text not null,
      created_at text not null,
      attempts integer not null,
      attempted_at text,
      outcome text,
      due_at text,
      primary key (family_id, webhook_id, id),
      ${reference('webhooks', 'webhook_id')}
    )`,
    'create index webhook_deliveries_due on webhook_deliveries (due_at)',
    `create table dinner_times (
      family_id text primary key not null references families (id) on delete cascade,
      time text not null,
      due_at text not null,
      sent_on text
    )`,
    'create index dinner_times_due on dinner_times (due_at)',
  ];
}

/** Plans and preferences. */
function plans(_kind: Kind): string[] {
  return [
    `create table plans (
      ${FAMILY},
      week text not null,
      id text not null unique,
      version bigint not null,
      meals text not null,
      details text not null,
      primary key (family_id, week)
    )`,
    `create table preferences (
      family_id text primary key not null references families (id) on delete cascade,
      version bigint not null,
      document text not null,
      due_at text,
      language text
    )`,
    'create index preferences_by_due on preferences (due_at)',
    `create table stars (
      ${FAMILY},
      eater_id text not null,
      recipe_id text not null,
      stars integer not null,
      primary key (family_id, eater_id, recipe_id)
    )`,
    `create table rejected_dishes (
      ${FAMILY},
      recipe_id text not null,
      rejected_on text not null,
      created_by text not null,
      primary key (family_id, recipe_id)
    )`,
  ];
}

/** Recipes with their photos, and imports of them. */
function recipes(kind: Kind): string[] {
  return [
    // `source` is the last column, because it is long: a search does not read it.
    `create table recipes (
      ${FAMILY},
      id ${orderedText(kind)} not null,
      version bigint not null,
      title_words ${orderedText(kind)} not null,
      words text not null,
      card text not null,
      catalogue text not null,
      source text not null,
      primary key (family_id, id)
    )`,
    // Recipes are listed by title, a page at a time.
    'create index recipes_by_title on recipes (family_id, title_words, id)',
    // A table of its own: to read a column after `source`, SQLite reads all pages of a long recipe.
    `create table recipe_tags (
      family_id text not null,
      recipe_id ${orderedText(kind)} not null,
      protein text not null,
      cuisine text not null,
      primary key (family_id, recipe_id),
      ${reference('recipes', 'recipe_id')}
    )`,
    `create table recipe_notes (
      ${FAMILY},
      recipe_id text not null,
      note text not null,
      tags text not null,
      primary key (family_id, recipe_id)
    )`,
    `create table photos (
      ${FAMILY},
      hash text not null,
      media_type text not null,
      content text not null,
      primary key (family_id, hash)
    )`,
    `create table recipe_photos (
      family_id text not null,
      recipe_id text not null,
      small text not null,
      large text not null,
      primary key (family_id, recipe_id),
      ${reference('recipes', 'recipe_id')},
      ${reference('photos', 'small', 'hash')},
      ${reference('photos', 'large', 'hash')}
    )`,
    'create index recipe_photos_by_small on recipe_photos (family_id, small)',
    'create index recipe_photos_by_large on recipe_photos (family_id, large)',
    `create table line_answers (
      ${FAMILY},
      words ${orderedText(kind)} not null,
      food_id text,
      version bigint not null,
      created_by text not null,
      created_at text not null,
      primary key (family_id, words)
    )`,
    `create table imports (
      ${FAMILY},
      id text not null,
      created_by text not null,
      created_at text not null,
      file_name text not null,
      content_hash text not null,
      state text not null,
      run text not null,
      primary key (family_id, id)
    )`,
    `create table import_parts (
      family_id text not null,
      import_id text not null,
      part bigint not null,
      meals integer not null,
      placed text not null,
      primary key (family_id, import_id, part),
      ${reference('imports', 'import_id')}
    )`,
    `create table imported_recipes (
      family_id text not null,
      recipe_id text not null,
      import_id text not null,
      source_key text not null,
      version bigint not null,
      primary key (family_id, recipe_id),
      unique (family_id, source_key),
      ${reference('recipes', 'recipe_id')},
      ${reference('imports', 'import_id')}
    )`,
    'create index imported_recipes_by_import on imported_recipes (family_id, import_id)',
    `create table replaced_recipes (
      family_id text not null,
      import_id text not null,
      recipe_id text not null,
      source_key text not null,
      version bigint not null,
      version_before bigint not null,
      source_before text,
      has_new_photo integer not null,
      primary key (family_id, import_id, recipe_id),
      ${reference('recipes', 'recipe_id')},
      ${reference('imports', 'import_id')}
    )`,
    'create index replaced_recipes_by_recipe on replaced_recipes (family_id, recipe_id)',
  ];
}

/** Shopping lists, the pantry and prices. */
function lists(kind: Kind): string[] {
  return [
    // An operation counts once, even if it is sent again to another list.
    `create table list_operations (
      ${FAMILY},
      op_id text not null,
      week text not null,
      arrival bigint not null,
      operation text not null,
      state integer not null,
      primary key (family_id, op_id)
    )`,
    'create index list_operations_by_arrival on list_operations (family_id, arrival)',
    'create index list_operations_by_state on list_operations (family_id, week, state, op_id)',
    // Added lines that are not bought, and settings of all lists.
    'create index list_operations_open on list_operations (family_id, op_id) where state = 2',
    'create index list_operations_settings on list_operations (family_id, op_id) where state = 5',
    `create table lists (
      ${FAMILY},
      week text not null,
      operations integer not null,
      bytes integer not null,
      primary key (family_id, week)
    )`,
    `create table list_items (
      ${FAMILY},
      week text not null,
      item_id ${orderedText(kind)} not null,
      version integer not null,
      first_tick bigint,
      primary key (family_id, week, item_id)
    )`,
    `create table list_early_undos (
      ${FAMILY},
      week text not null,
      op_id text not null,
      times integer not null,
      primary key (family_id, week, op_id)
    )`,
    'create index list_early_undos_by_id on list_early_undos (family_id, op_id)',
    `create table bought_lines (
      ${FAMILY},
      line_id ${orderedText(kind)} not null,
      by_id ${orderedText(kind)} not null,
      primary key (family_id, line_id, by_id)
    )`,
    'create index bought_lines_by_operation on bought_lines (family_id, by_id)',
    `create table todos (
      ${FAMILY},
      name text not null,
      uid text not null,
      item_key text,
      line_id text,
      extra text not null,
      content text not null,
      version bigint not null,
      changed_at text not null,
      primary key (family_id, name)
    )`,
    `create table pantries (
      family_id text primary key not null references families (id) on delete cascade,
      version bigint not null,
      entries text not null
    )`,
    `create table prices (
      ${FAMILY},
      food_id text not null,
      cents_per_kg integer not null,
      offer text,
      primary key (family_id, food_id)
    )`,
  ];
}

/** The audit log, and changes that must not be repeated or can be undone. */
function changeLog(kind: Kind): string[] {
  const number = kind === 'postgres' ? 'bigserial primary key' : 'integer primary key autoincrement';
  return [
    // No reference to families: the lines about a deleted family stay.
    `create table audit (
      seq ${number},
      family_id text not null,
      at text not null,
      actor text not null,
      action text not null,
      detail text not null
    )`,
    'create index audit_by_family on audit (family_id, seq)',
    `create table changes (
      ${FAMILY},
      id text not null,
      created_at text not null,
      primary key (family_id, id)
    )`,
    'create index changes_by_age on changes (family_id, created_at)',
    `create table undo_steps (
      ${FAMILY},
      change_id text not null,
      step text not null,
      created_at text not null,
      primary key (family_id, change_id)
    )`,
  ];
}
