/** 200 hostile texts as meals and as names of families, keys, displays and members, on every page: text stays text. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { DAYS } from '#domain/week.ts';
import { SLOTS } from '#domain/plan.ts';
import { startBrowser } from './browser.ts';
import { asName, HOSTILE_TEXTS, packed } from './hostile-texts.ts';
import { type Browser as Caller, signUp, startService } from './service.ts';
import type { Scope } from './store.ts';
import { until } from './until.ts';
import { giveCookies, visit } from './web.ts';

const WEEK = '2026-11-09';
const PLACES = DAYS.flatMap((day) => SLOTS.map((slot) => ({ day, slot })));
const MOST_KEYS = 50;

// Monday, six in the morning: all of the week is still to come, so a display shows all of it.
const service = await startService({ after }, { nowMs: Date.parse('2026-11-09T05:00:00Z') });
const browser = await startBrowser({ after });

test('there are 200 texts, and no two are the same', () => {
  strictEqual(new Set(HOSTILE_TEXTS).size, 200);
});

test('as meals, on the week, on paper and on the kitchen display', async (t) => {
  const { browser: owner } = await signUp(service);
  const [week, display] = [await open(t, owner, '/'), await open(t, owner, '/display')];
  let version = 0;
  for (const texts of inPortions(HOSTILE_TEXTS, PLACES.length)) {
    const meals: Record<string, Record<string, object>> = {};
    for (const [place, description] of texts.entries()) {
      const { day, slot } = PLACES[place] as (typeof PLACES)[number];
      (meals[day] ??= {})[slot] = { description };
    }
    const { body } = await owner.call('PUT', `/app/api/plans/${WEEK}`, { version, meals });
    version = body.plan.version;
    await Promise.all([week, display].map((page) => staysText(page, texts)));
    await week.emulateMedia({ media: 'print' });
    await staysText(week, texts);
    await week.emulateMedia({ media: 'screen' });
  }
});

test('as names of keys and displays, on the profile', async (t) => {
  const { browser: owner } = await signUp(service);
  const page = await open(t, owner, '/profile');
  const names = HOSTILE_TEXTS.map(asName);
  await Promise.all(names.slice(0, 20).map((name) => owner.call('POST', '/app/api/displays', { name })));
  for (const portion of inPortions(names, MOST_KEYS)) {
    const made = await Promise.all(portion.map((name) => owner.call('POST', '/app/api/keys', { name })));
    await lookAgain(page);
    await staysText(page, portion);
    await Promise.all(made.map(({ body }) => owner.call('DELETE', `/app/api/keys/${body.id}`)));
  }
  await lookAgain(page);
  await page.getByText('200 ended keys').click();
  await staysText(page, names);
});

test('as the family’s name and a member’s email, on every page and in the dialogs above them', async (t) => {
  const email = '<img/src=x/onerror=window.__hit=1>@example.org';
  const { browser: owner } = await signUp(service, { email });
  const pages = [
    await open(t, owner, '/'),
    await open(t, owner, '/profile'),
    await open(t, owner, '/display'),
  ];
  const [, profile] = pages as [Page, Page, Page];
  await profile.getByRole('button', { name: 'Delete the family …' }).click();
  for (const name of packed(HOSTILE_TEXTS)) {
    strictEqual((await owner.call('PATCH', '/app/api/family', { name })).status, 204);
    await Promise.all(
      pages.map(async (page) => {
        await lookAgain(page);
        await staysText(page, [name]);
      }),
    );
  }
  await owner.call('POST', '/app/api/sign-out-everywhere');
  for (const page of pages.slice(0, 2)) {
    await lookAgain(page);
    await page.getByRole('dialog', { name: 'Please sign in again' }).waitFor();
    await staysText(page, [email]);
  }
});

/** A page of this member that tells of every window that a script opened. */
async function open(scope: Scope, owner: Caller, path: string): Promise<Page> {
  const { page, context } = await visit(scope, browser, service);
  await context.clock.install({ time: service.clock.nowMs });
  await giveCookies(context, service, owner.cookies);
  const opened: string[] = [];
  page.on('dialog', (dialog) => void opened.push(dialog.message()));
  context.on('page', (other) => opened.push(other.url()));
  scope.after(() => deepStrictEqual(opened, []));
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

/** What the page knows is old by now, and someone looks at it. */
async function lookAgain(page: Page): Promise<void> {
  await page.clock.fastForward(31_000);
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
}

/** All of these are on the page, letter by letter, and nothing came of them. */
async function staysText(page: Page, texts: string[]): Promise<void> {
  let missing: string[] = [];
  const look = async () => {
    const shown = await page.evaluate<string>('document.body.textContent');
    missing = texts.filter((text) => !shown.includes(text));
    return missing.length === 0;
  };
  await until('the texts are on the page', look, 10_000).catch(() =>
    deepStrictEqual(missing, [], page.url()),
  );
  deepStrictEqual(await page.evaluate(FOREIGN), [], page.url());
}

/** Whatever no page of ours has: a trace of a script, a listener in markup, an element made of text. */
const FOREIGN = `[
  ...(window.__hit === undefined ? [] : ['__hit']),
  ...Array.from(document.querySelectorAll(
    'body script, body style, body link, body meta, base, img, iframe, object, embed, video, audio, math, template, ' +
    'svg:not([aria-hidden]), svg script, svg animate, [style*="url("], [srcdoc], form[action], ' +
    '[href^="javascript:" i], [href^="data:" i], [src]:not(head *), a[href*="evil.example"]'), (found) => found.outerHTML),
  ...Array.from(document.querySelectorAll('body *')).flatMap((element) =>
    element.getAttributeNames().filter((name) => name.startsWith('on'))),
]`;

function inPortions<Item>(all: Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  );
}
