/** What undoes changes: only the newest steps are retained, by number, age and size. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { addFamily } from '#actions/account/families.ts';
import { GROUPS_OF_OPERATOR } from '#auth/password.ts';
import { OPERATOR } from '#storage/actor.ts';
import { accepted } from '#test/support/accepted.ts';
import { freshStore, KINDS } from '#test/support/store.ts';
import { findUndoStep, saveUndoStep } from './undo-steps.ts';

const NOW = Date.parse('2026-11-11T12:00:00Z');
const DAY_MS = 86_400_000;
const step = (recipeId: string) => ({ kind: 'recipe', recipeId, version: 1 }) as const;

for (const kind of KINDS) {
  test(`${kind}: retains fifty steps, of thirty days and half a megabyte, of one family`, async (t) => {
    const store = await freshStore(t, kind);
    const context = { store, actor: OPERATOR, nowMs: NOW };
    const newFamily = async (email: string) => {
      const account = {
        name: 'x',
        email,
        password: 'long enough',
        timeZone: 'UTC',
        premium: 'none',
      } as const;
      return accepted(await addFamily(context, account, GROUPS_OF_OPERATOR)).id;
    };
    const [one, other] = [await newFamily('a@example.org'), await newFamily('b@example.org')];
    const save = (family: string, id: string, nowMs: number, recipeId = id) =>
      store.db.transaction().execute((tx) => saveUndoStep(tx, family, id, step(recipeId), nowMs));
    const stored = async (family: string) => {
      const rows = store.db.selectFrom('undo_steps').select('change_id').where('family_id', '=', family);
      return (await rows.orderBy('created_at').execute()).map(({ change_id }) => change_id);
    };
    await save(other, 'of-other', NOW);
    for (let at = 0; at < 53; at += 1) await save(one, `step-${at}`, NOW + at);
    deepStrictEqual([(await stored(one)).length, (await stored(one))[0]], [50, 'step-3']);
    deepStrictEqual(await findUndoStep(store.db, one, 'step-3'), step('step-3'));
    strictEqual(await findUndoStep(store.db, other, 'step-3'), undefined);
    await save(one, 'later', NOW + 31 * DAY_MS);
    deepStrictEqual(await stored(one), ['later']);
    for (const id of ['large-1', 'large-2', 'large-3'])
      await save(one, id, NOW + 31 * DAY_MS + Number(id.at(-1)), 'x'.repeat(300_000));
    deepStrictEqual(await stored(one), ['large-2', 'large-3']);
    deepStrictEqual(await stored(other), ['of-other']);
  });
}
