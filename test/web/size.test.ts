/**
 * How much script the week page loads, compressed: every file a browser really asks for. First what it
 * loads by itself until it has nothing left to do; then dragging, which comes with the first hand on the
 * board. Suggestions of recipes are not counted: they come when someone types, and until then nothing of
 * them may.
 */
import { ok } from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { after, test, type TestContext } from 'node:test';
import { startBrowser } from './browser.ts';
import { startService } from '../support/service.ts';
import { meal, openSlot, visitWeek } from './week-page.ts';

const MAX_BYTES = 120_000;
/** All of this has to be here before anything is seen. */
const MAX_FIRST_BYTES = 100_000;
const BUILT = join(import.meta.dirname, '../../dist/web');

const service = await startService({ after });
const browser = await startBrowser({ after });

test('the week page loads at most 100 kB of script, and 120 kB with dragging', async (t) => {
  const { page } = await visitWeek(t, browser, service, { meals: { Monday: { dinner: meal('Lasagne') } } });
  const paths = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') paths.add(new URL(request.url()).pathname);
  });
  const neighbours = ['2026-11-02', '2026-11-16'].map((week) =>
    page.waitForResponse((response) => response.url().endsWith(`/app/api/plans/${week}`)),
  );
  await page.reload();
  // The last that it asks for; and then it rests.
  await Promise.all(neighbours);
  await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))');
  const first = [...paths];
  check(t, 'by itself, brotli', sizesOf(first, 'br'), MAX_FIRST_BYTES);
  check(t, 'by itself, gzip', sizesOf(first, 'gz'), MAX_BYTES);
  ok(first.length > 1 && !first.some(isDragging), first.join(' '));

  await openSlot(page, 'Dinner, Monday');
  await page.getByRole('button', { name: 'Move to…' }).click();
  await page.getByRole('dialog').waitFor();
  await page.locator('.week-board[data-drags]').waitFor();
  const all = [...paths];
  ok(all.some(isDragging) && !all.some(isSuggestions), all.join(' '));
  check(t, 'with dragging, brotli', sizesOf(all, 'br'), MAX_BYTES);
  t.diagnostic(`with dragging, gzip: ${sum(sizesOf(all, 'gz'))} bytes`);

  await page.keyboard.press('Escape');
  await (await openSlot(page, 'Lunch, Monday')).fill('pasta');
  await page.getByRole('option').first().waitFor();
  const more = [...paths].filter((path) => !all.includes(path));
  ok(more.some(isSuggestions), more.join(' '));
  t.diagnostic(`more for suggestions, brotli: ${sum(sizesOf(more, 'br'))} bytes`);
});

function isDragging(path: string): boolean {
  return path.includes('/drag-');
}

function isSuggestions(path: string): boolean {
  return path.includes('/meal-recipe-');
}

type Sizes = Record<string, number>;

function sizesOf(paths: string[], form: 'br' | 'gz'): Sizes {
  return Object.fromEntries(paths.map((path) => [path, statSync(join(BUILT, `${path}.${form}`)).size]));
}

function sum(sizes: Sizes): number {
  return Object.values(sizes).reduce((bytes, size) => bytes + size, 0);
}

function check(t: TestContext, what: string, sizes: Sizes, most: number): void {
  t.diagnostic(`${what}: ${sum(sizes)} bytes`);
  ok(sum(sizes) <= most, `${what}: ${sum(sizes)} bytes, ${JSON.stringify(sizes, null, 1)}`);
}
