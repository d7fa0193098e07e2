/**
 * The tables after the newest migration. Instants and dates are text in one fixed format
 * (domain/week/instant.ts and domain/week/week.ts), so that both databases contain the same values.
 */
import type { Generated, Kysely, Transaction } from 'kysely';
import type { Role } from '#domain/family/family.ts';
import type { Premium } from '#domain/family/premium.ts';
import type { UnitSystem } from '#domain/quantity/unit-system.ts';
import type { Week } from '#domain/week/week.ts';

export type Schema = {
  families: {
    id: string;
    name: string;
    time_zone: string;
    premium: Premium;
    created_at: string;
    units: UnitSystem;
    /** An ISO 4217 code; null for that of the time zone. */
    currency: string | null;
  };
  members: {
    family_id: string;
    id: string;
    email: string;
    password_hash: string;
    role: Role;
    created_at: string;
    /** Null if nobody has shown that mail to this address arrives. */
    email_confirmed_at: string | null;
    /** The language of mails to this member; null for English. */
    language: string | null;
    /** The address that becomes the email when its link is opened; null for none. */
    new_email: Generated<string | null>;
    /** The eater of the preferences who is this member; null for none. At most one member of a family is an eater. */
    eater_id: Generated<string | null>;
  };
  sessions: {
    token_hash: string;
    family_id: string;
    member_id: string;
    created_at: string;
    expires_at: string;
    /** A short description of the browser at sign-in, from its User-Agent; empty without one. */
    device: string;
    /** The client's IP address at sign-in; empty if it is not known. */
    address: string;
    /** When the member last proved who they are, by a password for example. */
    authenticated_at: string;
    /** The last use, to the hour. */
    seen_at: string;
  };
  passkeys: {
    family_id: string;
    id: string;
    member_id: string;
    relying_party: string;
    /** Of the authenticator, base64url like the key. */
    credential_id: string;
    public_key: string;
    /** The number of signatures that the authenticator reported last; 0 for one that does not count. */
    counter: number;
    /** How a browser reaches the authenticator, separated by spaces. */
    transports: string;
    name: string;
    created_at: string;
    used_at: string | null;
  };
  /** Accounts at an identity provider. */
  identities: {
    family_id: string;
    id: string;
    member_id: string;
    issuer: string;
    subject: string;
    /** What the provider calls the account; only shown. */
    label: string;
    created_at: string;
    used_at: string | null;
  };
  /** Attempts to sign in that a device has begun (tables/account/sign-in-attempts.ts). */
  sign_in_attempts: {
    token_hash: string;
    /** Null while the member is not known. */
    family_id: string | null;
    purpose: string;
    bound_to: string;
    detail: string;
    expires_at: string;
  };
  /** Links with which a member sets a new password, once. */
  reset_links: {
    family_id: string;
    member_id: string;
    token_hash: string;
    /** An owner's id, `operator`, or `mail` for a link that was sent to the member's address. */
    created_by: string;
    created_at: string;
    expires_at: string;
  };
  /** Mails that are not sent yet (tables/account/queued-mails.ts). They contain no secret: a link is made when it is sent. */
  queued_mails: {
    id: string;
    /** Null while it is not known whether the address belongs to an account. */
    family_id: string | null;
    member_id: string | null;
    kind: string;
    recipient: string;
    /** The language of the mail if the member has chosen none. */
    language: string | null;
    /** JSON, by kind. */
    detail: string;
    attempts: number;
    created_at: string;
    due_at: string;
  };
  /** Links with which a member confirms an address, once. */
  email_links: {
    token_hash: string;
    family_id: string;
    member_id: string;
    email: string;
    expires_at: string;
  };
  /** Codes with which a member sets a new password, each once. A used one is deleted. */
  recovery_codes: { family_id: string; member_id: string; code_hash: string };
  /** What a member is told in the app until they have read it: that the password of `about` was reset. */
  notices: { family_id: string; member_id: string; about: string; kind: 'reset'; at: string };
  invitations: {
    family_id: string;
    id: string;
    token_hash: string;
    role: Role;
    created_at: string;
    expires_at: string;
    /** A member's id, or `operator`; the same in `api_keys` and `displays`. */
    created_by: string;
    /** The only address to which the link is sent; null for a link that its creator passes on. */
    email: Generated<string | null>;
  };
  api_keys: {
    family_id: string;
    id: string;
    name: string;
    key_hash: string;
    created_at: string;
    expires_at: string | null;
    revoked_at: string | null;
    created_by: string;
    /** The key that was made by rotating this one. */
    replaced_by: string | null;
    /** What the key may do, separated by spaces (domain/family/scopes.ts). */
    scopes: string;
  };
  key_uses: { key_id: string; family_id: string; used_at: string };
  plans: {
    family_id: string;
    week: Week;
    id: string;
    version: number;
    /** The meals as JSON, exactly as the API serves them. */
    meals: string;
    /** JSON with the details of meals that only the family sees, by day and slot. */
    details: string;
  };
  recipes: {
    family_id: string;
    id: string;
    version: number;
    /** The search index, made by domain/recipe/recipe-search-words.ts. Recipes are sorted by `title_words`. */
    title_words: string;
    words: string;
    /** The recipe card as JSON, and the catalogue version that it was made with. */
    card: string;
    catalogue: string;
    /** The recipe itself, as it was typed. */
    source: string;
  };
  /** The tags that rules of the preferences count, copied from `source`. */
  recipe_tags: { family_id: string; recipe_id: string; protein: string; cuisine: string };
  /** What the family writes about recipes, its own and the cookbook's; `tags` is a JSON array. */
  recipe_notes: {
    family_id: string;
    recipe_id: string;
    note: string;
    tags: string;
    /** The date on which the family said that it wants the dish soon. */
    soon_since: string | null;
    /** The date on which the family put the dish in the freezer. */
    frozen_since: string | null;
  };
  /** The files of photos, by the SHA-256 of their content. */
  photos: {
    family_id: string;
    hash: string;
    media_type: string;
    /** Base64: backups and copies are text, and both databases contain the same values. */
    content: string;
  };
  /** Which recipe has which photo: the hashes of its two files (domain/photo/photo.ts). */
  recipe_photos: { family_id: string; recipe_id: string; small: string; large: string };
  /** Imports from other apps (tables/imports.ts). */
  imports: {
    family_id: string;
    id: string;
    /** A member's id, or `operator`. */
    created_by: string;
    created_at: string;
    file_name: string;
    /** SHA-256 of the file in hexadecimal digits. */
    content_hash: string;
    state: 'running' | 'complete' | 'undoing' | 'undone';
    /** Only the run that has this id may go on: the last one that began to import the file or to undo it. */
    run: string;
  };
  /** What an import added beside recipes, as JSON: a row for each step. `meals` is how many of it are meals. */
  import_parts: { family_id: string; import_id: string; part: number; meals: number; placed: string };
  imported_recipes: {
    family_id: string;
    recipe_id: string;
    import_id: string;
    /** The identity of the recipe in the app that it comes from, or a hash of its content. */
    source_key: string;
    /** Of the recipe when it was imported: another version was changed by a member. */
    version: number;
  };
  /** Recipes that an import put in the place of the family's. */
  replaced_recipes: {
    family_id: string;
    import_id: string;
    recipe_id: string;
    source_key: string;
    /** After the import, and before. */
    version: number;
    version_before: number;
    /** The recipe as it was; null when the import cannot be undone any more. */
    source_before: string | null;
    has_new_photo: number;
  };
  list_operations: {
    family_id: string;
    op_id: string;
    week: Week;
    /** Grows with every operation that arrives. */
    arrival: number;
    operation: string;
    /** Its state in the folded list: one of STATES in list-state.ts. */
    state: number;
  };
  /** The size of the list of a week. */
  lists: {
    family_id: string;
    week: Week;
    operations: number;
    bytes: number;
  };
  /** Lines added by hand that a live tick or removal has bought: they are on no other list. */
  bought_lines: { family_id: string; line_id: string; by_id: string };
  /** Items with operations: their number, and the arrival of the first tick. */
  list_items: { family_id: string; week: Week; item_id: string; version: number; first_tick: number | null };
  /** Operations that were undone before they arrived, and how many times. */
  list_early_undos: { family_id: string; week: Week; op_id: string; times: number };
  /** The to-dos of the list as CalDAV clients see them (domain/calendar/todo-places.ts). */
  todos: {
    family_id: string;
    name: string;
    uid: string;
    item_key: string | null;
    line_id: string | null;
    extra: string;
    content: string;
    version: number;
    changed_at: string;
  };
  pantries: { family_id: string; version: number; entries: string };
  prices: {
    family_id: string;
    food_id: string;
    cents_per_kg: number;
    /** The price as it was typed, as JSON (domain/food/price.ts); null for one per kilogram. */
    offer: string | null;
  };
  /**
   * What a member says about an ingredient line. Without `brands`, `food_id` is what it means, and null means "nothing
   * that anyone must avoid".
   */
  line_answers: {
    family_id: string;
    /** The words of the line without its amount (domain/ingredient-line/line-answers.ts). */
    words: string;
    food_id: string | null;
    /** The allergens that the family's brands are free from, by food, as JSON (domain/ingredient-line/line-foods.ts). */
    brands: string | null;
    /** The number of the change; it never repeats. */
    version: number;
    /** A member's id. */
    created_by: string;
    created_at: string;
  };
  preferences: {
    family_id: string;
    version: number;
    document: string;
    /** The time of the next automatic planning; null for never. */
    due_at: string | null;
    /** The language in which the preferences were saved; null for English. */
    language: string | null;
  };
  /** What is different in one week (tables/plan/week-exceptions.ts). */
  week_exceptions: {
    family_id: string;
    week: Week;
    version: number;
    document: string;
    /** The date on which the first guests' data of the week are to be deleted; null for none. */
    guests_end_on: string | null;
  };
  /** Meals that the family has saved under a name. */
  menus: { family_id: string; id: string; name: string; version: number; document: string };
  stars: { family_id: string; eater_id: string; recipe_id: string; stars: number };
  /** Dishes that the family refused in a proposal: the date in its time zone, and the id of the member. */
  rejected_dishes: { family_id: string; recipe_id: string; rejected_on: string; created_by: string };
  displays: {
    family_id: string;
    id: string;
    token_hash: string;
    name: string;
    created_at: string;
    seen_at: string | null;
    created_by: string;
    expires_at: string | null;
  };
  /** Links to the family's list of the current week, for people without an account. */
  list_links: {
    family_id: string;
    id: string;
    token_hash: string;
    created_at: string;
    expires_at: string;
    /** A member's id. */
    created_by: string;
  };
  /** Links with which calendar apps subscribe to the family's meals. */
  calendar_links: {
    family_id: string;
    id: string;
    token_hash: string;
    /** What the calendar shows, as JSON (domain/calendar/calendar-settings.ts). */
    settings: string;
    /** The origin at which the link was made. Recipes are linked there, unless the operator has set PUBLIC_URL. */
    origin: string;
    created_at: string;
    /** The last use, to the hour; null for none. */
    seen_at: Generated<string | null>;
    /** A member's id. */
    created_by: string;
  };
  /** Endpoints to which events are sent (tables/keys-and-links/webhooks.ts). */
  webhooks: {
    family_id: string;
    id: string;
    name: string;
    url: string;
    /** The types of events that are sent, separated by spaces (domain/events/event.ts). */
    types: string;
    /** In plain text: it signs. The old one signs too for a while after a rotation. */
    secret: string;
    old_secret: string | null;
    old_secret_until: string | null;
    created_at: string;
    /** A member's id, or `operator`. */
    created_by: string;
    /** The number of the last change of the family that has become deliveries. */
    last_change: number;
    /** Null while it is on. */
    off_at: string | null;
    off_reason: string | null;
    /** The first failure since the last success. */
    failing_since: string | null;
    /** The receiver is away: nothing is sent before. */
    blocked_until: string | null;
    /** A server sends for this endpoint. */
    claimed_until: string | null;
  };
  /** What was and will be sent to webhook endpoints (tables/keys-and-links/webhook-deliveries.ts). */
  webhook_deliveries: {
    family_id: string;
    webhook_id: string;
    /** The id of the message, by which the receiver recognises a repeat. */
    id: string;
    /** Grows within an endpoint: deliveries are sent in this order. */
    position: number;
    type: string;
    subject: string;
    body: string;
    state: string;
    created_at: string;
    attempts: number;
    attempted_at: string | null;
    /** The status of the last response, or why there was none. */
    outcome: string | null;
    /** Null unless it waits. */
    due_at: string | null;
  };
  /** When the event `dinner.today` is sent: a time such as 16:00, its next instant, and the last date. */
  dinner_times: { family_id: string; time: string; due_at: string; sent_on: string | null };
  /** Removed members, so that their devices learn to delete the family's data. */
  removed_members: {
    /** Not a foreign key: the row outlives a deleted family. */
    family_id: string;
    id: string;
    removed_at: string;
  };
  /** The ids of applied changes, so that a change sent twice is applied once. */
  changes: { family_id: string; id: string; created_at: string };
  /** What undoes a change by a program, as JSON (tables/undo-steps.ts). */
  undo_steps: { family_id: string; change_id: string; step: string; created_at: string };
  audit: {
    seq: Generated<number>;
    /** Not a foreign key: the lines about a deleted family stay. */
    family_id: string;
    at: string;
    actor: string;
    action: string;
    detail: string;
  };
  migrations: { name: string; applied_at: string };
};

