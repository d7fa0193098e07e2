/** Preferences and stars of a family: stored unchanged, or refused with the name of the field. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import {
  DEFAULT_PREFERENCES,
  type Dislike,
  type Eater,
  type Rule,
  type Preferences,
} from '#domain/preferences/preferences.ts';
import { OPERATOR } from '#storage/actor.ts';
import { dump } from '#test/support/snapshot.ts';
import { makeWorld, RECIPE, PREFERENCES, type World } from '#test/support/world.ts';
import { send } from '#test/support/clients/request.ts';
import { type Reply, startService } from '#test/support/service.ts';
import { KINDS } from '#test/support/store.ts';
import { changePreferences } from './preferences.ts';

const fish: Rule = { id: 'fish', tag: 'protein:fish', days: [], slots: [], atLeast: 1, isHard: true };

function never(foodId: string): Dislike {
  return { foodId, isHard: true };
}

for (const kind of KINDS) {
  describe(`${kind}: preferences`, async () => {
    const service = await startService({ after, before }, { kind });
    const { store } = service;
    const as = ({ member }: World, method: string, path: string, body?: unknown): Promise<Reply> =>
      send(service, { method, path: `/app/api${path}`, token: member.token, body });
    const setPreferences = async (world: World, more: Partial<Preferences>): Promise<Reply> => {
      const { version, preferences } = (await as(world, 'GET', '/preferences')).body;
      return as(world, 'PUT', '/preferences', { version, preferences: { ...preferences, ...more } });
    };

    test('returns preferences unchanged, and 409 with the current ones for a stale version', async () => {
      const world = await makeWorld(service);
      const preferences = {
        ...PREFERENCES,
        budgetCents: 9_000,
        rules: [fish],
        cuisines: ['Thai'],
        cooksDouble: true,
      };
      const first = await as(world, 'PUT', '/preferences', { version: world.version, preferences });
      deepStrictEqual([first.status, first.body.preferences], [200, preferences]);
      ok(first.body.version > world.version);
      deepStrictEqual(await as(world, 'GET', '/preferences').then(({ body }) => body), first.body);
      const stale = await as(world, 'PUT', '/preferences', {
        version: world.version,
        preferences: DEFAULT_PREFERENCES,
      });
      deepStrictEqual(
        [stale.status, stale.body.code, stale.body.current],
        [409, 'stale-preferences', { version: first.body.version, preferences }],
      );
      deepStrictEqual((await as(world, 'GET', '/preferences')).body.preferences, preferences);
    });

    test('names the field of invalid preferences and stores nothing', async () => {
      const world = await makeWorld(service);
      const before = await dump(store, world.family);
      const eater = PREFERENCES.eaters[0];
      const refused: [Partial<Preferences>, string][] = [
        [{ budgetCents: 0 }, 'preferences.budgetCents'],
        [
          { rules: [fish, { ...fish, id: 'x' }, { ...fish, id: 'y', atLeast: 2, atMost: 1 }] },
          'preferences.rules.2.atLeast',
        ],
        [
          {
            rules: [
              { ...fish, atLeast: 3 },
              { ...fish, id: 'x', atLeast: undefined, atMost: 2 },
            ],
          },
          'preferences.rules.0.atLeast',
        ],
        [{ autoPlan: { day: 'Monday', hour: 24 } }, 'preferences.autoPlan.hour'],
        [
          { eaters: [{ ...eater, dislikes: [{ foodId: 'gravel', isHard: true }] }] as never },
          'preferences.eaters.0.dislikes.0.foodId',
        ],
        [
          { eaters: Array.from({ length: 31 }, (_, n) => ({ ...eater, id: `${n}` })) as never },
          'preferences.eaters',
        ],
      ];
      for (const [more, field] of refused) {
        const { status, body } = await as(world, 'PUT', '/preferences', {
          version: world.version,
          preferences: { ...PREFERENCES, ...more },
        });
        deepStrictEqual([status, body.errors?.[0]?.field], [400, field]);
      }
      deepStrictEqual(await dump(store, world.family), before);
    });

    test('stores dislikes and rules of food groups, and leaves out those that no longer exist', async () => {
      const world = await makeWorld(service);
      const [eater] = PREFERENCES.eaters as [Eater];
      const preferences: Preferences = {
        ...PREFERENCES,
        eaters: [{ ...eater, dislikes: [never('group:mushrooms'), never('olive-oil')] }],
        rules: [
          { ...fish, tag: 'group:fish' },
          { ...fish, id: 'rice', tag: 'food:rice' },
        ],
      };
      const saved = await as(world, 'PUT', '/preferences', { version: world.version, preferences });
      deepStrictEqual([saved.status, saved.body.preferences], [200, preferences]);

      // As an older or newer release may have stored it.
      const [known] = preferences.eaters as [Eater];
      const stored: Preferences = {
        ...preferences,
        eaters: [{ ...known, dislikes: [...known.dislikes, never('group:stones')] }],
        rules: [
          ...preferences.rules,
          { ...fish, id: 'group', tag: 'group:stones' },
          { ...fish, id: 'food', tag: 'food:gravel' },
        ],
      };
      const context = { store, actor: OPERATOR, nowMs: service.clock.nowMs };
      const changed = { version: saved.body.version, preferences: stored, language: 'en' } as const;
      await changePreferences(context, world.family, changed);
      deepStrictEqual((await as(world, 'GET', '/preferences')).body.preferences, preferences);
    });

    test('accepts thirty eaters with a hundred dislikes each in one request', async () => {
      const world = await makeWorld(service);
      const foods: string[] = (await as(world, 'GET', '/foods')).body.foods.map(
        ({ id }: { id: string }) => id,
      );
      const dislikes = foods.slice(0, 100).map((foodId) => ({ foodId, isHard: false }));
      const eaters = Array.from({ length: 30 }, (_, n) => ({
        id: randomUUID(),
        name: `${'👧'.repeat(40)} ${n}`,
        diets: [],
        allergens: [],
        dislikes,
      }));
      strictEqual((await setPreferences(world, { eaters })).status, 200);
    });

    test("drops an unknown recipe of a recurring meal, and returns the tags of the family's recipes", async () => {
      const world = await makeWorld(service);
      await as(world, 'POST', '/recipes', { ...RECIPE, cuisine: 'Martian', protein: 'Rocks' });
      await as(world, 'POST', '/recipes', { ...RECIPE, cuisine: 'italian', protein: 'LENTILS' });
      const meal = { description: 'Soup', recipeId: world.recipe };
      const unknown = { description: 'Pie', recipeId: 'no-such-recipe' };
      const { body } = await setPreferences(world, {
        recurring: [
          { day: 'Friday', slot: 'dinner', meal },
          { day: 'Sunday', slot: 'dinner', meal: unknown },
        ],
      });
      deepStrictEqual(
        body.preferences.recurring.map((recurring: { meal: object }) => recurring.meal),
        [meal, { description: 'Pie' }],
      );
      ok(body.tags.cuisines.includes('Martian') && body.tags.proteins.includes('Rocks'));
      deepStrictEqual(sameTags(body.tags.proteins, 'lentils'), ['lentils']);
      deepStrictEqual(sameTags(body.tags.cuisines, 'italian'), ['Italian']);
    });

    test('sets, changes and removes stars, only for eaters of the family and recipes it can read', async () => {
      const world = await makeWorld(service);
      const give = async (eaterId: string, recipeId: string, stars: number | null) =>
        (await as(world, 'PUT', '/stars', { eaterId, recipeId, stars })).status;
      const stars = async () => (await as(world, 'GET', '/stars')).body.stars;
      deepStrictEqual(await stars(), { anna: { [world.recipe]: 5 } });
      strictEqual(await give('anna', 'shakshuka', 2), 204);
      strictEqual(await give('anna', 'shakshuka', 4), 204);
      strictEqual(await give('anna', world.recipe, null), 204);
      deepStrictEqual(await stars(), { anna: { shakshuka: 4 } });
      for (const [eater, recipe] of [
        ['ben', 'shakshuka'],
        ['anna', 'no-such-recipe'],
      ]) {
        strictEqual(await give(String(eater), String(recipe), 3), 404);
      }
      for (const wrong of [0, 6, 2.5]) strictEqual(await give('anna', 'shakshuka', wrong), 400);
      deepStrictEqual(await stars(), { anna: { shakshuka: 4 } });
    });

    test('deletes stars with their eater and with their recipe', async () => {
      const world = await makeWorld(service);
      const ben = { id: 'ben', name: 'Ben', diets: [], allergens: [], dislikes: [] };
      await setPreferences(world, { eaters: [...PREFERENCES.eaters, ben] });
      await as(world, 'PUT', '/stars', { eaterId: 'ben', recipeId: 'shakshuka', stars: 1 });
      strictEqual((await as(world, 'DELETE', `/recipes/${world.recipe}`)).status, 204);
      deepStrictEqual((await as(world, 'GET', '/stars')).body.stars, { ben: { shakshuka: 1 } });
      await setPreferences(world, { eaters: PREFERENCES.eaters });
      deepStrictEqual((await as(world, 'GET', '/stars')).body.stars, {});
    });

    test('stores and clears a best-before date in the pantry, and refuses an invalid one', async () => {
      const world = await makeWorld(service);
      const put = (bestBefore: string, version: number) =>
        as(world, 'PUT', '/pantry', { version, entries: [{ foodId: 'spinach', bestBefore }] });
      const { status, body } = await put('2026-11-18', world.version);
      deepStrictEqual(
        [status, body.entries],
        [200, [{ foodId: 'spinach', name: 'spinach', bestBefore: '2026-11-18' }]],
      );
      for (const wrong of ['2026-02-30', '18.11.2026', '2026-11-18T00:00:00Z', 'soon']) {
        const refused = await put(wrong, body.version);
        deepStrictEqual([refused.status, refused.body.errors[0].field], [400, 'entries.0.bestBefore']);
      }
      deepStrictEqual((await put('', body.version)).body.entries, [{ foodId: 'spinach', name: 'spinach' }]);
    });
  });
}

/** The tags that equal the name without case. */
function sameTags(tags: string[], name: string): string[] {
  return tags.filter((tag) => tag.toLowerCase() === name);
}
