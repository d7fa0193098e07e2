/** The fixture of most tests of the service: a family with data of every kind. */
import { randomUUID } from 'node:crypto';
import { indexRecipe } from '#queries/recipe/recipe-search.ts';
import { newId, randomText } from '#auth/secret.ts';
import { newToken, startSession } from '#auth/session.ts';
import { mintWebhookSecret } from '#auth/webhook-secret.ts';
import type { CalendarSettings } from '#domain/calendar/calendar-settings.ts';
import type { Role } from '#domain/family/family.ts';
import { SCOPES } from '#domain/family/scopes.ts';
import type { Meals } from '#domain/plan/plan.ts';
import type { RecipeSource } from '#domain/recipe/recipe-source.ts';
import { parseWeek, type Week } from '#domain/week/week.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '#domain/preferences/preferences.ts';
import { insertApiKey } from '#storage/tables/keys-and-links/api-keys.ts';
import { OPERATOR } from '#storage/actor.ts';
import { auditedTransaction } from '#storage/transaction.ts';
import { insertEmailLink } from '#storage/tables/account/email-links.ts';
import { insertFamily } from '#storage/tables/account/families.ts';
import { insertChange } from '#storage/tables/plan/changes.ts';
import { instantText } from '#domain/week/instant.ts';
import { insertDisplay } from '#storage/tables/keys-and-links/displays.ts';
import { insertCalendarLink } from '#storage/tables/keys-and-links/calendar-links.ts';
import { saveDinnerTime } from '#storage/tables/plan/dinner-times.ts';
import { insertFinishedDelivery } from '#storage/tables/keys-and-links/webhook-deliveries.ts';
import { insertWebhook, updateWebhook } from '#storage/tables/keys-and-links/webhooks.ts';
import { insertListLink } from '#storage/tables/keys-and-links/list-links.ts';
import { insertIdentity } from '#storage/tables/account/identities.ts';
import { insertInvitation } from '#storage/tables/account/invitations.ts';
import { appendOperations } from '#storage/tables/shopping-list/list-state.ts';
import { deleteMember, insertMember, recordRemoval } from '#storage/tables/account/members.ts';
import { saveLineAnswer } from '#storage/tables/recipe/line-answers.ts';
import { insertPasskey } from '#storage/tables/account/passkeys.ts';
import { insertAttempt } from '#storage/tables/account/sign-in-attempts.ts';
import { savePantry } from '#storage/tables/shopping-list/pantry.ts';
import { savePlan } from '#storage/tables/plan/plans.ts';
import { savePrice } from '#storage/tables/shopping-list/prices.ts';
import { insertMail, postponeMail } from '#storage/tables/account/queued-mails.ts';
import { savePhoto } from '#actions/recipe/photos.ts';
import { insertRecipe } from '#storage/tables/recipe/recipes.ts';
import {
  claimImport,
  insertImport,
  insertImportedRecipes,
  insertImportPart,
} from '#storage/tables/imports.ts';
import { insertReplacedRecipe } from '#storage/tables/replaced-recipes.ts';
import { saveRecipeNote } from '#storage/tables/recipe/recipe-notes.ts';
import { saveRejectedDish } from '#storage/tables/plan/rejected-dishes.ts';
import { saveStar } from '#storage/tables/recipe/stars.ts';
import { saveTodos } from '#storage/tables/shopping-list/todos.ts';
import { saveUndoStep } from '#storage/tables/undo-steps.ts';
import type { WeekExceptions } from '#domain/preferences/week-exceptions.ts';
import { saveMenu } from '#storage/tables/plan/menus.ts';
import { saveWeekExceptions } from '#storage/tables/plan/week-exceptions.ts';
import { savePreferences } from '#storage/tables/plan/preferences.ts';
import {
  saveRecoveryCodes,
  saveResetLink,
  saveResetNotices,
} from '#storage/tables/account/account-recovery.ts';
import type { Tx } from '#storage/schema.ts';
import { makePhoto } from './photos.ts';
import { quickHash } from './quick-hash.ts';
import type { Service } from './service.ts';

export const PASSWORD = 'correct horse battery';
const PASSWORD_HASH = quickHash(PASSWORD);
export const WEEK = '2026-11-09';
const CALENDAR: CalendarSettings = {
  slots: ['lunch', 'dinner'],
  times: null,
  showsWarnings: true,
  language: 'en',
};
/** On the family's recipe. */
export const NOTE = { note: 'less chilli for Mia', tags: ['quick'] };