/** A row of any table, and a function that finds one by the text of a query. */
export type Row = Record<string, string | number | null>;
export type FindRow = (sql: string, values: string[]) => Promise<Row | undefined>;

/** A database, or a transaction on it. */
export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

/**
 * Every table with data, parents before children, and its primary key: the order in which rows can be
 * copied, and in which they can be compared.
 */
export const TABLES = {
  families: ['id'],
  members: ['family_id', 'id'],
  sessions: ['token_hash'],
  passkeys: ['family_id', 'id'],
  identities: ['family_id', 'id'],
  sign_in_attempts: ['token_hash'],
  reset_links: ['token_hash'],
  recovery_codes: ['family_id', 'member_id', 'code_hash'],
  notices: ['family_id', 'member_id', 'kind', 'about'],
  queued_mails: ['id'],
  email_links: ['token_hash'],
  invitations: ['family_id', 'id'],
  api_keys: ['id'],
  key_uses: ['key_id'],
  plans: ['family_id', 'week'],
  recipes: ['family_id', 'id'],
  recipe_tags: ['family_id', 'recipe_id'],
  recipe_notes: ['family_id', 'recipe_id'],
  photos: ['family_id', 'hash'],
  recipe_photos: ['family_id', 'recipe_id'],
  imports: ['family_id', 'id'],
  import_parts: ['family_id', 'import_id', 'part'],
  imported_recipes: ['family_id', 'recipe_id'],
  replaced_recipes: ['family_id', 'import_id', 'recipe_id'],
  list_operations: ['family_id', 'op_id'],
  lists: ['family_id', 'week'],
  list_items: ['family_id', 'week', 'item_id'],
  list_early_undos: ['family_id', 'week', 'op_id'],
  bought_lines: ['family_id', 'line_id', 'by_id'],
  todos: ['family_id', 'name'],
  pantries: ['family_id'],
  prices: ['family_id', 'food_id'],
  line_answers: ['family_id', 'words'],
  preferences: ['family_id'],
  week_exceptions: ['family_id', 'week'],
  menus: ['family_id', 'id'],
  stars: ['family_id', 'eater_id', 'recipe_id'],
  rejected_dishes: ['family_id', 'recipe_id'],
  displays: ['family_id', 'id'],
  list_links: ['family_id', 'id'],
  calendar_links: ['family_id', 'id'],
  webhooks: ['family_id', 'id'],
  webhook_deliveries: ['family_id', 'webhook_id', 'id'],
  dinner_times: ['family_id'],
  removed_members: ['id'],
  changes: ['family_id', 'id'],
  undo_steps: ['family_id', 'change_id'],
  audit: ['seq'],
} as const satisfies { [Table in Exclude<keyof Schema, 'migrations'>]: (keyof Schema[Table])[] };

export type Table = keyof typeof TABLES;
export const TABLE_NAMES = Object.keys(TABLES) as Table[];
