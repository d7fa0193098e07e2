/** preferences show and set, and plan propose. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DEFAULT_PREFERENCES, type Preferences } from '#domain/preferences/preferences.ts';
import { weekAt } from '#domain/week/week.ts';
import { runWeekfareInProcess } from '#test/support/clients/command-line.ts';
import { freshFolder } from '#test/support/store.ts';

type Environment = Record<string, string>;

async function run(environment: Environment, line: string, input = ''): Promise<string> {
  const { code, stdout, stderr } = await runWeekfareInProcess(environment, line.split(' '), input);
  deepStrictEqual([code, stderr], [0, ''], line);
  return stdout;
}

async function addFamily(environment: Environment): Promise<string> {
  const line = 'family add --name Okafor --email a@example.org --time-zone UTC --json';
  return JSON.parse(await run(environment, line)).id;
}

const ADA = { id: 'ada', name: 'Ada', diets: ['vegetarian'], allergens: [], dislikes: [] };

test('preferences show prints what preferences set accepts, and set records the operator', async (t) => {
  const folder = freshFolder(t);
  const environment = { DATA_DIR: folder };
  const id = await addFamily(environment);
  const shown = await run(environment, `preferences show ${id}`);
  deepStrictEqual(JSON.parse(shown), DEFAULT_PREFERENCES);
  ok(shown.split('\n').length > 10, 'one value on each line');

  const written = { ...DEFAULT_PREFERENCES, eaters: [ADA], restWeeks: 3 };
  strictEqual(
    await run(environment, `preferences set ${id}`, JSON.stringify(written)),
    `Set the preferences of family ${id}.\n`,
  );
  const again = await run(environment, `preferences show ${id} --json`);
  deepStrictEqual(JSON.parse(again), written);
  const file = join(folder, 'preferences.json');
  writeFileSync(file, again.replace('"Ada"', '"Bea"'));
  await run(environment, `preferences set ${id} --file ${file}`);
  const { audit, preferences } = JSON.parse(await run(environment, `family show ${id} --json`));
  strictEqual(preferences.eaters[0].name, 'Bea');
  deepStrictEqual(
    audit
      .filter(({ action }: { action: string }) => action === 'preferences.change')
      .map(({ actor }: { actor: string }) => actor),
    ['operator', 'operator'],
  );
});

test('preferences set says which field is wrong, and changes nothing', async (t) => {
  const environment = { DATA_DIR: freshFolder(t) };
  const id = await addFamily(environment);
  const before = await run(environment, `preferences show ${id}`);
  const wrong = { ...DEFAULT_PREFERENCES, restWeeks: -1, eaters: [{ ...ADA, diets: ['carnivore'] }] };
  for (const [line, input, code, message] of [
    [`preferences set ${id}`, 'dinner', 2, /^The preferences are not JSON\./],
    [`preferences set ${id}`, '{}', 2, /→ at restWeeks/],
    [`preferences set ${id}`, JSON.stringify(wrong), 2, /→ at restWeeks[^]*→ at eaters\[0\]\.diets\[0\]/],
    [`preferences set ${id} --file /nowhere/at/all`, '', 1, /^Cannot read \/nowhere\/at\/all\.\n$/],
    ['preferences set nobody', JSON.stringify(DEFAULT_PREFERENCES), 1, /^Family nobody: not found\.\n$/],
    ['preferences show nobody', '', 1, /^Family nobody: not found\.\n$/],
    ['plan propose nobody --week 2026-11-09', '', 1, /^Family nobody: not found\.\n$/],
  ] as const) {
    const ended = await runWeekfareInProcess(environment, line.split(' '), input);
    deepStrictEqual([ended.code, ended.stdout], [code, ''], `${line}: ${ended.stderr}`);
    match(ended.stderr, message);
  }
  strictEqual(await run(environment, `preferences show ${id}`), before);
});

test('plan propose prints the slots of the week in order, with reasons, gaps, totals and offers', async (t) => {
  const environment = { DATA_DIR: freshFolder(t) };
  const id = await addFamily(environment);
  const week = weekAt(Temporal.Now.instant().add({ hours: 24 * 14 }), 'UTC');
  const preferences: Preferences = {
    ...DEFAULT_PREFERENCES,
    eaters: [{ ...ADA, diets: [] }],
    slotSettings: { Monday: { dinner: {} }, Tuesday: { dinner: { minutes: 5 } }, Wednesday: { dinner: {} } },
    recurring: [{ day: 'Wednesday', slot: 'dinner', meal: { description: 'Bread', kind: 'eating-out' } }],
    rules: [{ id: 'r1', tag: 'title:zzz', days: ['Tuesday'], slots: [], atLeast: 1, isHard: true }],
  };
  await run(environment, `preferences set ${id}`, JSON.stringify(preferences));
  const meals = JSON.stringify({ Sunday: { lunch: { description: 'At grandma' } } });
  await run(environment, `plan set ${id} --week ${week}`, meals);

  const proposed = JSON.parse(await run(environment, `plan propose ${id} --week ${week} --seed 7`));
  deepStrictEqual([proposed.week, proposed.seed], [week, 7]);
  const [monday, tuesday, ...others] = proposed.slots;
  const fields = ['day', 'slot', 'kind', 'recipeId', 'title', 'servings', 'minutes', 'activeMinutes'];
  deepStrictEqual(Object.keys(monday), [...fields, 'costCents', 'reasons']);
  deepStrictEqual([monday.day, monday.kind, Array.isArray(monday.reasons)], ['Monday', 'cooked', true]);
  deepStrictEqual([tuesday.day, tuesday.kind], ['Tuesday', 'gap']);
  ok(tuesday.blockedBy.some(({ kind }: { kind: string }) => kind === 'minutes'));
  deepStrictEqual(others, [
    { day: 'Wednesday', slot: 'dinner', kind: 'recurring', title: 'Bread' },
    { day: 'Sunday', slot: 'lunch', kind: 'placed', title: 'At grandma' },
  ]);
  deepStrictEqual(Object.keys(proposed.totals.balance).toSorted(), ['fish', 'isNew', 'meat', 'plants']);
  deepStrictEqual(
    proposed.unmet.map(({ ruleId, rule }: { ruleId: string; rule: { tag: string } }) => [ruleId, rule.tag]),
    [['r1', 'title:zzz']],
  );
  ok(Array.isArray(proposed.offers));
});