/** A family with data of every kind, and the sessions of its members. */
export type World = {
  family: string;
  owner: Person;
  member: Person;
  /** Another member, whom the others change and remove. */
  third: Person;
  key: string;
  invitation: string;
  invitationToken: string;
  display: string;
  displayToken: string;
  listLink: string;
  listLinkToken: string;
  calendarLink: string;
  calendarToken: string;
  webhook: string;
  /** The member's. */
  passkey: string;
  identity: string;
  recipe: string;
  /** The hash of the recipe's large photo. */
  photo: string;
  importId: string;
  menu: string;
  version: number;
};
type Person = { id: string; email: string; token: string };

let worlds = 0;

/** Writes directly to the tables: sign-up limits do not apply, and no password is hashed. */
export async function makeWorld({ store, clock }: Pick<Service, 'store' | 'clock'>): Promise<World> {
  const { nowMs } = clock;
  const [name, family] = [`world${(worlds += 1)}`, newId()];
  const { token: invitationToken, tokenHash } = newToken();
  const { token: displayToken, tokenHash: displayHash } = newToken();
  const { token: listLinkToken, tokenHash: listLinkHash } = newToken();
  const [key, invitation, display, recipe] = [randomText(8), newId(), newId(), newId()];
  const { token: calendarToken, tokenHash: calendarHash } = newToken();
  const [listLink, calendarLink, webhook] = [newId(), newId(), newId()];
  const [passkey, identity, importId, menu] = [newId(), newId(), newId(), newId()];
  const recipeIndex = await indexRecipe(store.db, family, { id: recipe, version: 0, source: RECIPE });
  return auditedTransaction({ store, actor: OPERATOR, nowMs }, family, async (tx, record) => {
    await insertFamily(tx, { id: family, name, timeZone: 'UTC', premium: 'none' }, nowMs);
    const addPerson = async (who: string, role: Role): Promise<Person> => {
      const [id, email] = [newId(), `${name}-${who}@example.org`];
      await insertMember(tx, family, { id, email, role, passwordHash: PASSWORD_HASH }, nowMs);
      return {
        id,
        email,
        token: await startSession(tx, family, { member: id, device: 'Firefox on Linux' }, nowMs),
      };
    };
    const owner = await addPerson('owner', 'owner');
    const member = await addPerson('member', 'member');
    const third = await addPerson('third', 'member');
    const { id: removed } = await addPerson('removed', 'member');
    await recordRemoval(tx, family, removed, nowMs);
    await deleteMember(tx, family, removed);
    await record('member.remove', { member: removed });
    const expiresAtMs = nowMs + 86_400_000;
    const invited = { id: invitation, tokenHash, role: 'member', expiresAtMs, createdBy: owner.id } as const;
    await insertInvitation(tx, family, invited, nowMs);
    const common = { expiresAt: null, createdBy: OPERATOR };
    await insertApiKey(
      tx,
      family,
      { id: key, name: 'tablet', keyHash: newId(), scopes: SCOPES, ...common },
      nowMs,
    );
    await insertDisplay(
      tx,
      family,
      { id: display, name: 'kitchen', tokenHash: displayHash, ...common },
      nowMs,
    );
    await addPasskey(tx, family, { member: member.id, id: passkey }, nowMs);
    const subject = { issuer: 'https://login.example', subject: newId(), label: 'me@login.example' };
    await insertIdentity(tx, family, { ...subject, id: identity, member: member.id }, nowMs);
    const link = { member: member.id, tokenHash: newId(), createdBy: owner.id, expiresAtMs };
    await saveResetLink(tx, family, link, nowMs);
    await addMails(tx, family, member, nowMs);
    await saveRecoveryCodes(tx, family, member.id, [newId()]);
    await saveResetNotices(tx, family, { members: [member.id], about: third.id }, nowMs);
    await insertChange(tx, family, randomUUID(), nowMs);
    await saveUndoStep(tx, family, randomUUID(), { kind: 'plan', edits: [] }, nowMs);
    const version = await record('plan.replace', { week: WEEK });
    await savePlan(tx, family, { id: newId(), week: week(WEEK), version, meals: MEALS }, 0);
    await insertRecipe(tx, family, { id: recipe, version, source: RECIPE }, recipeIndex);
    await addShopping(tx, family, version);
    const expiresAt = instantText(expiresAtMs);
    const shared = { id: listLink, tokenHash: listLinkHash, expiresAt, createdBy: owner.id };
    await insertListLink(tx, family, shared, nowMs);
    const calendar = { settings: CALENDAR, origin: 'http://localhost', createdBy: owner.id };
    await insertCalendarLink(tx, family, { id: calendarLink, tokenHash: calendarHash, ...calendar }, nowMs);
    await addWebhook(tx, family, { id: webhook, owner: owner.id, version }, nowMs);
    await savePreferences(tx, family, { version, preferences: PREFERENCES, dueAt: DUE_AT, language: 'en' });
    await saveWeekExceptions(tx, family, { week: week(WEEK), version, exceptions: EXCEPTIONS });
    const meals: Meals = { Friday: { dinner: { description: 'Lentil soup', recipeId: recipe } } };
    await saveMenu(tx, family, { id: menu, version, name: 'Our usual week', meals });
    await saveRecipeNote(tx, family, { recipeId: recipe, ...NOTE });
    await saveStar(tx, family, { eaterId: EATER, recipeId: recipe, stars: 5 });
    await saveRejectedDish(tx, family, { recipeId: recipe, rejectedOn: REJECTED_ON, createdBy: member.id });
    const { large: photo } = await savePhoto(tx, family, recipe, makePhoto(worlds));
    await addImport(tx, family, { importId, recipe, version, member: member.id }, nowMs);
    const answer = { words: ANSWERED_LINE, foodId: 'paprika', version, createdBy: member.id };
    await saveLineAnswer(tx, family, answer, nowMs);
    const links = { display, displayToken, listLink, listLinkToken, calendarLink, calendarToken, webhook };
    const ids = { family, key, invitation, passkey, identity, recipe, photo, importId, menu };
    return { ...ids, ...links, owner, member, third, invitationToken, version };
  });
}

