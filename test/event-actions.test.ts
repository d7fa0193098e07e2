/** Every action of the audit log either causes events or is known to cause none, so that a new one is not forgotten. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { subjectsChangedBy } from '#domain/events/event.ts';

/** They change nothing that the public API shows. */
const WITHOUT_EVENTS = [
  'calendar-link.add',
  'calendar-link.revoke',
  'dinner.time',
  // Has a line for each recipe too.
  'import.undo',
  'dish.import-rejected',
  'dish.reject',
  'display.add',
  'display.revoke',
  'family.add',
  'family.delete',
  'family.export',
  'identity.link',
  'identity.unlink',
  'key.add',
  'key.revoke',
  'key.rotate',
  'list-link.add',
  'list-link.revoke',
  'member.*',
  'menu.change',
  'menu.delete',
  'passkey.*',
  'price.change',
  'price.forget',
  // Notes, tags and stars are the family's own.
  'recipe.import-notes',
  'recipe.note',
  'stars.give',
  'stars.import',
  // How a phone sorts or names an item.
  'todo.change',
  'webhook.*',
  'week.delete-guests',
];

const DETAIL = { week: '2026-11-09', recipe: 'x', date: '2026-11-09', fields: 'units' };

test('every action of the audit log causes events, or is listed as one without', () => {
  const sources = globSync('src/{actions,jobs}/**/*.ts', { exclude: ['**/*.test.ts'] });
  const actions = new Set(
    sources.flatMap((file) =>
      Array.from(
        readFileSync(file, 'utf8').matchAll(/(?:record\(|, target, )\s*'([a-z-]+\.[a-z-]+)'/g),
        ([, action = '']) => action,
      ),
    ),
  );
  ok(
    actions.size > 60 && actions.has('plan.move') && actions.has('pantry.change'),
    `${actions.size} actions`,
  );
  deepStrictEqual(
    [...actions].filter((action) => isListed(action) === hasEvents(action)),
    [],
  );
});

function isListed(action: string): boolean {
  return WITHOUT_EVENTS.includes(action) || WITHOUT_EVENTS.includes(action.replace(/\..*/, '.*'));
}

function hasEvents(action: string): boolean {
  const line = { at: '2026-11-09T12:00:00Z', action, detail: JSON.stringify(DETAIL) };
  return subjectsChangedBy(line, 'UTC').length > 0;
}
