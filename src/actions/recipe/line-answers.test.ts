/** Answers of members to lines that are not understood: given, used, shown and taken back, on both databases. */
import { deepStrictEqual, partialDeepStrictEqual, notStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { MAX_LINE_ANSWERS } from '#domain/family/quota.ts';
import type { ShoppingList } from '#domain/shopping-list/item.ts';
import { instantText } from '#domain/week/instant.ts';
import { readBasis } from '#queries/plan/proposal-basis.ts';
import { refreshIndexes, searchFamilyRecipes } from '#actions/recipe/recipe-indexes.ts';
import { lineKeyOf } from '#queries/recipe/recipe-search.ts';
import { exportFamily } from '#storage/export.ts';
import { deleteLineAnswer, saveLineAnswer } from '#storage/tables/recipe/line-answers.ts';
import { markIndexesOutdated } from '#storage/tables/recipe/recipes.ts';
import type { Store } from '#storage/store.ts';
import { OPERATOR, PLANNER } from '#storage/actor.ts';
import { accepted } from '#test/support/accepted.ts';
import { send } from '#test/support/clients/request.ts';
import { type Reply, startService } from '#test/support/service.ts';
import { dump } from '#test/support/snapshot.ts';
import { KINDS } from '#test/support/store.ts';
import { ANSWERED_LINE, makeWorld, RECIPE, WEEK, type World } from '#test/support/world.ts';
import { allowedMs } from '#test/support/until.ts';
import { answerLine, takeBackAnswer } from './line-answers.ts';
import { addApiKey } from '#actions/keys-and-links/api-keys.ts';
import { removeMember } from '#actions/account/members.ts';

const UNKNOWN = '2 tbsp pixie dust';
const SOURCE = { ...RECIPE, title: 'Pixie soup', ingredients: ['250 g red lentils', UNKNOWN] };

for (const kind of KINDS) {
  describe(`${kind}: answers to lines`, async () => {
    const service = await startService({ after, before }, { kind, config: { premium: 'everyone' } });
    const { store } = service;
    const as = (token: string, method: string, path: string, body?: unknown): Promise<Reply> =>
      send(service, { method, path: `/app/api${path}`, token, body });
    const answer = ({ owner }: World, line: string, foodId: string | null) =>
      as(owner.token, 'PUT', '/lines', { line, foodId });
    const takeBack = ({ owner }: World, line: string) => as(owner.token, 'DELETE', '/lines', { line });
    const addRecipe = async ({ owner }: World, source: object = SOURCE): Promise<string> =>
      (await as(owner.token, 'POST', '/recipes', source)).body.recipe.id;
    const read = async ({ owner }: World, id: string) =>
      (await as(owner.token, 'GET', `/recipes/${id}`)).body.recipe;
    const contextOf = (actor: string) => ({
      store,
      actor,
      nowMs: service.clock.nowMs,
      isReauthenticated: true,
    });

    test('a food as an answer counts for the words in every recipe, until any member takes it back', async () => {
      const world = await makeWorld(service);
      const id = await addRecipe(world);
      const before = await read(world, id);
      deepStrictEqual([before.isComplete, before.allergens], [false, []]);
      deepStrictEqual(before.ingredients[1].question, { isPartly: false, canBeAnswered: true, known: [] });
      strictEqual((await answer(world, UNKNOWN, 'peanut-butter')).status, 204);
      const answered = await read(world, id);
      deepStrictEqual([answered.isComplete, answered.allergens.includes('peanuts')], [true, true]);
      const { email, id: creator } = world.owner;
      const { createdAt, ...shown } = answered.ingredients[1].answer;
      partialDeepStrictEqual(shown, {
        isHarmless: false,
        foods: [{ en: 'peanut butter', de: 'Erdnussbutter' }],
        createdBy: { kind: 'member', id: creator, email },
      });
      strictEqual(createdAt.slice(0, 10), instantText(service.clock.nowMs).slice(0, 10));
      // Another recipe with the same words, another amount and another spelling.
      const later = await addRecipe(world, { ...SOURCE, ingredients: ['3 cups PIXIE-dust'] });
      ok((await read(world, later)).allergens.includes('peanuts'));
      strictEqual((await as(world.member.token, 'DELETE', '/lines', { line: 'Pixie dust' })).status, 204);
      deepStrictEqual(await read(world, id), before);
      strictEqual((await takeBack(world, UNKNOWN)).status, 404);
    });

    test('an answer has no effect on another family', async () => {
      const [world, other] = [await makeWorld(service), await makeWorld(service)];
      const [mine, theirs] = [await addRecipe(world), await addRecipe(other)];
      const before = await dump(store, other.family);
      const list = await as(other.owner.token, 'GET', `/lists/${WEEK}`);
      await answer(world, UNKNOWN, null);
      strictEqual((await read(world, mine)).isComplete, true);
      const unanswered = await read(other, theirs);
      deepStrictEqual([unanswered.isComplete, unanswered.ingredients[1].answer], [false, undefined]);
      const { body } = await as(other.owner.token, 'POST', '/recipes/understand', { lines: [UNKNOWN] });
      deepStrictEqual([body.lines[0].isUnderstood, body.lines[0].answer], [false, undefined]);
      const { recipes } = await searchFamilyRecipes(store, other.family, {
        language: 'en',
        search: 'pixie',
        own: true,
        limit: 9,
      });
      deepStrictEqual(
        recipes.map(({ isComplete }) => isComplete),
        [false],
      );
      deepStrictEqual((await as(other.owner.token, 'GET', `/lists/${WEEK}`)).body, list.body);
      strictEqual((await takeBack(other, UNKNOWN)).status, 404);
      deepStrictEqual(await dump(store, other.family), before);
    });

    test('an answer of a removed member stays, and any member can take it back', async () => {
      const world = await makeWorld(service);
      const id = await addRecipe(world);
      accepted(await answerLine(contextOf(world.third.id), world.family, { line: UNKNOWN, foodId: null }));
      accepted(
        await removeMember(contextOf(world.owner.id), world.family, world.third.id, {
          endKeysAndDisplays: true,
        }),
      );
      deepStrictEqual((await read(world, id)).ingredients[1].answer.createdBy, { kind: 'former-member' });
      strictEqual((await as(world.member.token, 'DELETE', '/lines', { line: UNKNOWN })).status, 204);
      strictEqual((await read(world, id)).isComplete, false);
    });

    test('a search uses the answer at once, by food and by diet, and no longer after it was taken back', async () => {
      const world = await makeWorld(service);
      const id = await addRecipe(world);
      const found = async (query: string) => {
        const { body } = await as(world.owner.token, 'GET', `/recipes?own=true&${query}`);
        return (body.recipes as { id: string }[]).some((recipe) => recipe.id === id);
      };
      deepStrictEqual([await found('search=paprika'), await found('diet=vegan')], [false, false]);
      await answer(world, UNKNOWN, 'paprika');
      deepStrictEqual([await found('search=paprika'), await found('diet=vegan')], [true, true]);
      await answer(world, UNKNOWN, 'butter');
      deepStrictEqual([await found('search=paprika'), await found('diet=vegan')], [false, false]);
      await answer(world, UNKNOWN, null);
      strictEqual(await found('diet=vegan'), true);
      await takeBack(world, UNKNOWN);
      strictEqual(await found('diet=vegan'), false);
    });

    test('an index that was computed before an answer was taken back is not stored', async () => {
      const world = await makeWorld(service);
      const id = await addRecipe(world);
      await answer(world, UNKNOWN, null);
      await store.db
        .transaction()
        .execute((tx) => tx.updateTable('recipes').set({ catalogue: '' }).where('id', '=', id).execute());
      // The answer is taken back after the indexes were computed and before they are stored.
      const db = new Proxy(store.db, {
        get: (target, name) =>
          name === 'transaction'
            ? () => ({
                async execute(work: Parameters<ReturnType<Store['db']['transaction']>['execute']>[0]) {
                  await target.transaction().execute(async (tx) => {
                    ok(await deleteLineAnswer(tx, world.family, 'pixie dust'));
                    await markIndexesOutdated(tx, world.family, lineKeyOf('pixie dust'));
                  });
                  return target.transaction().execute(work);
                },
              })
            : Reflect.get(target, name).bind(target),
      });
      await refreshIndexes({ ...store, db }, world.family, [id]);
      const [row] = await store.db.selectFrom('recipes').select('catalogue').where('id', '=', id).execute();
      strictEqual(row?.catalogue, '', 'the index is made again later');
      const { recipes } = await searchFamilyRecipes(store, world.family, {
        language: 'en',
        search: 'pixie',
        own: true,
        limit: 9,
      });
      deepStrictEqual(
        recipes.map(({ isComplete }) => isComplete),
        [false],
      );
    });

    test('a recipe by API key changes with the answer, and so does its ETag', async () => {
      const world = await makeWorld(service);
      const id = await addRecipe(world);
      const { key } = accepted(
        await addApiKey(contextOf(world.owner.id), world.family, { name: 'x', expiresAt: null }),
      );
      const get = (headers = {}) =>
        send(service, {
          method: 'GET',
          path: `/api/recipes/v1/${id}`,
          headers: { 'x-api-key': key, ...headers },
        });
      const before = await get();
      deepStrictEqual([before.status, before.body.data.isComplete], [200, false]);
      await answer(world, UNKNOWN, 'peanut-butter');
      const answered = await get({ 'if-none-match': before.headers.get('etag') ?? '' });
      deepStrictEqual([answered.status, answered.body.data.isComplete], [200, true]);
      deepStrictEqual(answered.body.data.ingredients[1], {
        text: UNKNOWN,
        food: 'peanut-butter',
        amount: 2,
        unit: 'tbsp',
        preparation: 'pixie dust',
      });
      notStrictEqual(answered.headers.get('etag'), before.headers.get('etag'));
      ok(!JSON.stringify(answered.body).includes(world.owner.email));
      await takeBack(world, UNKNOWN);
      deepStrictEqual((await get()).body, before.body);
    });

    test('a typed line of the shopping list is bought as the food, and stays as typed if it is harmless', async () => {
      const world = await makeWorld(service);
      await as(world.owner.token, 'POST', `/lists/${WEEK}/operations`, {
        operations: [{ opId: randomUUID(), kind: 'add', text: UNKNOWN }],
      });
      const names = async () => {
        const { list } = (await as(world.owner.token, 'GET', `/lists/${WEEK}`)).body as {
          list: ShoppingList;
        };
        return list.aisles.flatMap(({ items }) => items.map(({ name }) => name));
      };
      ok((await names()).includes(UNKNOWN));
      await answer(world, UNKNOWN, 'peanut-butter');
      ok((await names()).includes('peanut butter') && !(await names()).includes(UNKNOWN));
      await answer(world, UNKNOWN, null);
      ok((await names()).includes(UNKNOWN));
    });

    test('records who answered and when, but not what the family typed', async () => {
      const world = await makeWorld(service);
      await answer(world, UNKNOWN, 'peanut-butter');
      await as(world.member.token, 'DELETE', '/lines', { line: UNKNOWN });
      const { audit } = await dump(store, world.family);
      const lines = (audit as { actor: string; action: string; detail: string }[]).slice(-2);
      deepStrictEqual(
        lines.map(({ actor, action }) => [actor, action]),
        [
          [world.owner.id, 'line.answer'],
          [world.member.id, 'line.take-back'],
        ],
      );
      for (const { detail } of lines) ok(!/pixie|peanut/.test(detail), detail);
      const exported = (await Array.fromAsync(await exportFamily(store, world.family, 1_000))).join('');
      const [own] = JSON.parse(exported).lineAnswers;
      deepStrictEqual(
        [own.words, own.foodId, own.createdBy.email],
        [ANSWERED_LINE, 'paprika', world.member.email],
      );
    });

    test(`a family has at most ${MAX_LINE_ANSWERS} answers, and reads stay fast with them`, async () => {
      const world = await makeWorld(service);
      await store.db.transaction().execute(async (tx) => {
        for (let at = 1; at < MAX_LINE_ANSWERS; at += 1) {
          const one = {
            words: `pixie dust ${'x'.repeat(400)} ${at}`,
            foodId: at % 2 ? 'egg' : null,
            version: at,
          };
          await saveLineAnswer(tx, world.family, { ...one, createdBy: world.owner.id }, 0);
        }
      });
      const { status, body } = await answer(world, UNKNOWN, null);
      deepStrictEqual([status, body.code], [409, 'too-many']);
      // An answer that exists can be replaced and taken back.
      strictEqual((await answer(world, ANSWERED_LINE, null)).status, 204);
      strictEqual((await takeBack(world, ANSWERED_LINE)).status, 204);
      strictEqual((await answer(world, UNKNOWN, null)).status, 204);
      const lines = Array.from({ length: 300 }, (_, at) => `${at} g pixie dust ${'y'.repeat(200)} ${at}`);
      const id = await addRecipe(world, { ...SOURCE, ingredients: lines });
      const startedAtMs = performance.now();
      strictEqual((await read(world, id)).ingredients.length, 300);
      const elapsedMs = performance.now() - startedAtMs;
      ok(elapsedMs < allowedMs(1_000), `${elapsedMs} ms`);
    });

    // What follows needs no other queries: one database is enough.
    if (kind !== 'sqlite') return;

    test('"harmless" completes a recipe; what the line names still counts', async () => {
      const world = await makeWorld(service);
      const ids = [
        await addRecipe(world),
        await addRecipe(world, { ...SOURCE, ingredients: ['pixie dust with peanuts'] }),
      ];
      for (const line of [UNKNOWN, 'pixie dust with peanuts'])
        strictEqual((await answer(world, line, null)).status, 204);
      const [plain, named] = [await read(world, ids[0] as string), await read(world, ids[1] as string)];
      deepStrictEqual([plain.isComplete, plain.allergens, plain.diets.includes('vegan')], [true, [], true]);
      deepStrictEqual([named.isComplete, named.allergens], [true, ['peanuts']]);
      deepStrictEqual(
        [named.ingredients[0].isUnderstood, named.ingredients[0].answer.isHarmless],
        [false, true],
      );
    });

    test('displays, API keys, the operator, removed members and strangers cannot answer', async () => {
      const world = await makeWorld(service);
      const other = await makeWorld(service);
      const { key } = accepted(
        await addApiKey(contextOf(world.owner.id), world.family, { name: 'x', expiresAt: null }),
      );
      accepted(
        await removeMember(contextOf(world.owner.id), world.family, world.third.id, {
          endKeysAndDisplays: false,
        }),
      );
      const before = await dump(store, world.family);
      const requests = [
        { 'x-api-key': key },
        { authorization: `Bearer ${key}` },
        { cookie: `weekfare-display=${world.displayToken}` },
        { cookie: `weekfare-session=${world.displayToken}` },
        { cookie: `weekfare-session=${world.third.token}` },
      ];
      for (const headers of requests) {
        for (const [method, body] of [
          ['PUT', { line: UNKNOWN, foodId: null }],
          ['DELETE', { line: ANSWERED_LINE }],
        ] as const) {
          const { status } = await send(service, { method, path: '/app/api/lines', body, headers });
          strictEqual(status, 401, JSON.stringify(headers));
        }
      }
      for (const actor of [OPERATOR, PLANNER, world.third.id, other.owner.id, world.display, world.key, '']) {
        const given = { line: UNKNOWN, foodId: null };
        deepStrictEqual(
          await answerLine(contextOf(actor), world.family, given),
          { refused: 'not-found' },
          actor,
        );
        deepStrictEqual(await takeBackAnswer(contextOf(actor), world.family, ANSWERED_LINE), {
          refused: 'not-found',
        });
      }
      deepStrictEqual(await dump(store, world.family), before);
    });

    test('refuses lines without a question, unknown foods and invalid input, and stores nothing', async () => {
      const world = await makeWorld(service);
      const before = await dump(store, world.family);
      for (const line of ['200 g flour', 'For the sauce:', 'baking parchment', '2', '🥜', 'x'.repeat(301)]) {
        const { status, body } = await answer(world, line, null);
        deepStrictEqual([status, body.code], [409, 'nothing-to-answer'], line);
      }
      for (const foodId of ['no-such-food', 'x'.repeat(64)])
        strictEqual((await answer(world, UNKNOWN, foodId)).status, 404);
      const wrong = [
        { line: UNKNOWN },
        { line: UNKNOWN, foodId: '' },
        { line: UNKNOWN, foodId: 'Egg' },
        { line: UNKNOWN, foodId: 7 },
        { line: UNKNOWN, foodId: null, family: 'x' },
        { line: '', foodId: null },
        { line: 'a\0b', foodId: null },
        { line: 'pixie\u001bdust', foodId: null },
        { line: 'pixie \ud83c', foodId: null },
        { line: 'x'.repeat(501), foodId: null },
        { foodId: null },
        { line: [UNKNOWN], foodId: null },
      ];
      for (const body of wrong) {
        strictEqual((await as(world.owner.token, 'PUT', '/lines', body)).status, 400, JSON.stringify(body));
      }
      deepStrictEqual(await dump(store, world.family), before);
    });

    test('a proposal is outdated after an answer was given or taken back', async () => {
      const world = await makeWorld(service);
      const bases = [await readBasis(store.db, world.family)];
      for (const change of [
        () => answer(world, UNKNOWN, 'egg'),
        () => answer(world, UNKNOWN, null),
        () => takeBack(world, UNKNOWN),
        () => answer(world, UNKNOWN, null),
      ]) {
        await change();
        bases.push(await readBasis(store.db, world.family));
      }
      // Without the answer, the family has again what the first proposal was computed from.
      deepStrictEqual([new Set(bases).size, bases[3] === bases[0]], [4, true]);
    });
  });
}
