/**
 * How much script the week page loads, compressed: every file a browser really asks for. Dragging comes
 * after the board, which works without it, and is counted apart. Suggestions of recipes are not counted:
 * they come when someone types, and until then nothing of them may.
 */
import { ok } from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { after, test, type TestContext } from 'node:test';
import { startBrowser } from './browser.ts';
import { startService } from './service.ts';
import { meal, openSlot, visitWeek } from './week-page.ts';

const MOST_BYTES = 120_000;
const BUILT = join(import.meta.dirname, '../dist/web');

const service = await startService({ after });
const browser = await startBrowser({ after });

test('the week page loads at most 120 kB of script, compressed either way', async (t) => {
  const { page } = await visitWeek(t, browser, service, { meals: { Monday: { dinner: meal('Lasagne') } } });
  const paths = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') paths.add(new URL(request.url()).pathname);
  });
  await page.reload();
  await openSlot(page, 'Dinner, Monday');
  await page.getByRole('button', { name: 'Move to…' }).click();
  await page.getByRole('dialog').waitFor();
  await page.locator('.week-board[data-drags]').waitFor();
  const all = [...paths];
  ok(!all.some(isSuggestions), all.join(' '));
  const first = all.filter((path) => !path.includes('/drag-'));
  ok(first.length > 1 && all.length > first.length, all.join(' '));
  check(t, 'to show and edit the week, brotli', sizesOf(first, 'br'), MOST_BYTES);
  check(t, 'to show and edit the week, gzip', sizesOf(first, 'gz'), MOST_BYTES);
  check(t, 'with dragging, brotli', sizesOf(all, 'br'), MOST_BYTES);
  t.diagnostic(`with dragging, gzip: ${sum(sizesOf(all, 'gz'))} bytes`);

  await page.keyboard.press('Escape');
  await (await openSlot(page, 'Lunch, Monday')).fill('pasta');
  await page.getByRole('option').first().waitFor();
  const more = [...paths].filter((path) => !all.includes(path));
  ok(more.some(isSuggestions), more.join(' '));
  t.diagnostic(`more for suggestions, brotli: ${sum(sizesOf(more, 'br'))} bytes`);
});

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