/** Off, so that nothing is sent. */
async function addWebhook(
  tx: Tx,
  family: string,
  { id, owner, version }: { id: string; owner: string; version: number },
  nowMs: number,
): Promise<void> {
  const types = ['plan.changed', 'dinner.today'] as const;
  const made = { name: 'Home Assistant', url: 'https://192.0.2.1/hook', secret: mintWebhookSecret(), types };
  await insertWebhook(tx, family, { id, ...made, lastChange: version, createdBy: owner }, nowMs);
  await updateWebhook(tx, family, id, { offAt: instantText(nowMs), offReason: 'failing' });
  const delivery = { id: `msg_${id}_1_0`, position: version, type: 'test', subject: 'test', body: '{}' };
  const sent = { ...delivery, state: 'given-up', outcome: '503' } as const;
  await insertFinishedDelivery(tx, family, id, sent, nowMs);
  await saveDinnerTime(tx, family, { time: '16:00', dueAt: DUE_AT });
}

async function addImport(
  tx: Tx,
  family: string,
  {
    importId,
    recipe,
    version,
    member,
  }: { importId: string; recipe: string; version: number; member: string },
  nowMs: number,
): Promise<void> {
  const file = { createdBy: member, fileName: 'mealie.zip', contentHash: 'a'.repeat(64), run: newId() };
  await insertImport(tx, family, { id: importId, ...file }, nowMs);
  await insertImportPart(tx, family, importId, { part: version, placed: {} });
  await claimImport(tx, family, importId, { run: file.run, state: 'complete' });
  await insertImportedRecipes(tx, family, [{ recipeId: recipe, importId, sourceKey: 'mealie:1', version }]);
  const before = { sourceKey: 'mealie:2', version: 0, versionBefore: 0, before: RECIPE, hasNewPhoto: false };
  await insertReplacedRecipe(tx, family, { importId, recipeId: recipe, ...before });
}

async function addPasskey(
  tx: Tx,
  family: string,
  { member, id }: { member: string; id: string },
  nowMs: number,
): Promise<void> {
  const credential = { credentialId: newId(), publicKey: newId(), counter: 3, transports: 'internal usb' };
  const passkey = { id, member, name: 'blue phone', relyingParty: 'localhost', ...credential };
  await insertPasskey(tx, family, passkey, nowMs);
  const expiresAtMs = nowMs + 300_000;
  const attempt = { purpose: 'passkey.add', boundTo: newId(), detail: { back: '/list' }, expiresAtMs };
  await insertAttempt(tx, family, { tokenHash: newId(), ...attempt });
}

