/** Rules about the tags that a family gave its dishes, through the routes, on both databases. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Rule } from '#domain/preferences/preferences.ts';
import { acceptedMeal, type Proposal } from '#domain/proposal/proposal.ts';
import { type AppClient, signUp, startService } from '#test/support/service.ts';
import { KINDS } from '#test/support/store.ts';

const WEEK = '2026-11-16';
const DAL = 'red-lentil-dal-with-rice';
const RULE: Rule = {
  id: 'own',
  tag: 'tag:quick ONE',
  days: ['Tuesday'],
  slots: ['dinner'],
  atLeast: 1,
  isHard: true,
};

async function send(browser: AppClient, method: string, path: string, body?: unknown) {
  const reply = await browser.call(method, `/app/api${path}`, body);
  strictEqual(reply.status, 200, JSON.stringify(reply.body));
  return reply.body;
}

async function propose(browser: AppClient): Promise<{ proposal: Proposal; basis: string }> {
  return send(browser, 'POST', `/weeks/${WEEK}/proposal`, {});
}

function dinnerOnTuesday({ meals }: Proposal): string | undefined {
  const meal = meals.find(({ day, slot }) => day === 'Tuesday' && slot === 'dinner');
  return meal?.kind === 'cooked' ? meal.recipeId : undefined;
}

for (const kind of KINDS) {
  test(`${kind}: a rule counts the dishes that the family itself tagged`, async (t) => {
    const service = await startService(t, { kind });
    const [{ browser }, other] = [await signUp(service), await signUp(service)];
    const tag = (change: object) => send(browser, 'POST', '/recipe-notes', { recipeId: DAL, ...change });
    await tag({ addTags: ['Quick one'] });
    await send(other.browser, 'POST', '/recipe-notes', { recipeId: 'shakshuka', addTags: ['quick one'] });
    const { version, preferences } = await send(browser, 'GET', '/preferences');
    const saved = await send(browser, 'PUT', '/preferences', {
      version,
      preferences: { ...preferences, rules: [RULE] },
    });
    deepStrictEqual(saved.tags.own, ['Quick one']);
    const first = await propose(browser);
    strictEqual(dinnerOnTuesday(first.proposal), DAL);

    await t.test('a note changes no proposal, a tag makes it outdated', async () => {
      await tag({ note: { before: '', after: 'less salt' } });
      strictEqual((await propose(browser)).basis, first.basis);
      await tag({ removeTags: ['quick one'] });
      const edits = first.proposal.meals.map((meal) => ({
        week: WEEK,
        day: meal.day,
        slot: meal.slot,
        before: null,
        after: acceptedMeal(meal) ?? null,
      }));
      const change = { id: randomUUID(), edits, basis: first.basis };
      strictEqual((await browser.call('POST', '/app/api/changes', change)).status, 409);
    });

    await t.test('a tag that no dish has any more is a rule that cannot be met', async () => {
      const { unmet } = (await propose(browser)).proposal;
      deepStrictEqual(
        unmet.map(({ ruleId, possible }) => [ruleId, possible]),
        [['own', 0]],
      );
    });
  });
}
