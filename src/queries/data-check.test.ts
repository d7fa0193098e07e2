/** The data check reports nothing for valid data, and each planted fault. */
import { deepStrictEqual, match, ok, rejects } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openStore, SERVER_TIMEOUT_MS } from '#storage/store.ts';
import { makeWorld, type World } from '#test/support/world.ts';
import { freshStore, KINDS } from '#test/support/store.ts';
import { findFaults } from './data-check.ts';

const clock = { nowMs: Date.parse('2026-11-11T12:00:00Z') };
const unserved = (world: World) =>
  `The plan of family ${world.family} for 2026-11-09 has meals that cannot be served.`;

const FAULTS: { what: string; statement: string; expected: (world: World) => string }[] = [
  {
    what: 'an unknown time zone',
    statement: "update families set time_zone = 'Mars/Base' where id = $1",
    expected: ({ family }) => `Family ${family} has an unknown time zone: Mars/Base.`,
  },
  {
    what: 'an unknown Premium',
    statement: "update families set premium = 'sometimes' where id = $1",
    expected: ({ family }) => `Family ${family} has an unknown Premium: sometimes.`,
  },
  {
    what: 'a family without an owner',
    statement: "update members set role = 'member' where family_id = $1",
    expected: ({ family }) => `Family ${family} has no owner.`,
  },
  {
    what: 'a week that starts on a Tuesday',
    statement: "update plans set week = '2026-11-10' where family_id = $1",
    expected: ({ family }) =>
      `The plan of family ${family} for 2026-11-10 is for a week that does not exist.`,
  },
  ...[
    ['a recipe that is not JSON', 'soup'],
    ['a recipe without a title', '{"servings":4}'],
  ].map(([what = '', source]) => ({
    what,
    statement: `update recipes set source = '${source}' where family_id = $1`,
    expected: ({ family, recipe }: World) => `Recipe ${recipe} of family ${family} cannot be read.`,
  })),
  ...[
    ['preferences that are not JSON', "document = 'pizza'"],
    ['preferences with an invalid value', `document = replace(document, '"restWeeks":2', '"restWeeks":99')`],
    ['automatic planning without a due time', 'due_at = null'],
  ].map(([what = '', fault]) => ({
    what,
    statement: `update preferences set ${fault} where family_id = $1`,
    expected: ({ family }: World) => `The preferences of family ${family} cannot be read.`,
  })),
  {
    what: 'a to-do with lines that are not JSON',
    statement: "update todos set extra = 'x' where family_id = $1",
    expected: ({ family }) => `To-do milk.ics of family ${family} cannot be read.`,
  },
  {
    what: 'a photo with another content',
    statement:
      "update photos set content = 'AAAA' where hash in (select large from recipe_photos) and family_id = $1",
    expected: ({ family, photo }) => `Photo ${photo} of family ${family} is damaged.`,
  },
  {
    what: 'a refusal on a day that does not exist',
    statement: "update rejected_dishes set rejected_on = '2026-02-30' where family_id = $1",
    expected: ({ family, recipe }) => `The rejected dish ${recipe} by family ${family} cannot be read.`,
  },
  {
    what: 'tags of a recipe that are not JSON',
    statement: "update recipe_notes set tags = 'quick' where family_id = $1",
    expected: ({ family, recipe }) => `The note of family ${family} on ${recipe} cannot be read.`,
  },
  ...[
    ['a part of an import that is not JSON', "update import_parts set placed = 'pizza'"],
    ['an import at no time', "update imports set created_at = 'yesterday'"],
    ['an import in no state', "update imports set state = 'lost'"],
  ].map(([what = '', fault]) => ({
    what,
    statement: `${fault} where family_id = $1`,
    expected: ({ family, importId }: World) => `Import ${importId} of family ${family} cannot be read.`,
  })),
  {
    what: 'a replaced recipe that is not JSON',
    statement: "update replaced_recipes set source_before = 'pizza' where family_id = $1",
    expected: ({ family, recipe }) => `What recipe ${recipe} of family ${family} was before cannot be read.`,
  },
  {
    what: 'an operation under another id',
    statement: "update list_operations set op_id = 'another-id' where family_id = $1 and state = 4",
    expected: ({ family }) => `Operation another-id of family ${family} cannot be read.`,
  },
  ...[
    ['an added line that is not in the state of the list', 'update list_operations set state = 3'],
    ['an item with a wrong version', 'update list_items set version = version + 1'],
    ['a list with a wrong size', 'update lists set bytes = bytes + 1'],
  ].map(([what = '', statement]) => ({
    what,
    statement: `${statement} where family_id = $1`,
    expected: ({ family }: World) =>
      `The list of family ${family} for 2026-11-09 does not match its operations.`,
  })),
  ...[
    ['days out of order', '{"Tuesday":{"lunch":{"description":"x"}},"Monday":{"lunch":{"description":"x"}}}'],
    ['an empty day', '{"Monday":{}}'],
    ['a null recipe', '{"Monday":{"lunch":{"description":"x","recipeId":null}}}'],
    ['an additional space', '{ }'],
    ['meals that are not JSON', 'dinner'],
    ['an unknown day', '{"Moonday":{}}'],
  ].map(([what = '', meals]) => ({
    what,
    statement: `update plans set meals = '${meals}' where family_id = $1`,
    expected: unserved,
  })),
  ...[
    ['a kind of an empty slot', '{"Friday":{"dinner":{"kind":"leftovers"}}}'],
    ['an unknown kind', '{"Monday":{"dinner":{"kind":"cold"}}}'],
    ['an empty detail', '{"Monday":{"dinner":{}}}'],
    ['details that are not JSON', 'leftovers'],
  ].map(([what = '', details]) => ({
    what,
    statement: `update plans set details = '${details}' where family_id = $1`,
    expected: ({ family }: World) => `The plan of family ${family} for 2026-11-09 has details of no meal.`,
  })),
];

