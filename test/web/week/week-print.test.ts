/** The printed week: one page in every format, and its content. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SLOTS } from '#domain/plan/plan.ts';
import { DAYS } from '#domain/week/week.ts';
import { startBrowser } from '../support/browser.ts';
import { startService } from '#test/support/service.ts';
import { meal, planMeals, showWeek, visitWeek } from '../support/week-page.ts';

const service = await startService({ after, before });
const browser = await startBrowser({ after });

/** The printed heights and widths differ most between these two. */
const EXTREME_FORMATS = [
  { format: 'A4', landscape: true },
  { format: 'Letter', landscape: false },
] as const;
const ALL_FORMATS = ['A4', 'Letter'].flatMap((format) => [
  { format, landscape: true },
  { format, landscape: false },
]);

/** Only the extreme formats for texts that take long to print. */
const TEXTS = [
  ['2026-11-23', 'usual', 'Roast chicken with beans', EXTREME_FORMATS],
  [
    '2026-12-07',
    'long',
    'Slow roast lamb, potatoes and a list of things to remember. '.repeat(9).slice(0, 499).trim(),
    ALL_FORMATS,
  ],
  ['2026-12-21', 'wide', 'W'.repeat(500), EXTREME_FORMATS],
  ['2027-01-04', 'lines', `soup${'\n\n'.repeat(240)}bread`, EXTREME_FORMATS],
] as const;

test('the printed week', async (t) => {
  const { page, api } = await visitWeek(t, browser, service, {
    meals: { Monday: { dinner: meal('Lasagne') } },
    details: { familyName: 'The Okafors' },
    colorScheme: 'dark',
  });

  await t.test('has the family, the dates and every meal, black on white, and no controls', async () => {
    await page.emulateMedia({ media: 'print' });
    const sheet = page.locator('.week-sheet');
    const text = await sheet.innerText();
    for (const part of ['The Okafors', '9–15 November 2026', 'Monday', 'Sunday', 'Lasagne']) {
      ok(text.replaceAll(/\s*–\s*/g, '–').includes(part), part);
    }
    ok(!text.includes('no recipe'));
    strictEqual(await page.locator('button:visible, a:visible, input:visible').count(), 0);
    const colours = await page.evaluate(`['color', 'backgroundColor'].map(
      (name) => getComputedStyle(document.body)[name])`);
    deepStrictEqual(colours, ['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
    // No text is cut off.
    const cut = await page.evaluate(`Array.from(document.querySelectorAll('.week-sheet *'))
      .filter((part) => part.scrollHeight > part.clientHeight + 1 && getComputedStyle(part).display !== 'inline').length`);
    strictEqual(cut, 0);
    await page.emulateMedia({ media: null });
  });

  for (const [week, name, text, formats] of TEXTS) {
    await t.test(`full of ${name} texts fits one sheet of A4 and Letter, portrait or landscape`, async () => {
      const day = Object.fromEntries(SLOTS.map((slot) => [slot, meal(text, 'leftovers')]));
      await planMeals(api, Object.fromEntries(DAYS.map((weekday) => [weekday, day])), week);
      await showWeek(page, week);
      await page.locator('#main .week-slot-filled').nth(20).waitFor();
      for (const { format, landscape } of formats) {
        const pdf = (await page.pdf({ format, landscape })).toString('latin1');
        strictEqual(pdf.match(/\/Type\s*\/Page\b/g)?.length, 1, `${format} ${landscape}`);
      }
    });
  }
});
