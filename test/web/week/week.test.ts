/** The week page: entering, changing, moving and copying meals, undo, conflicts, unreachable server, navigation, layout. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Meals } from '#domain/plan/plan.ts';
import { startBrowser } from '../support/browser.ts';
import { navigate } from '../support/navigate.ts';
import { startService, sendEdits } from '#test/support/service.ts';
import { allowedMs } from '#test/support/until.ts';
import { checkAxe, tabTo } from '../support/web.ts';
import {
  expectMeals,
  meal,
  openSlot,
  planMeals,
  showWeek,
  slotOf,
  typeMeal,
  visitWeek,
  WEEK,
} from '../support/week-page.ts';

const service = await startService({ after, before });
const browser = await startBrowser({ after });

const SOME: Meals = {
  Monday: { dinner: meal('Lasagne') },
  Tuesday: { lunch: meal('Lasagne', 'leftovers'), dinner: meal('Dal') },
};

test('meals are entered in free slots, and weeks are copied', async (t) => {
  const { page, api } = await visitWeek(t, browser, service);
  await t.test('a week is planned with the keyboard alone, and every step can be undone', async () => {
    await page.getByRole('heading', { name: 'What’s cooking this week?' }).waitFor();
    await tabTo(page, '.week-slot-button');
    await page.keyboard.press('Enter');
    await page.locator(':is(input, textarea):focus').waitFor();
    await page.keyboard.type('Porridge');
    await page.keyboard.press('Enter');
    await expectMeals(api, { Monday: { breakfast: meal('Porridge') } });
    strictEqual(
      await page.evaluate('document.activeElement.innerText.split("\\n")[0]'),
      'Breakfast, Monday 9 November: Porridge, no recipe',
    );
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator(':is(input, textarea):focus').waitFor();
    await page.keyboard.type('never mind');
    await page.keyboard.press('Escape');
    await slotOf(page, 'Lunch, Monday').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('Undone: Monday, Breakfast: Porridge').waitFor();
    await expectMeals(api, {});
  });
  await t.test('typed text is saved when another slot, another week or Back is chosen', async () => {
    await (await openSlot(page, 'Lunch, Monday')).fill('Buffet');
    await (await openSlot(page, 'Dinner, Friday')).fill('Takeaway');
    await page.getByRole('link', { name: 'Following week' }).click();
    await page.waitForURL('**/week/2026-11-16');
    await expectMeals(api, { Monday: { lunch: meal('Buffet') }, Friday: { dinner: meal('Takeaway') } });
    await (await openSlot(page, 'Breakfast, Sunday')).fill('Eggs');
    await page.evaluate('history.back()');
    await slotOf(page, 'Dinner, Monday 9').waitFor();
    await expectMeals(api, { Sunday: { breakfast: meal('Eggs') } }, '2026-11-16');
  });
  await t.test('a slot accepts 500 characters as the server counts them and cuts off the rest', async () => {
    await showWeek(page, '2026-11-23');
    const field = await openSlot(page, 'Dinner, Sunday');
    await field.fill(`${'🍝'.repeat(499)}\r\nxyz`);
    strictEqual(await field.inputValue(), `${'🍝'.repeat(499)}\n`);
    await page.getByText('0 characters left').waitFor();
    await field.fill('one');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.insertText('🍝'.repeat(480));
    await page.keyboard.type('🍝'.repeat(30));
    await page.keyboard.press('Enter');
    await expectMeals(api, { Sunday: { dinner: meal(`one\n${'🍝'.repeat(496)}`) } }, '2026-11-23');
  });
  await t.test('hostile texts are shown literally and run no script', async () => {
    page.on('dialog', (dialog) => {
      throw new Error(`A script ran: ${dialog.message()}`);
    });
    const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
    const meals = Object.fromEntries(days.map((day, at) => [day, { lunch: meal(HOSTILE[at] as string) }]));
    // One as HTML and one as a message are typed here, the others elsewhere: the board shows all alike.
    const typed = ['Monday', 'Thursday'];
    const others = Object.entries(meals).filter(([day]) => !typed.includes(day));
    await planMeals(api, Object.fromEntries(others), '2026-11-30');
    await showWeek(page, '2026-11-30');
    await slotOf(page, 'Lunch, Saturday').filter({ hasText: 'aaa' }).waitFor();
    for (const day of typed) await typeMeal(page, `Lunch, ${day}`, meals[day]?.lunch.description ?? '');
    await expectMeals(api, meals, '2026-11-30');
    deepStrictEqual(
      await page.locator('.week-slot-text').allTextContents(),
      HOSTILE.map((text) => `${text}no recipe`),
    );
    await openSlot(page, 'Lunch, Tuesday');
    await page.getByRole('button', { name: 'Move to …' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Lunch, Sunday/ })
      .click();
    await page.getByText('Undo', { exact: true }).waitFor();
  });
  await t.test('copying the previous week fills only empty slots and is undone as one change', async () => {
    const week = '2027-01-11';
    const pie = { Tuesday: { dinner: meal('Pie') } };
    await planMeals(api, SOME, '2027-01-04');
    await planMeals(api, pie, week);
    await showWeek(page, week);
    await slotOf(page, 'Dinner, Tuesday').filter({ hasText: 'Pie' }).waitFor();
    await page.getByRole('button', { name: 'Copy a week' }).click();
    await page.getByRole('menuitem', { name: /Copy the previous week Fills empty slots only/ }).click();
    await page.getByText('2 meals copied, 1 filled slot unchanged').waitFor();
    await expectMeals(api, { ...SOME, Tuesday: { ...SOME.Tuesday, dinner: meal('Pie') } }, week);
    await page.getByRole('button', { name: /^Undo: 2 meals/ }).click();
    await expectMeals(api, pie, week);

    await page.getByRole('button', { name: 'Copy a week' }).click();
    await page.getByRole('menuitem', { name: /Copy to the following week/ }).click();
    await expectMeals(api, pie, '2027-01-18');
    await showWeek(page, '2027-02-01');
    await page.getByRole('button', { name: 'Copy a week' }).click();
    await page.getByRole('menuitem', { name: /Copy the previous week/ }).click();
    await page.getByText('There are no meals to copy.').waitFor();
  });
  await t.test('an empty week offers to copy the previous one', async () => {
    await planMeals(api, SOME, '2027-02-08');
    await showWeek(page, '2027-02-15');
    await page.getByRole('button', { name: 'Copy the previous week', exact: true }).click();
    await expectMeals(api, SOME, '2027-02-15');
    await page.getByRole('heading', { name: 'What’s cooking this week?' }).waitFor({ state: 'detached' });
  });
  await t.test('a change shows within 100 ms while the server does not respond', async () => {
    await showWeek(page, '2026-12-07');
    await page.route('**/app/api/changes', () => {});
    await (await openSlot(page, 'Dinner, Monday')).fill('Soup on Monday');
    await page.evaluate(`void (window.durationMs = new Promise((resolve) => {
      let pressedAt;
      addEventListener('keydown', () => (pressedAt = performance.now()), { capture: true, once: true });
      new MutationObserver((_, observer) => {
        if (!document.querySelector('.week-board').innerText.includes('Soup on Monday')) return;
        observer.disconnect();
        resolve(performance.now() - pressedAt);
      }).observe(document.querySelector('.week-board'), { childList: true, subtree: true });
    }))`);
    await page.keyboard.press('Enter');
    const ms = Number(await page.evaluate('window.durationMs'));
    ok(ms < allowedMs(100), `${ms} ms`);
  });
});

