/**
 * The SEQUENCE of an event never falls, and rises when the event changes (RFC 5545, section 3.8.7.4): an app may ignore
 * an event with a lower one. Random changes of meals, recipes, preferences and family, and deletions of old lines of
 * the log whose numbers it is made of.
 */
import { ok } from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { backUp, restore } from '#actions/backup.ts';
import { applyEdits } from '#actions/plan/changes.ts';
import { changeFamily } from '#actions/account/families.ts';
import { changePreferences } from '#actions/plan/preferences.ts';
import { addRecipe, changeRecipe, removeRecipe } from '#actions/recipe/recipes.ts';
import { USUAL_TIMES } from '#domain/calendar/usual-times.ts';
import type { CalendarSettings } from '#domain/calendar/calendar-settings.ts';
import type { Meal } from '#domain/plan/plan.ts';
import { DEFAULT_PREFERENCES, type Eater } from '#domain/preferences/preferences.ts';
import { instantText } from '#domain/week/instant.ts';
import { type Week, weekAt, weekOf } from '#domain/week/week.ts';
import type { Store } from '#storage/store.ts';
import { deleteOldLines } from '#storage/tables/audit-retention.ts';
import { deletePreferences, findPreferencesVersion } from '#storage/tables/plan/preferences.ts';
import { OPERATOR } from '#storage/actor.ts';
import { auditedTransaction } from '#storage/transaction.ts';
import { accepted } from '#test/support/accepted.ts';
import { freshFolder, freshStore, KINDS } from '#test/support/store.ts';
import { makeWorld, RECIPE } from '#test/support/world.ts';
import { readCalendar } from './calendar.ts';

const NOW = Date.parse('2026-11-11T12:00:00Z');
const DAY_MS = 86_400_000;
/** The shortest that an operator can set. */
const RETENTION_MS = 90 * DAY_MS;
const LINKS: CalendarSettings[] = [
  { slots: ['dinner'], times: null, showsWarnings: false, language: 'en' },
  { slots: ['lunch', 'dinner'], times: { ...USUAL_TIMES }, showsWarnings: false, language: 'en' },
  { slots: ['dinner'], times: null, showsWarnings: true, language: 'de' },
];
const RECIPES = ['ownrecipe0000001', 'ownrecipe0000002'];
const MEALS: Meal[] = [
  { description: 'Soup' },
  { description: 'Pie', servings: 3 },
  ...RECIPES.map((recipeId) => ({ description: 'Own', recipeId })),
  {
    description: 'Shakshuka',
    recipeId: 'shakshuka',
    sides: RECIPES.map((recipeId) => ({ description: 'Own', recipeId })),
  },
];
/** In weeks from the first: the past, the present, and a feast that is planned more than a year ahead. */
const WEEKS = [-3, 0, 1, 60].map((weeks) => weekOf(Temporal.PlainDate.from('2026-11-09').add({ weeks })));

const at = fc.nat(WEEKS.length - 1);
const meal = fc.option(fc.nat(MEALS.length - 1));
const recipe = fc.nat(RECIPES.length - 1);
const COMMAND = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('place' as const), at, meal }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move' as const), at, to: at }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('write recipe' as const), recipe, minutes: fc.nat(90) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove recipe' as const), recipe }) },
  fc.record({ kind: fc.constant('move house' as const), timeZone: fc.constantFrom('UTC', 'Asia/Kathmandu') }),
  fc.record({ kind: fc.constant('prefer' as const), name: fc.constantFrom('Anna', 'Ben') }),
  fc.record({ kind: fc.constant('forget preferences' as const) }),
  fc.record({ kind: fc.constant('wait' as const), days: fc.constantFrom(1, 20, 100) }),
);
type Command = typeof COMMAND extends fc.Arbitrary<infer One> ? One : never;

type Home = { store: Store; family: string; nowMs: number };

function contextOf({ store, nowMs }: Home) {
  return { store, actor: OPERATOR, nowMs };
}

function dinnerIn(index: number) {
  return { week: WEEKS[index] as Week, day: 'Monday', slot: 'dinner' } as const;
}

/** Refusals do not matter: then nothing has changed. */
async function run(home: Home, command: Command): Promise<void> {
  const { store, family } = home;
  const context = contextOf(home);
  if (command.kind === 'place') {
    const after = command.meal === null ? null : (MEALS[command.meal] as Meal);
    await applyEdits(context, family, {
      edits: [{ ...dinnerIn(command.at), after }],
    });
  } else if (command.kind === 'move') {
    const edits = [
      { ...dinnerIn(command.at), after: null },
      { ...dinnerIn(command.to), after: MEALS[2] as Meal },
    ];
    await applyEdits(context, family, { edits });
  } else if (command.kind === 'write recipe') {
    const id = RECIPES[command.recipe] as string;
    const source = { ...RECIPE, totalMinutes: RECIPE.activeMinutes + command.minutes };
    const changed = await changeRecipe(context, family, { id, version: 'any', source });
    if ('refused' in changed) accepted(await addRecipe(context, family, source, { id }));
  } else if (command.kind === 'remove recipe') {
    await removeRecipe(context, family, RECIPES[command.recipe] as string);
  } else if (command.kind === 'move house') {
    accepted(await changeFamily(context, family, { timeZone: command.timeZone }));
  } else if (command.kind === 'prefer') {
    const version = await findPreferencesVersion(store.db, family);
    // Shakshuka has eggs.
    const eater: Eater = { id: 'eater1', name: command.name, diets: [], allergens: ['eggs'], dislikes: [] };
    const preferences = { ...DEFAULT_PREFERENCES, eaters: [eater] };
    accepted(await changePreferences(context, family, { version, preferences }));
  } else if (command.kind === 'forget preferences') {
    // As when the import that brought them is undone.
    await auditedTransaction(context, family, async (tx, record) => {
      await record('preferences.change', { eaters: 0 });
      await deletePreferences(tx, family);
    });
  } else {
    home.nowMs += command.days * DAY_MS;
    await deleteOldest(home);
  }
}

