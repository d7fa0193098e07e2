/**
 * Compressed size of the scripts that the week page loads, measured by the requests of a browser: first until
 * the page is idle, then with the drag code, which loads on the first interaction with the board. The recipe
 * suggestions are not counted, because they load only when the user types.
 */
import { ok } from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { startBrowser } from './support/browser.ts';
import { startService } from '../support/service.ts';
import { meal, openSlot, visitWeek } from './support/week-page.ts';

const MAX_BYTES = 150_000;
/** Scripts that load before the page is interactive. */
const MAX_INITIAL_BYTES = 110_000;
const DIST = join(import.meta.dirname, '../../dist/web');

const service = await startService({ after, before });
const browser = await startBrowser({ after });

test('the week page loads at most 110 kB of script, and 150 kB with dragging', async (t) => {
  const { page } = await visitWeek(t, browser, service, { meals: { Monday: { dinner: meal('Lasagne') } } });
  const paths = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') paths.add(new URL(request.url()).pathname);
  });
  const neighbours = ['2026-11-02', '2026-11-16'].map((week) =>
    page.waitForResponse((response) => response.url().endsWith(`/app/api/plans/${week}`)),
  );
  await page.reload();
  // The page requests the neighbouring weeks last.
  await Promise.all(neighbours);
  await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))');
  const first = [...paths];
  checkSize(t, 'initial, brotli', sizesOf(first, 'br'), MAX_INITIAL_BYTES);
  checkSize(t, 'initial, gzip', sizesOf(first, 'gz'), MAX_BYTES);
  ok(first.length > 1 && !first.some(isDragScript), first.join(' '));

  await openSlot(page, 'Dinner, Monday');
  await page.getByRole('button', { name: 'Move to …' }).click();
  await page.getByRole('dialog').waitFor();
  await page.locator('.week-board[data-drags]').waitFor();
  const all = [...paths];
  ok(all.some(isDragScript) && !all.some(isSuggestionScript), all.join(' '));
  checkSize(t, 'with dragging, brotli', sizesOf(all, 'br'), MAX_BYTES);
  t.diagnostic(`with dragging, gzip: ${sum(sizesOf(all, 'gz'))} bytes`);

  await page.keyboard.press('Escape');
  await (await openSlot(page, 'Lunch, Monday')).fill('pasta');
  await page.getByRole('option').first().waitFor();
  const more = [...paths].filter((path) => !all.includes(path));
  ok(more.some(isSuggestionScript), more.join(' '));
  t.diagnostic(`more for suggestions, brotli: ${sum(sizesOf(more, 'br'))} bytes`);
});

function isDragScript(path: string): boolean {
  return path.includes('/drag-');
}

function isSuggestionScript(path: string): boolean {
  return path.includes('/dish-fields-');
}

type Sizes = Record<string, number>;

function sizesOf(paths: string[], encoding: 'br' | 'gz'): Sizes {
  return Object.fromEntries(paths.map((path) => [path, statSync(join(DIST, `${path}.${encoding}`)).size]));
}

function sum(sizes: Sizes): number {
  return Object.values(sizes).reduce((bytes, size) => bytes + size, 0);
}

function checkSize(t: TestContext, what: string, sizes: Sizes, maxBytes: number): void {
  t.diagnostic(`${what}: ${sum(sizes)} bytes`);
  ok(sum(sizes) <= maxBytes, `${what}: ${sum(sizes)} bytes, ${JSON.stringify(sizes, null, 1)}`);
}