/** A mail that is due long after all tests, so that no server sends it. */
async function addMails(tx: Tx, family: string, { id, email }: Person, nowMs: number): Promise<void> {
  const mail = { id: newId(), kind: 'new-device', member: id, recipient: email, language: 'de' } as const;
  await insertMail(tx, family, { ...mail, detail: { device: 'Firefox on Linux' } }, nowMs);
  await postponeMail(tx, mail.id, Date.parse(DUE_AT));
  await insertEmailLink(tx, family, {
    member: id,
    tokenHash: newId(),
    email,
    expiresAtMs: nowMs + 86_400_000,
  });
}

async function addShopping(tx: Tx, family: string, version: number): Promise<void> {
  const milk = newId();
  await appendOperations(
    tx,
    family,
    week(WEEK),
    [
      { opId: milk, kind: 'add', text: '2 l milk' },
      // Bought, so that it is not on the lists of later weeks.
      { opId: newId(), kind: 'tick', itemId: 'food:milk', bought: { ml: '2000' }, lines: [milk] },
      { opId: newId(), kind: 'undo', undoes: [newId()] },
    ],
    version,
  );
  await saveTodos(tx, family, [{ ...TODO, line: milk, version }]);
  await savePrice(tx, family, { foodId: 'rice', centsPerKg: 275 });
  await savePantry(tx, family, { version, entries: [{ foodId: 'rice', quantityText: '500 g' }] });
}

/** Of a phone, which has an alarm for it. */
const TODO = {
  name: 'milk.ics',
  uid: 'milk-of-a-phone',
  itemKey: `${WEEK} food:milk`,
  extra: JSON.stringify({ inside: ['X-COLOR:white'], beside: [] }),
  content: 'shown',
  changedAt: '2026-11-09T08:00:00.000Z',
};

/** So long ago that the planner ignores it. */
export const REJECTED_ON = '2020-01-06';

/** Kept for a week after their day, in November 2026. */
const EXCEPTIONS: WeekExceptions = {
  Sunday: {
    note: 'Birthday',
    slots: { dinner: { guests: [{ id: 'ben', name: 'Ben', diets: ['vegan'], allergens: [] }] } },
  },
};

const MEALS: Meals = {
  Monday: { dinner: { description: 'Dal', kind: 'leftovers' } },
  Tuesday: { lunch: { description: 'Soup' } },
};
/** A recipe as a family types it. */
export const RECIPE: RecipeSource = {
  title: 'Lentil soup',
  servings: 4,
  activeMinutes: 15,
  totalMinutes: 40,
  meals: ['lunch', 'dinner'],
  cuisine: 'Home',
  protein: 'lentils',
  keeps: true,
  ingredients: ['250 g red lentils', '2 onions, diced', '1 l water', 'salt to taste'],
  steps: ['Cook everything until soft.'],
};
/** A line that the parser does not understand, and a member has answered. */
export const ANSWERED_LINE = 'auntie marys blend';
export const EATER = 'anna';
/** Far in the future, so that automatic planning does not run in unrelated tests. */
const DUE_AT = '2096-11-14T07:00:00.000Z';
export const PREFERENCES: Preferences = {
  ...DEFAULT_PREFERENCES,
  eaters: [
    {
      id: EATER,
      name: 'Anna',
      diets: ['vegetarian'],
      allergens: [],
      dislikes: [{ foodId: 'celery', isHard: false }],
    },
  ],
  autoPlan: { day: 'Saturday', hour: 8 },
};

/** The token of an expired session. */
export async function expiredToken({ store, clock }: Service, { family, owner }: World): Promise<string> {
  const longAgo = clock.nowMs - 91 * 86_400_000;
  return store.db
    .transaction()
    .execute((tx) => startSession(tx, family, { member: owner.id, device: '' }, longAgo));
}

export function week(text: string): Week {
  const parsed = parseWeek(text);
  if ('wrong' in parsed) throw new Error(parsed.wrong);
  return parsed.week;
}