async function deleteOldest({ store, nowMs }: Home): Promise<void> {
  const old = { from: instantText(nowMs - RETENTION_MS), now: instantText(nowMs) };
  for (let after: number | undefined = 0; after !== undefined;)
    after = (await deleteOldLines(store, after, old)).resumeAfter;
}

type Event = { sequence: number; text: string };

async function readEvents({ store, family, nowMs }: Home, settings: CalendarSettings) {
  const week = weekAt(Temporal.Instant.fromEpochMilliseconds(nowMs), 'UTC');
  const text = await readCalendar(store.db, family, { settings, origin: 'https://meals.example' }, week);
  const events = new Map<string, Event>();
  for (const [event] of (text ?? '').matchAll(/BEGIN:VEVENT[^]*?END:VEVENT/g)) {
    const uid = String(/UID:(.*)\r/.exec(event)?.[1]);
    const sequence = Number(/SEQUENCE:(\d+)\r/.exec(event)?.[1]);
    events.set(uid, { sequence, text: event.replace(/^(?:SEQUENCE|DTSTAMP|LAST-MODIFIED):.*\r\n/gm, '') });
  }
  return events;
}

/** Compares the events of all links with those that were seen last under their ids, however long ago. */
class Watcher {
  readonly #seen = LINKS.map(() => new Map<string, Event>());

  async look(home: Home): Promise<void> {
    for (const [index, settings] of LINKS.entries()) {
      for (const [uid, event] of await readEvents(home, settings)) {
        const before = this.#seen[index]?.get(uid);
        this.#seen[index]?.set(uid, event);
        if (!before) continue;
        const change = `link ${index}, SEQUENCE ${before.sequence} and then ${event.sequence}`;
        ok(event.sequence >= before.sequence, `fell: ${change}`);
        if (event.text !== before.text) ok(event.sequence > before.sequence, `changed without it: ${change}`);
      }
    }
  }
}

async function makeHome(store: Store): Promise<Home> {
  const { family } = await makeWorld({ store, clock: { nowMs: NOW } });
  return { store, family, nowMs: NOW };
}

for (const kind of KINDS) {
  describe(`${kind}: the SEQUENCE of an event`, () => {
    test('never falls and rises with each change, whatever is done', async (t) => {
      const store = await freshStore(t, kind);
      const property = fc.asyncProperty(
        fc.array(COMMAND, { maxLength: 25, size: 'max' }),
        async (commands) => {
          const [home, watcher] = [await makeHome(store), new Watcher()];
          await watcher.look(home);
          for (const command of commands) {
            await run(home, command);
            await watcher.look(home);
          }
        },
      );
      await fc.assert(property, { numRuns: kind === 'sqlite' ? 30 : 6, seed: 20 });
    });

    test('does not fall when the change of the time zone is old: deleted, or behind 5,000 others', async (t) => {
      const home = await makeHome(await freshStore(t, kind));
      const watcher = new Watcher();
      await run(home, { kind: 'place', at: 3, meal: 0 });
      await run(home, { kind: 'move house', timeZone: 'Asia/Kathmandu' });
      await watcher.look(home);
      const line = {
        family_id: home.family,
        at: instantText(NOW),
        actor: OPERATOR,
        action: 'test',
        detail: '{}',
      };
      await home.store.db.transaction().execute(async (tx) => {
        for (let count = 0; count < 10; count += 1) {
          const lines = Array.from({ length: 501 }, () => line);
          await tx.insertInto('audit').values(lines).execute();
        }
      });
      await watcher.look(home);
      home.nowMs += 100 * DAY_MS;
      await run(home, { kind: 'prefer', name: 'Ben' });
      await deleteOldest(home);
      await watcher.look(home);
    });

    test('does not fall when an older backup is restored', async (t) => {
      const home = await makeHome(await freshStore(t, kind));
      const watcher = new Watcher();
      await run(home, { kind: 'place', at: 3, meal: 0 });
      const file = join(freshFolder(t), 'backup');
      await backUp(home.store, file, NOW);
      await run(home, { kind: 'place', at: 3, meal: 1 });
      await watcher.look(home);
      await restore(home.store, file, NOW);
      await watcher.look(home);
      // The line of the restore outlives the retention, and other families' changes.
      const other = await makeHome(home.store);
      home.nowMs += 400 * DAY_MS;
      await run({ ...other, nowMs: home.nowMs }, { kind: 'place', at: 3, meal: 0 });
      await deleteOldest(home);
      await watcher.look(home);
    });
  });
}
