/**
 * Fills a database with families in bulk: each has Premium without end, one key and full plans for this week and
 * the next.
 */
import { type Insertable, sql } from 'kysely';
import { mintApiKey } from '#auth/api-key.ts';
import { hashSecret, newId } from '#auth/secret.ts';
import { newToken } from '#auth/session.ts';
import type { CalendarSettings } from '#domain/calendar/calendar-settings.ts';
import { SCOPES } from '#domain/family/scopes.ts';
import { instantText } from '#domain/week/instant.ts';
import { type Meals, PUBLIC_SLOTS } from '#domain/plan/plan.ts';
import { DAYS, weekAfter, weekAt } from '#domain/week/week.ts';
import { migrate } from '#storage/migrate.ts';
import { insertCalendarLink } from '#storage/tables/keys-and-links/calendar-links.ts';
import { OPERATOR } from '#storage/actor.ts';
import type { Schema, Tx } from '#storage/schema.ts';
import { type Location, openStore, OPERATOR_TIMEOUT_MS } from '#storage/store.ts';
import { type Random, seededRandom } from '#domain/random.ts';

const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'America/Los_Angeles',
  'Africa/Lagos',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Australia/Sydney',
  'Pacific/Auckland',
  'America/Sao_Paulo',
  'UTC',
];
const AT_ONCE = 500;

/** Returns the keys, one for each family. The families get the time zones in turn. */
export async function fillWithFamilies(
  location: Location,
  count: number,
  nowMs: number,
  zones: readonly string[] = ZONES,
): Promise<string[]> {
  const store = await openStore(location, OPERATOR_TIMEOUT_MS);
  try {
    await migrate(store, nowMs);
    const keys: string[] = [];
    const random = seededRandom(count);
    await store.db.transaction().execute(async (tx) => {
      while (keys.length < count) {
        const families = Math.min(AT_ONCE, count - keys.length);
        keys.push(...(await insertFamilies(tx, families, keys.length, nowMs, zones, random)));
      }
    });
    // Autovacuum would do this in the middle of a measurement.
    if (store.kind === 'postgres') await sql`vacuum analyze`.execute(store.db);
    return keys;
  } finally {
    await store.close();
  }
}

async function insertFamilies(
  tx: Tx,
  count: number,
  before: number,
  nowMs: number,
  zones: readonly string[],
  random: Random,
) {
  const families: Insertable<Schema['families']>[] = [];
  const apiKeys: Insertable<Schema['api_keys']>[] = [];
  const plans: Insertable<Schema['plans']>[] = [];
  const audit: Insertable<Schema['audit']>[] = [];
  const keys: string[] = [];
  const at = instantText(nowMs);
  for (let made = 0; made < count; made += 1) {
    const family = newId();
    const zone = zones[(before + made) % zones.length] as string;
    families.push({
      id: family,
      name: 'Okafor',
      time_zone: zone,
      premium: 'forever',
      units: 'metric',
      created_at: at,
    });
    const { id, key } = mintApiKey();
    keys.push(key);
    const tablet = {
      name: 'Tablet',
      key_hash: hashSecret(key),
      scopes: SCOPES.join(' '),
      created_by: 'operator',
    };
    apiKeys.push({ family_id: family, id, ...tablet, created_at: at });
    const week = weekAt(Temporal.Instant.fromEpochMilliseconds(nowMs), zone);
    for (const each of [week, weekAfter(week)]) {
      const detail = JSON.stringify({ week: each });
      audit.push({ family_id: family, at, actor: 'operator', action: 'plan.replace', detail });
      const version = 2 * before + audit.length;
      plans.push({
        family_id: family,
        week: each,
        id: newId(),
        version,
        meals: mealsText(random),
        details: '{}',
      });
    }
  }
  await tx.insertInto('families').values(families).execute();
  await tx.insertInto('api_keys').values(apiKeys).execute();
  await tx.insertInto('audit').values(audit).execute();
  await tx.insertInto('plans').values(plans).execute();
  return keys;
}

/** Adds links to the dinners of the families, to each the same number, and returns their tokens. */
export async function addCalendarLinks(location: Location, count: number, nowMs: number): Promise<string[]> {
  const store = await openStore(location, OPERATOR_TIMEOUT_MS);
  try {
    return await store.db.transaction().execute(async (tx) => {
      const families = await tx.selectFrom('families').select('id').execute();
      const tokens: string[] = [];
      while (tokens.length < count) {
        const family = families[tokens.length % families.length]?.id ?? '';
        const { token, tokenHash } = newToken();
        const link = {
          id: newId(),
          tokenHash,
          settings: DINNERS,
          origin: 'http://127.0.0.1',
          createdBy: OPERATOR,
        };
        await insertCalendarLink(tx, family, link, nowMs);
        tokens.push(token);
      }
      return tokens;
    });
  } finally {
    await store.close();
  }
}

const DINNERS: CalendarSettings = { slots: ['dinner'], times: null, showsWarnings: false, language: 'en' };

/** A full week, about 1.5 kB of text. Every third dinner has a recipe. */
function mealsText(random: Random): string {
  const meals: Meals = {};
  for (const [number, day] of DAYS.entries()) {
    for (const slot of PUBLIC_SLOTS) {
      const dishes = DISHES[slot];
      const description = dishes[random(dishes.length)] as string;
      const hasRecipe = slot === 'dinner' && number % 3 === 0;
      (meals[day] ??= {})[slot] = hasRecipe ? { description, recipeId: newId() } : { description };
    }
  }
  return JSON.stringify(meals);
}

const DISHES = {
  breakfast: [
    'Porridge with grated apple and cinnamon',
    'Toast with peanut butter and banana',
    'Yoghurt with berries and toasted oats',
    'Scrambled eggs on rye bread',
    'Pancakes with blueberries',
    'Overnight oats with pear',
    'Muesli with plums and milk',
  ],
  lunch: [
    'Tomato soup with cheese toasties',
    'Leftover pizza and a big green salad',
    'Couscous salad with roast vegetables',
    'Leek and potato soup with bread',
    'Rice bowl with tofu and cucumber',
    'Wraps with hummus and carrots',
    'Pasta salad with peas and tuna',
  ],
  dinner: [
    'Red lentil dal with basmati rice and spinach',
    'Baked salmon, potatoes and green beans',
    'Chicken fajitas with peppers and sour cream',
    'Mushroom risotto with a tomato salad',
    'Spaghetti with lentil bolognese and parmesan',
    'Vegetable fried rice with egg and cashews',
    'Chickpea curry with flatbread and yoghurt',
  ],
};
