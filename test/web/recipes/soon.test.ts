/** Recipes that a family wants soon: from the page of a recipe and from a card, to a proposal and out of the list. */
import { ok } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startBrowser } from '../support/browser.ts';
import { planWeek, setPreferences, settingsOf, waitForProposal } from '../support/proposal-page.ts';
import { startService } from '#test/support/service.ts';
import { until } from '#test/support/until.ts';
import { checkAxe, visitAsFamily } from '../support/web.ts';
import { NOW_MS } from '../support/week-page.ts';

const service = await startService({ after, before });
const browser = await startBrowser({ after });

const DAL = 'red-lentil-dal-with-rice';

test('a dish that is wanted soon is in the next proposal, and leaves the list by hand', async (t) => {
  const { page, api } = await visitAsFamily(t, browser, service, {
    path: 'about:blank',
    viewport: { width: 390, height: 844 },
  });
  await page.clock.install({ time: NOW_MS });
  await setPreferences(api, { slotSettings: settingsOf(['Tuesday', 'dinner']) });
  const wanted = async () =>
    Object.keys((await api.call('GET', '/app/api/recipe-notes')).body.notes as object).length;

  await page.goto(`/recipes/${DAL}`);
  const want = page.getByRole('button', { name: 'We want this soon' });
  await want.click();
  await page.getByText(/comes soon: the planner prefers it/).waitFor();
  ok(await page.locator('.wanted[aria-pressed=true]').isVisible());
  await until('it is saved', async () => (await wanted()) === 1);

  await page.goto('/week/2026-11-16');
  await planWeek(page);
  await waitForProposal(page);
  await page.locator('.proposal-about', { hasText: 'You wanted this soon' }).waitFor();

  await page.goto('/recipes?search=shakshuka');
  await page.getByRole('button', { name: 'We want this soon: Shakshuka' }).click();
  await page.getByText('Soon (2)').click();
  await page.getByRole('searchbox').fill('');
  const cards = page.locator('.recipes-card');
  await until('both are shown', async () => (await cards.count()) === 2);
  await checkAxe(page);
  await cards.first().getByRole('button').first().click();
  await until('one is shown', async () => (await cards.count()) === 1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await until('it is back', async () => (await cards.count()) === 2);
  await page.getByRole('button', { name: 'Remove all' }).click();
  await page.getByText('Nothing wanted soon').waitFor();
  await until('none is left', async () => (await wanted()) === 0);
});
