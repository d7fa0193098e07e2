/**
 * From the welcome page to the first planned week on a phone: at most 60 s and 12 taps besides typing the name, the
 * email address and the password. Then the steps that were skipped, which the week page offers again.
 */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { startBrowser } from '../support/browser.ts';
import { startService } from '#test/support/service.ts';
import { allowedMs, until } from '#test/support/until.ts';
import { checkAxe, checkWidths, visit } from '../support/web.ts';
import { visitWeek } from '../support/week-page.ts';

const MAX_TAPS = 12;
const MAX_MS = 60_000;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const service = await startService({ after, before });
const browser = await startBrowser({ after });

test('a parent signs up and accepts the first week on a phone with at most 12 taps in 60 s', async (t) => {
  const { page } = await visit(t, browser, service, PHONE);
  await page.clock.install({ time: service.clock.nowMs });
  const taps: string[] = [];
  const tap = async (element: Locator) => {
    taps.push((await element.textContent()) ?? '');
    await element.tap();
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const read = (path: string) =>
    // oxlint-disable-next-line no-explicit-any: tests read any JSON response
    page.evaluate<any>(`fetch('/app/api/${path}').then((response) => response.json())`);
  const startedMs = performance.now();
  await page.goto('/');
  await tap(page.getByRole('link', { name: 'Start planning' }));
  await page.getByLabel('Family name').fill('Rao');
  await page.getByLabel('Email').fill('rao@example.org');
  await page.getByLabel('Password').fill('correct horse battery');
  await tap(button('Sign up'));
  await tap(button('I have saved them'));
  await page.getByRole('heading', { name: 'Who eats with you?' }).waitFor();
  // Typed without a tap: the field has the focus.
  await page.locator('input:focus').waitFor();
  await page.keyboard.type('Asha');
  await tap(button('Add a person'));
  await page.locator('li:last-child input:focus').waitFor();
  await page.keyboard.type('Mia');
  const mia = page.getByRole('listitem').filter({ has: page.getByLabel('Name', { exact: true }) });
  await tap(mia.getByText('Child'));
  await tap(mia.getByText('Allergies and diet', { exact: true }));
  await tap(mia.getByText('Peanuts'));
  await tap(button('Next'));
  await page.getByRole('heading', { name: 'Which meals do you plan?' }).waitFor();
  await tap(page.getByRole('region', { name: 'Monday to Friday' }).getByText('30 min'));
  await tap(button('Propose my first week'));
  await tap(button('Use this plan'));
  await page.getByText('Week planned').first().waitFor();
  await page.locator('.week-board .week-slot-filled').first().waitFor();
  const ms = performance.now() - startedMs;
  t.diagnostic(`${taps.length} taps in ${Math.round(ms)} ms: ${taps.join(', ')}`);
  ok(taps.length <= MAX_TAPS, taps.join(', '));
  ok(ms <= allowedMs(MAX_MS), `${ms} ms`);

  const { preferences } = await read('preferences');
  const [asha, child] = preferences.eaters;
  deepStrictEqual(
    [asha.name, child.name, child.portion, child.allergens],
    ['Asha', 'Mia', 'child', ['peanuts']],
  );
  deepStrictEqual(
    [preferences.slotSettings.Friday.dinner.minutes, preferences.slotSettings.Sunday.dinner.minutes],
    [30, 90],
  );
  const { member, family } = await read('me');
  deepStrictEqual([member.eaterId, family.openSteps], [asha.id, []], 'nothing is left to do');
  await page.goto('/start');
  await page.waitForURL(`${service.url}/`);
});

test('skipped steps come back on the week page, which stays at its top, until they are done or dismissed', async (t) => {
  const { page, api } = await visitWeek(t, browser, service, { ...PHONE, path: '/' });
  const hint = page.getByRole('complementary', { name: 'Set up' });
  const openSteps = async () => (await api.call('GET', '/app/api/me')).body.family.openSteps;

  await t.test('an empty week shows "Plan my week" and the hint without scrolling', async () => {
    await hint.getByText('Say who eats').waitFor();
    strictEqual(await page.evaluate('scrollY'), 0);
    for (const shown of [hint, page.getByRole('link', { name: 'Plan my week' })]) {
      const box = await shown.boundingBox();
      ok(box && box.y + box.height < 844, JSON.stringify(box));
    }
    await checkAxe(page, '.week-hint');
  });

  await t.test('both steps can be skipped, and the proposal comes anyway', async () => {
    await hint.getByRole('link').tap();
    await page.getByLabel('Your name').waitFor();
    await page.getByText('Allergies and diet', { exact: true }).tap();
    await page.getByRole('button', { name: 'More allergies and diets' }).tap();
    await page.getByText('Lupin').waitFor();
    await checkAxe(page);
    await checkWidths(page);
    await page.getByRole('button', { name: 'Skip' }).tap();
    await page.getByRole('heading', { name: 'Which meals do you plan?' }).waitFor();
    await checkAxe(page);
    await checkWidths(page);
    await page.setViewportSize(PHONE.viewport);
    await page.getByRole('button', { name: 'Skip' }).tap();
    await page.getByRole('button', { name: 'Use this plan' }).waitFor();
    await page.getByRole('button', { name: 'Discard' }).tap();
    await hint.getByText('Say who eats').waitFor();
    deepStrictEqual(await openSteps(), ['eaters', 'slots']);
  });

  await t.test('after one step the hint offers the other, and can be dismissed for all devices', async () => {
    await hint.getByRole('link').tap();
    await page.getByLabel('Your name').fill('Asha');
    await page.getByRole('button', { name: 'Add a person' }).tap();
    await page.getByLabel('Name', { exact: true }).fill('Nobody');
    await page.getByRole('button', { name: 'Next' }).tap();
    await page.getByRole('heading', { name: 'Which meals do you plan?' }).waitFor();
    // A person who was saved can be removed.
    await page.goBack();
    await page.getByRole('button', { name: 'Remove Nobody' }).tap();
    await page.getByRole('button', { name: 'Next' }).tap();
    await page.getByRole('heading', { name: 'Which meals do you plan?' }).waitFor();
    const { preferences } = (await api.call('GET', '/app/api/preferences')).body;
    deepStrictEqual(
      preferences.eaters.map(({ name }: { name: string }) => name),
      ['Asha'],
    );
    await page.goto('/');
    await hint.getByText('Choose which meals').waitFor();
    deepStrictEqual(await openSteps(), ['slots']);
    await hint.getByRole('button', { name: 'Do not show this again' }).tap();
    await hint.waitFor({ state: 'detached' });
    await until('it is dismissed', async () => (await openSteps()).length === 0);
  });
});