for (const kind of KINDS) {
  test(`${kind}: reports nothing for valid data, and exactly each planted fault`, async (t) => {
    const store = await freshStore(t, kind);
    const world = await makeWorld({ store, clock });
    await makeWorld({ store, clock });
    deepStrictEqual(await findFaults(store), []);
    for (const { what, statement, expected } of FAULTS) {
      const [before = '', after = ''] = statement.split('$1');
      const rolledBack = store.db.transaction().execute(async (tx) => {
        await sql`${sql.raw(before)}${world.family}${sql.raw(after)}`.execute(tx);
        deepStrictEqual(await findFaults({ ...store, db: tx }), [expected(world)], what);
        throw new Error('undo');
      });
      await rejects(rolledBack, /^Error: undo$/);
    }
    deepStrictEqual(await findFaults(store), []);
  });
}

const TABLES_OF_MEMBERS = [
  'email_links',
  'identities',
  'notices',
  'passkeys',
  'queued_mails',
  'recovery_codes',
  'reset_links',
  'sessions',
];

test('sqlite: reports a row that violates a foreign key', async (t) => {
  const store = await freshStore(t, 'sqlite');
  const { family } = await makeWorld({ store, clock });
  const raw = new DatabaseSync((store.location as { file: string }).file, {
    enableForeignKeyConstraints: false,
  });
  raw.prepare('delete from members where family_id = ? and role = ?').run(family, 'member');
  raw.close();
  const faults = await findFaults(store);
  deepStrictEqual(
    new Set(faults),
    new Set(
      TABLES_OF_MEMBERS.map((table) => `A row of ${table} refers to a row of members that does not exist.`),
    ),
  );
});

test('sqlite: reports a damaged page', async (t) => {
  const store = await freshStore(t, 'sqlite');
  await makeWorld({ store, clock });
  const { file } = store.location as { file: string };
  await store.close();
  const raw = new DatabaseSync(file);
  const { rootpage } = raw
    .prepare("select rootpage from sqlite_schema where name = 'audit_by_family'")
    .get() as {
    rootpage: number;
  };
  raw.close();
  const bytes = readFileSync(file);
  bytes.fill(0xff, (rootpage - 1) * 4_096 + 100, rootpage * 4_096);
  writeFileSync(file, bytes);
  const damaged = await openStore({ kind: 'sqlite', file }, SERVER_TIMEOUT_MS);
  t.after(() => damaged.close());
  const faults = await findFaults(damaged);
  ok(faults.length > 0);
  match(faults.join('\n'), /damaged|audit_by_family|Tree \d+|page/);
});
