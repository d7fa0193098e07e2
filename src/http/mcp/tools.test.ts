/** Every tool of the MCP endpoint, by the official client, in both eras of the protocol and on both databases. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { putMeal } from '#actions/plan/plans.ts';
import { changeRecipe } from '#actions/recipe/recipes.ts';
import { findPlan } from '#storage/tables/plan/plans.ts';
import { readAuditLog } from '#storage/tables/audit-log.ts';
import { findRecipe } from '#storage/tables/recipe/recipes.ts';
import { accepted } from '#test/support/accepted.ts';
import { countChanges, NEXT_WEEK, NOW } from '#test/support/api-family.ts';
import { connectMcp, makeMcpFamily, type McpClient } from '#test/support/clients/mcp.ts';
import { startService } from '#test/support/service.ts';
import { KINDS } from '#test/support/store.ts';

const PLACE = { week: 'next', day: 'Friday', slot: 'dinner' } as const;
const newRequest = () => ({ requestId: randomUUID() });

for (const kind of KINDS) {
  describe(`${kind}: tools`, async () => {
    const service = await startService({ after, before }, { kind, nowMs: NOW });
    const { context, family, key, keyId } = await makeMcpFamily(service);
    const mode = kind === 'sqlite' ? 'auto' : 'legacy';
    let connected: McpClient;
    // Not while the file is loaded: the first request loads the SDK, and the services of other tests start meanwhile.
    before(async () => (connected = await connectMcp(service, key, mode)));
    after(() => connected.client.close());
    const call: McpClient['call'] = (name, input) => connected.call(name, input);
    const mealNow = async () => (await findPlan(service.store.db, family, NEXT_WEEK))?.meals.Friday?.dinner;

    test('the client has negotiated the revision of its era', () => {
      strictEqual(
        connected.client.getNegotiatedProtocolVersion(),
        mode === 'auto' ? '2026-07-28' : '2025-11-25',
      );
    });

    test('a meal is put, warned of, read, moved and undone, and each change is applied once', async () => {
      const request = newRequest();
      const put = await call('put_meal', { ...request, ...PLACE, recipeId: 'meat-lasagne' });
      const warnings = [{ eater: 'Mia', verdict: 'not-for', reasons: ['contains milk'] }];
      deepStrictEqual([put.isError, put.data.replaced, put.data.meal.warnings], [false, null, warnings]);
      match(put.text, /NOT FOR Mia \(contains milk\)/);
      const read = await call('read_week', { week: '2026-11-18' });
      deepStrictEqual([read.data.today, read.data.meals], ['2026-11-11', [put.data.meal]]);

      const before = await countChanges(service, family);
      const again = await call('put_meal', { ...request, ...PLACE, recipeId: 'meat-lasagne' });
      deepStrictEqual([again.data.isRepeat, again.data.changeId], [true, put.data.changeId]);
      const reused = await call('put_meal', { ...request, ...PLACE, isEmpty: true });
      match(reused.text, /requestId was used before for another change/);
      strictEqual(await countChanges(service, family), before);

      const nowhere = await call('move_meal', {
        ...newRequest(),
        ...PLACE,
        toDay: 'Friday',
        toSlot: 'dinner',
      });
      deepStrictEqual([nowhere.isError, await countChanges(service, family)], [true, before]);
      const to = { toDay: 'Sunday', toSlot: 'lunch' };
      const moved = await call('move_meal', { ...newRequest(), ...PLACE, ...to });
      deepStrictEqual([moved.data.meals.length, await mealNow()], [1, undefined]);
      const undone = await call('undo_change', { changeId: moved.data.changeId });
      deepStrictEqual([undone.data.isRepeat, (await mealNow())?.recipeId], [false, 'meat-lasagne']);
      strictEqual((await call('undo_change', { changeId: moved.data.changeId })).data.isRepeat, true);
      const [line] = (await Array.fromAsync(readAuditLog(service.store.db, family))).flat().slice(-1);
      strictEqual(line?.actor, `key:${keyId}`);
    });

    test('a meal with several dishes is put and read, and a warning names its dish', async () => {
      const sides = [{ recipeId: 'meat-lasagne', servings: 2 }, { description: 'Green salad' }];
      const put = await call('put_meal', { ...newRequest(), ...PLACE, description: 'Soup', sides });
      strictEqual(put.isError, false, put.text);
      const { title, ingredientsKnown, warnings } = put.data.meal;
      const [lasagne, salad] = put.data.meal.sides;
      deepStrictEqual([title, ingredientsKnown, salad], ['Soup', false, { title: 'Green salad' }]);
      deepStrictEqual([lasagne.recipeId, lasagne.servings], ['meat-lasagne', 2]);
      deepStrictEqual(warnings, [
        { eater: 'Mia', verdict: 'not-for', dish: lasagne.title, reasons: ['contains milk'] },
      ]);
      match(put.text, /Soup; .+ \[meat-lasagne\], 2 servings; Green salad, ingredients unknown/);
      for (const side of [{}, { recipeId: 'meat-lasagne', description: 'Lasagne' }, { recipeId: 'gone' }]) {
        const refused = await call('put_meal', {
          ...newRequest(),
          ...PLACE,
          description: 'Soup',
          sides: [side],
        });
        strictEqual(refused.isError, true);
      }
    });

    test('an undo is refused if somebody has changed the place since, and says what is there', async () => {
      const put = await call('put_meal', { ...newRequest(), ...PLACE, description: 'Soup' });
      match(put.text, /Soup, ingredients unknown/);
      const target = { family, week: NEXT_WEEK, version: 'any' } as const;
      accepted(
        await putMeal(context, target, { day: 'Friday', slot: 'dinner' }, { description: 'Grandma’s pie' }),
      );
      const refused = await call('undo_change', { changeId: put.data.changeId });
      deepStrictEqual([refused.isError, (await mealNow())?.description], [true, 'Grandma’s pie']);
      match(refused.text, /Friday 2026-11-20 dinner now has “Grandma’s pie”\. Nothing was undone/);
    });

    test('the list is added to, ticked, unticked and undone', async () => {
      const added = await call('edit_shopping_list', {
        ...newRequest(),
        week: 'next',
        add: ['2 l milk', 'candles'],
      });
      const expected = [
        ['2 l milk', 'to-buy'],
        ['candles', 'to-buy'],
      ];
      deepStrictEqual(states(added.data), expected);
      // Mia must not have milk, but it is bought for the others.
      deepStrictEqual(added.data.items[0].warnings, []);
      const tick = [added.data.items[1].id];
      const ticked = await call('edit_shopping_list', { ...newRequest(), week: 'next', tick });
      deepStrictEqual(states(ticked.data), [['candles', 'bought']]);
      const refused = await call('undo_change', { changeId: added.data.changeId });
      match(refused.text, /“candles” is bought/);

      const unticked = await call('edit_shopping_list', { ...newRequest(), week: 'next', untick: tick });
      deepStrictEqual(states(unticked.data), [['candles', 'to-buy']]);
      const undo = (changed: { data: { changeId: string } }) =>
        call('undo_change', { changeId: changed.data.changeId });
      strictEqual((await undo(unticked)).isError, false);
      const list = () => call('read_shopping_list', { week: 'next' });
      deepStrictEqual(states((await list()).data).at(-1), ['candles', 'bought']);
      // The tick that the last undo has brought back is not that of the change.
      await call('edit_shopping_list', { ...newRequest(), week: 'next', untick: tick });
      strictEqual((await undo(added)).isError, false);
      ok(!(await list()).text.includes('candles'));
      const unknown = await call('edit_shopping_list', { ...newRequest(), week: 'next', tick });
      match(unknown.text, /has no item/);
    });

    test('a recipe is added, found, read and undone, unless it was changed', async () => {
      const lines = { ingredients: ['500 g beef', '3 gizmos'] };
      const recipe = { title: 'Stew of the house', servings: 4, course: 'side', ...lines };
      const request = newRequest();
      const added = await call('add_recipe', { ...request, ...recipe });
      strictEqual(added.data.notUnderstood, 1);
      deepStrictEqual(
        added.data.warnings.map((warning: { verdict: string }) => warning.verdict),
        ['not-sure'],
      );
      strictEqual((await call('add_recipe', { ...request, ...recipe })).data.isRepeat, true);
      const search = { search: 'stew of the house', isOwn: true };
      deepStrictEqual((await call('find_recipes', { ...search, course: 'main' })).data.recipes, []);
      const found = await call('find_recipes', { ...search, course: 'side' });
      const { recipeId } = added.data;
      deepStrictEqual(
        found.data.recipes.map((recipe: { recipeId: string }) => recipe.recipeId),
        [recipeId],
      );
      const read = await call('read_recipe', { recipeId });
      deepStrictEqual([read.data.ingredients, read.data.course], [recipe.ingredients, 'side']);
      match(read.text, /^Stew of the house \[[^\]]+\], side, 4 servings[^]*NOT SURE for Mia/);
      const { changeId } = added.data;
      strictEqual((await call('undo_change', { changeId })).isError, false);
      strictEqual((await call('read_recipe', { recipeId })).isError, true);

      const second = await call('add_recipe', { ...newRequest(), ...recipe });
      const { id, source } = getOwn(await findRecipe(service.store.db, family, second.data.recipeId));
      const changed = { id, version: 'any', source: { ...source, title: 'Better stew' } } as const;
      accepted(await changeRecipe(context, family, changed));
      const refused = await call('undo_change', { changeId: second.data.changeId });
      match(refused.text, /The recipe was changed since/);
    });
  });
}

function states({ items }: { items: { text: string; state: string }[] }): string[][] {
  return items.map(({ text, state }) => [text, state]);
}

function getOwn<Recipe>(recipe: Recipe | undefined): Recipe {
  ok(recipe);
  return recipe;
}

describe('the planner', async () => {
  const service = await startService({ after, before }, { nowMs: NOW });
  const { family, key, setPlan } = await makeMcpFamily(service);
  let connected: McpClient;
  before(async () => (connected = await connectMcp(service, key, 'auto')));
  after(() => connected.client.close());
  const call: McpClient['call'] = (name, input) => connected.call(name, input);
  await setPlan(NEXT_WEEK, { Monday: { dinner: { description: 'Soup of Monday' } } });

  test('a week is proposed with reasons, changed by an alternative, accepted and undone', async () => {
    const proposed = await call('propose_week', { week: 'next' });
    const { meals, basis, emptied } = proposed.data;
    strictEqual(
      meals.some((meal: { day: string }) => meal.day === 'Monday'),
      false,
      'Monday is taken',
    );
    ok(meals.some((meal: { reasons: string[] }) => meal.reasons.length > 0));
    const [first] = meals;
    const place = { day: first.day, slot: first.slot };
    const { data: found } = await call('find_alternatives', { week: 'next', ...place, meals });
    const [other] = found.alternatives;
    ok(
      other.recipeId !== first.recipeId &&
        !meals.some((meal: typeof first) => meal.recipeId === other.recipeId),
    );
    const chosen = [{ ...place, ...other }, ...meals.slice(1)];
    const request = { ...newRequest(), week: 'next', basis, meals: chosen, emptied };
    const acceptedMeals = await call('accept_proposal', request);
    strictEqual(acceptedMeals.isError, false, acceptedMeals.text);
    strictEqual((await call('accept_proposal', request)).data.isRepeat, true);
    const planned = acceptedMeals.data.meals.filter((meal: { isFromPlanner: boolean }) => meal.isFromPlanner);
    deepStrictEqual(
      planned.map((meal: typeof first) => meal.recipeId),
      chosen.map(({ recipeId }) => recipeId),
    );
    const stale = await call('accept_proposal', { ...request, ...newRequest() });
    match(stale.text, /The week has changed since the proposal/);
    await call('undo_change', { changeId: acceptedMeals.data.changeId });
    const plan = await findPlan(service.store.db, family, NEXT_WEEK);
    deepStrictEqual(plan?.meals, { Monday: { dinner: { description: 'Soup of Monday' } } });
  });

  test('a proposal is refused for a taken place, after a change of preferences, and for a place twice', async () => {
    const { version } = (await findPlan(service.store.db, family, NEXT_WEEK)) ?? {};
    const meal = { day: 'Monday', slot: 'dinner', title: 'Pie' };
    const accept = (meals: object[], basis = `x.${version}`) =>
      call('accept_proposal', { ...newRequest(), week: 'next', basis, meals });
    match((await accept([meal])).text, /Somebody has put a meal into Monday dinner/);
    match((await accept([{ ...meal, day: 'Tuesday' }])).text, /preferences have changed/);
    match((await accept([meal, meal])).text, /named twice/);
    const lines = await countChanges(service, family);
    strictEqual((await accept([meal], 'no basis')).isError, true);
    strictEqual(await countChanges(service, family), lines);
  });
});
