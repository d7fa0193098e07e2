/** Notes and tags of recipes: set, merged, copied with the recipe and deleted with it, on both databases. */
import { deepStrictEqual, match, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { MAX_BYTES } from '#domain/family/quota.ts';
import { saveRecipeNote } from '#storage/tables/recipe/recipe-notes.ts';
import { findRejectedOn } from '#storage/tables/plan/rejected-dishes.ts';
import { makeWorld, NOTE, WEEK, type World } from '#test/support/world.ts';
import { send } from '#test/support/clients/request.ts';
import { startService } from '#test/support/service.ts';
import { dump } from '#test/support/snapshot.ts';
import { KINDS } from '#test/support/store.ts';

/** A dish of the cookbook with a former id and a variant. */
const BORSCHT = 'borscht-with-white-beans';
const FORMER_ID = 'quick-borscht';

for (const kind of KINDS) {
  describe(`notes on recipes, ${kind}`, async () => {
    const service = await startService({ after, before }, { kind });
    const as = async ({ member }: World, method: string, path: string, body?: unknown) =>
      send(service, { method, path: `/app/api${path}`, token: member.token, body });
    const notesOf = async (world: World) => (await as(world, 'GET', '/recipe-notes')).body.notes;

    test('a change is stored once, others are merged, an empty one is deleted', async () => {
      const world = await makeWorld(service);
      const change = { recipeId: BORSCHT, note: { before: '', after: 'no chilli' }, addTags: ['quick'] };
      const { status, body } = await as(world, 'POST', '/recipe-notes', change);
      deepStrictEqual([status, body.notes], [200, { [BORSCHT]: { note: 'no chilli', tags: ['quick'] } }]);
      const stored = await dump(service.store, world.family);
      await as(world, 'POST', '/recipe-notes', change);
      deepStrictEqual(await dump(service.store, world.family), stored);
      const late = { recipeId: FORMER_ID, note: { before: '', after: 'more garlic' }, addTags: ['Soup'] };
      await as(world, 'POST', '/recipe-notes', late);
      const merged = { note: 'no chilli\nmore garlic', tags: ['quick', 'Soup'] };
      deepStrictEqual(await notesOf(world), { [world.recipe]: NOTE, [BORSCHT]: merged });
      const removal = {
        recipeId: BORSCHT,
        note: { before: merged.note, after: '' },
        removeTags: ['soup', 'quick'],
      };
      deepStrictEqual((await as(world, 'POST', '/recipe-notes', removal)).body.notes, {});
      deepStrictEqual(await notesOf(world), { [world.recipe]: NOTE });
    });

    test('a wanted dish is not rejected, and is wanted until it was eaten or for half a year', async () => {
      service.clock.nowMs = Date.parse('2026-11-11T12:00:00Z');
      const world = await makeWorld(service);
      const since = '2026-11-04';
      const want = async (soonSince: string) =>
        (await as(world, 'POST', '/recipe-notes', { recipeId: FORMER_ID, soonSince })).body.notes;
      const serve = async (day: string, kind?: string) =>
        as(world, 'POST', '/changes', {
          id: randomUUID(),
          edits: [
            {
              week: WEEK,
              day,
              slot: 'dinner',
              before: null,
              after: { description: 'It', recipeId: BORSCHT, kind },
            },
          ],
        });
      await as(world, 'PUT', '/rejected-dishes', { recipeId: BORSCHT });
      const wanted = { [BORSCHT]: { note: '', tags: [], soonSince: since } };
      deepStrictEqual(await want(since), wanted);
      strictEqual(await findRejectedOn(service.store.db, world.family, BORSCHT), undefined);
      strictEqual((await serve('Tuesday', 'leftovers')).status, 200);
      strictEqual((await serve('Thursday')).status, 200);
      deepStrictEqual(await notesOf(world), { [world.recipe]: NOTE, ...wanted }, 'not eaten yet');
      service.clock.nowMs += 2 * 86_400_000;
      deepStrictEqual(await notesOf(world), { [world.recipe]: NOTE });
      const tagged = await as(world, 'POST', '/recipe-notes', { recipeId: BORSCHT, addTags: ['quick'] });
      deepStrictEqual(tagged.body.notes, { [BORSCHT]: { note: '', tags: ['quick'] } });
      deepStrictEqual(await want('2026-05-01'), {
        [BORSCHT]: { note: '', tags: ['quick'], soonSince: '2026-05-01' },
      });
      deepStrictEqual((await notesOf(world))[BORSCHT], { note: '', tags: ['quick'] });
    });

    test('a frozen dish is there until it was eaten as leftovers', async () => {
      service.clock.nowMs = Date.parse('2026-11-11T12:00:00Z');
      const world = await makeWorld(service);
      const frozen = { [BORSCHT]: { note: '', tags: [], frozenSince: '2026-11-10' } };
      const freeze = { recipeId: FORMER_ID, frozenSince: '2026-11-10' };
      deepStrictEqual((await as(world, 'POST', '/recipe-notes', freeze)).body.notes, frozen);
      const serve = async (day: string, kind?: string) => {
        const after = { description: 'It', recipeId: BORSCHT, kind };
        const edits = [{ week: WEEK, day, slot: 'dinner', before: null, after }];
        strictEqual((await as(world, 'POST', '/changes', { id: randomUUID(), edits })).status, 200);
      };
      await serve('Tuesday');
      await serve('Thursday', 'leftovers');
      deepStrictEqual(
        await notesOf(world),
        { [world.recipe]: NOTE, ...frozen },
        'cooked again, not eaten yet',
      );
      service.clock.nowMs += 2 * 86_400_000;
      deepStrictEqual(await notesOf(world), { [world.recipe]: NOTE });
    });

    test('of a recipe that does not exist, too long, or above the limit: refused', async () => {
      const world = await makeWorld(service);
      const post = async (body: object) => (await as(world, 'POST', '/recipe-notes', body)).status;
      strictEqual(await post({ recipeId: 'no-such-dish', addTags: ['quick'] }), 404);
      strictEqual(await post({ recipeId: BORSCHT, addTags: ['a, b'] }), 400);
      strictEqual(await post({ recipeId: BORSCHT, note: { before: '', after: 'x'.repeat(2_001) } }), 400);
      const full = { recipeId: world.recipe, note: 'x'.repeat(MAX_BYTES.notes), tags: [] };
      await service.store.db.transaction().execute((tx) => saveRecipeNote(tx, world.family, full));
      strictEqual(await post({ recipeId: BORSCHT, addTags: ['quick'] }), 409);
    });

    test('a copy has note, tags and variant; deleting a recipe deletes its note', async () => {
      const world = await makeWorld(service);
      await as(world, 'POST', '/recipe-notes', { recipeId: BORSCHT, addTags: ['quick'] });
      const { recipe } = (await as(world, 'POST', `/recipes/${BORSCHT}/copy?language=de`)).body;
      deepStrictEqual((await notesOf(world))[recipe.id], { note: '', tags: ['quick'] });
      match(recipe.source.about.notes[0], /^Variante: .+\. (Außerdem|Statt .+): .+\. /);
      const twin = (await as(world, 'POST', `/recipes/${world.recipe}/copy?language=de`)).body.recipe;
      match(twin.title, / \(Kopie\)$/);
      await as(world, 'DELETE', `/recipes/${recipe.id}`);
      const left: string[] = Object.keys(await notesOf(world));
      deepStrictEqual(new Set(left), new Set([world.recipe, BORSCHT, twin.id]));
    });
  });
}