test('meals are changed, moved, in conflict and refused', async (t) => {
  const { page, api } = await visitWeek(t, browser, service, { meals: SOME });
  await t.test(
    'while the server is down the page says so, keeps changes, and sends them afterwards',
    async () => {
      await page.route('**/app/api/**', (route) => route.abort());
      await typeMeal(page, 'Lunch, Friday', 'Toast');
      await page.getByText('shown as of Wednesday').waitFor();
      await page.getByText('1 change is saved on this device').waitFor();
      await slotOf(page, 'Lunch, Friday').filter({ hasText: 'Toast' }).waitFor();
      await checkAxe(page, '.banner');
      await page.reload();
      await slotOf(page, 'Lunch, Friday').filter({ hasText: 'Toast' }).waitFor();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      await page.unroute('**/app/api/**');
      await page.evaluate("dispatchEvent(new Event('online'))");
      await expectMeals(api, { ...SOME, Friday: { lunch: meal('Toast') } });
      await page.getByText('shown as of').waitFor({ state: 'detached' });
    },
  );
  await t.test('a conflict shows both meals, and the choice is applied, also when postponed', async () => {
    const clash = async (before: string, mine: string, theirs: string) => {
      await (await openSlot(page, 'Dinner, Tuesday')).fill(mine);
      const place = { week: WEEK, day: 'Tuesday', slot: 'dinner' };
      await sendEdits(api, [{ ...place, before: meal(before), after: meal(theirs) }]);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Someone was faster' }).waitFor();
    };
    await clash('Dal', 'Curry', 'Burgers');
    await page.getByRole('dialog').getByText('Curry').waitFor();
    await page.getByRole('dialog').getByText('Burgers').waitFor();
    await checkAxe(page, 'dialog');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'Keep theirs' }).click();
    await slotOf(page, 'Dinner, Tuesday').filter({ hasText: 'Burgers' }).waitFor();
    await expectMeals(api, withToast('Burgers'));

    await clash('Burgers', 'Curry', 'Pizza');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'View' }).click();
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await expectMeals(api, withToast('Curry'));
  });
  await t.test('“Move to …” moves, swaps, and reaches the next week, by keyboard', async () => {
    const moveTo = async (from: string, to: RegExp) => {
      await slotOf(page, from).press('Enter');
      await page.getByRole('button', { name: 'Move to …' }).waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: to }).press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await moveTo('Dinner, Monday', /^Lunch, Sunday/);
    await moveTo('Dinner, Tuesday', /^Lunch, Tuesday/);
    await page.getByText('Swapped Curry and Lasagne').waitFor();
    const moved: Meals = {
      Tuesday: { lunch: meal('Curry'), dinner: meal('Lasagne', 'leftovers') },
      Friday: { lunch: meal('Toast') },
      Sunday: { lunch: meal('Lasagne') },
    };
    await expectMeals(api, moved);

    await openSlot(page, 'Lunch, Sunday');
    await page.getByRole('button', { name: 'Move to …' }).click();
    await checkAxe(page, 'dialog');
    ok(
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Lunch, Sunday 15/ })
        .isDisabled(),
    );
    await page.getByRole('radio', { name: dates('16–22 Nov') }).press('Space');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Breakfast, Monday 16/ })
      .click();
    await expectMeals(api, { Monday: { breakfast: meal('Lasagne') } }, '2026-11-16');
    await expectMeals(api, { Tuesday: moved.Tuesday, Friday: moved.Friday });
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await expectMeals(api, {}, '2026-11-16');
    await expectMeals(api, moved);
  });
  await t.test('a meal is changed, marked, unmarked and cleared, each with undo in its toast', async () => {
    const week = '2026-11-30';
    await planMeals(api, { Monday: { dinner: meal('Lasagne') } }, week);
    await showWeek(page, week);
    await slotOf(page, 'Dinner, Monday').filter({ hasText: 'Lasagne' }).waitFor();
    const undo = () => page.locator('.toast').getByRole('button', { name: 'Undo' }).click();

    await typeMeal(page, 'Dinner, Monday', 'Lasagne with salad');
    await expectMeals(api, { Monday: { dinner: meal('Lasagne with salad') } }, week);
    await undo();
    await expectMeals(api, { Monday: { dinner: meal('Lasagne') } }, week);

    await openSlot(page, 'Dinner, Monday');
    await page.getByRole('button', { name: 'Leftovers', pressed: false }).click();
    await page.getByRole('button', { name: 'Dinner, Monday 30 November: Lasagne, Leftovers' }).waitFor();
    await expectMeals(api, { Monday: { dinner: meal('Lasagne', 'leftovers') } }, week);
    await openSlot(page, 'Dinner, Monday');
    await page.getByRole('button', { name: 'Leftovers', pressed: true }).click();
    await expectMeals(api, { Monday: { dinner: meal('Lasagne') } }, week);
    await undo();
    await expectMeals(api, { Monday: { dinner: meal('Lasagne', 'leftovers') } }, week);

    await openSlot(page, 'Dinner, Monday');
    await page.getByRole('button', { name: 'Clear' }).click();
    await expectMeals(api, {}, week);
    await undo();
    await expectMeals(api, { Monday: { dinner: meal('Lasagne', 'leftovers') } }, week);

    await openSlot(page, 'Lunch, Friday');
    await page.getByRole('button', { name: 'Eating out' }).click();
    await page.getByRole('button', { name: 'Lunch, Friday 4 December: Eating out', exact: true }).waitFor();
    await expectMeals(
      api,
      {
        Monday: { dinner: meal('Lasagne', 'leftovers') },
        Friday: { lunch: meal('Eating out', 'eating-out') },
      },
      week,
    );
  });
  await t.test('a refused change leaves the board and shows its reason and text', async () => {
    await navigate(page, '/week/2050-01-03');
    await page.getByRole('button', { name: 'Dinner, Monday 3 January: free' }).waitFor();
    await typeMeal(page, 'Dinner, Monday', 'Space food');
    await page.getByRole('alert').getByText('You can plan up to ten years back and ahead.').waitFor();
    await page.getByRole('alert').getByText('Space food', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Dinner, Monday 3 January: free' }).waitFor();
    await checkAxe(page, '[role=alert]');
    await page.getByRole('button', { name: 'OK' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });
  await t.test('a week that cannot be loaded shows an error and appears automatically later', async () => {
    await page.route('**/app/api/plans/2027-01-04', (route) => route.abort());
    await page.getByLabel('Go to a date').fill('2027-01-06');
    await page.getByLabel('Go to a date').press('Enter');
    await page.waitForURL('**/week/2027-01-04');
    await page.getByRole('heading', { name: 'This week could not be loaded' }).waitFor();
    await checkAxe(page, '#main');
    await page.unroute('**/app/api/plans/2027-01-04');
    await page.getByRole('button', { name: 'Try again' }).last().click();
    await slotOf(page, 'Dinner, Monday').waitFor();
  });
});

test('today follows the family’s time zone and changes at its midnight', async (t) => {
  const { page } = await visitWeek(t, browser, service, {
    path: '/',
    timezoneId: 'America/Los_Angeles',
    details: { timeZone: 'Pacific/Kiritimati' },
    // Sunday, 03:00 in Los Angeles is Monday, 01:00 on Kiritimati.
    nowMs: Date.parse('2026-11-15T11:00:00Z'),
  });
  const today = page.locator('[aria-current=date] h2');
  await page.getByRole('heading', { level: 1, name: dates('16–22 November 2026') }).waitFor();
  match(await today.innerText(), /Monday\s+16 Nov\s+Today/);
  await page.clock.fastForward('22:59:00');
  match(await today.innerText(), /Monday/);
  await page.clock.fastForward('01:00');
  await today.getByText('Tuesday').waitFor();
  await page.clock.fastForward(6 * 86_400_000);
  await page.getByRole('heading', { level: 1, name: dates('23–29 November 2026') }).waitFor();
  match(await today.innerText(), /Monday\s+23 Nov\s+Today/);
});

test('this week on all screens', async (t) => {
  const viewport = { width: 390, height: 844 };
  const long = 'Donaudampfschifffahrtsgesellschaftskapitänsmützen'.repeat(3);
  const meals = { ...SOME, Sunday: { dinner: meal(long) } };
  const { page } = await visitWeek(t, browser, service, { path: '/', viewport, meals });

  await t.test('on a phone, today is first in view', async () => {
    const below =
      (await edgeOf(page, '[aria-current=date]', 'top')) - (await edgeOf(page, '.week-bar', 'bottom'));
    ok(below >= 0 && below < 40, `today begins ${below} pixels below the bar`);
  });

  await t.test('axe finds no violation in a full week while editing, nor in an empty one', async () => {
    await openSlot(page, 'Dinner, Tuesday');
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.getByRole('textbox', { name: 'Meal' }).waitFor();
      await checkAxe(page);
    }
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Following week' }).click();
    await page.getByRole('heading', { name: 'What’s cooking this week?' }).waitFor();
    await checkAxe(page, '#main');
    await page.getByRole('link', { name: 'This week' }).click();
  });

  await t.test('fits every width, double text size and right-to-left, also while editing', async () => {
    for (const place of ['Dinner, Monday', 'Dinner, Sunday']) {
      const editor = await openSlot(page, place);
      for (const width of [320, 390, 720, 820, 1024, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        const across = await page.evaluate(`['rtl', 'ltr'].map((direction) => {
          document.documentElement.dir = direction;
          return document.documentElement.scrollWidth;
        })`);
        deepStrictEqual(across, [width, width], `rtl and ltr ${width} ${place}`);
        ok(await editor.isVisible());
      }
      await page.keyboard.press('Escape');
    }
  });

  await t.test('arrows and the date field lead to other weeks, and one click back to this week', async () => {
    const title = (text: string) => page.getByRole('heading', { level: 1, name: dates(text) }).waitFor();
    await title('9–15 November 2026');
    await page.getByRole('link', { name: 'Previous week' }).click();
    await title('2–8 November 2026');
    strictEqual(new URL(page.url()).pathname, '/week/2026-11-02');
    await page.getByText('Last week').first().waitFor();
    await page.getByLabel('Go to a date').fill('2026-12-31');
    await title('28 December 2026 – 3 January 2027');
    match(await page.title(), /^28 December 2026.–.3 January 2027 · Weekfare$/);
    await page.getByRole('link', { name: 'This week' }).click();
    await title('9–15 November 2026');
    strictEqual(new URL(page.url()).pathname, '/');
  });
});

/** The meals after the server was down, with this dinner on Tuesday. */
function withToast(dinner: string): Meals {
  return { ...SOME, Tuesday: { ...SOME.Tuesday, dinner: meal(dinner) }, Friday: { lunch: meal('Toast') } };
}

async function edgeOf(page: Page, what: string, side: string): Promise<number> {
  return Number(await page.evaluate(`document.querySelector('${what}').getBoundingClientRect().${side}`));
}

/** Browser versions differ in the spaces around the dash. */
function dates(text: string): RegExp {
  return new RegExp(`^${text.replace(/ ?– ?/, '\\s*–\\s*')}$`);
}

const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  '</span><script>alert(1)</script>',
  '"><svg onload=alert(1)>',
  '{count, plural, one {x}} <0>bold</0>',
  '\u202Egnp.exe',
  'a'.repeat(500),
];
