/**
 * The daily tasks with the keyboard alone: plan a week, shop, cook. After every key something has the focus, its focus
 * is visible, and it is on the screen.
 */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { startBrowser } from './support/browser.ts';
import { dishAt, NEXT_WEEK, proposedMeal, settingsOf, visitNextWeek } from './support/proposal-page.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { slotOf } from './support/week-page.ts';

const MAX_PRESSES = 90;

/** What has the focus, whether that is visible, and whether it matches. Headings take the focus without a ring. */
const FOCUS = (selector: string) => `(() => {
  const element = document.activeElement;
  if (!element || element === document.body) return { name: undefined };
  const { left, right, top, bottom } = element.getBoundingClientRect();
  // A hidden radio button shows its focus on the label beside or around it, the link of a card on the whole card.
  const around = [element.nextElementSibling, element.parentElement, element.closest('li')];
  const hasRing = [element, ...around].some((one) => {
    const style = one && getComputedStyle(one);
    return style && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
  });
  const isTarget = element.tabIndex >= 0;
  const isOnScreen = right > 0 && left < innerWidth && bottom > 0 && top < innerHeight;
  return {
    name: (element.getAttribute('aria-label') || element.textContent || element.name || element.tagName).slice(0, 60),
    isVisible: !isTarget || (hasRing && isOnScreen),
    isReached: element.matches(${JSON.stringify(selector)}),
  };
})()`;

type Focus = { name?: string; isVisible?: boolean; isReached?: boolean };

const service = await startService({ after, before });
const browser = await startBrowser({ after });

test('a member plans, shops and cooks with the keyboard alone', async (t) => {
  const { page } = await visitNextWeek(t, browser, service, {
    preferences: { slotSettings: settingsOf(['Monday', 'dinner']) },
  });
  const key = (name: string) => page.keyboard.press(name);
  const focused = (what: string) => until(`${what} has the focus`, () => hasFocus(page));
  /** Presses Tab, or Shift+Tab, until the selected element has the focus. */
  const tabTo = async (selector: string, direction = 'Tab') => {
    const passed: (string | undefined)[] = [];
    for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
      await key(direction);
      const { name, isVisible, isReached } = await page.evaluate<Focus>(FOCUS(selector));
      passed.push(name);
      ok(name !== undefined && isVisible, `the focus is lost or invisible: ${passed.join(' → ')}`);
      if (isReached) return;
    }
    throw new Error(`${direction} does not lead to ${selector}: ${passed.join(' → ')}`);
  };
  const enter = async (selector: string, direction?: string) => {
    await tabTo(selector, direction);
    await key('Enter');
  };

  await t.test('plan: replace a dish of a proposal, accept it, and type a meal', async () => {
    await enter('.week-plan');
    await page.locator('.proposal-cooked').first().waitFor();
    await focused('the proposal');
    const before = await dishAt(page, 'Dinner, Monday');
    await enter('.proposal-cooked .week-slot-button');
    await page.locator('.proposal-alternative').first().waitFor();
    await enter('.proposal-meal-actions [aria-pressed] + button');
    await until('another dish is proposed', async () => (await dishAt(page, 'Dinner, Monday')) !== before);
    await focused('the dialog or the slot');
    await key('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await focused('the slot');
    await key('Enter');
    await page.locator('.proposal-alternative').first().waitFor();
    const dish = await page.locator('.proposal-alternative-title').first().innerText();
    await enter('.proposal-alternative');
    const announcement = page.getByRole('status').filter({ hasText: `Monday, Dinner: ${dish}` });
    await announcement.waitFor({ state: 'attached' });
    await proposedMeal(page, 'Dinner, Monday').and(page.locator(':focus')).waitFor();
    await key('Tab');
    await key('Space');
    await page.getByRole('button', { name: `Keep ${dish}`, pressed: true }).waitFor();
    await focused('the button');
    await enter('.proposal-actions .button-primary', 'Shift+Tab');
    await slotOf(page, 'Dinner, Monday').filter({ hasText: dish }).waitFor();
    await page.locator('.proposal').waitFor({ state: 'detached' });
    await focused('the week');
    await enter('.week-slot:not(.week-slot-filled) .week-slot-button');
    await page.getByRole('textbox', { name: 'Meal' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Pancakes');
    await key('Enter');
    await slotOf(page, 'Dinner, Tuesday').filter({ hasText: 'Pancakes' }).waitFor();
    await focused('the slot');
    await key('Enter');
    await page.getByRole('dialog', { name: 'Pancakes' }).waitFor();
    await enter('.meal-view-actions .button');
    await page.getByRole('textbox', { name: 'Meal' }).and(page.locator(':focus')).waitFor();
    await key('Escape');
    await page.getByRole('textbox', { name: 'Meal' }).waitFor({ state: 'detached' });
    await focused('the slot');
  });

  await t.test('list: add, tick, undo and remove', async () => {
    await enter('.shell-link[href="/list"]', 'Shift+Tab');
    await page.getByRole('heading', { name: 'Shopping list' }).waitFor();
    await focused('the page');
    await enter(`.pill[href="/list/${NEXT_WEEK}"]`);
    const item = (name: string) => page.getByRole('checkbox', { name, exact: true });
    await page.locator('.list-things .list-tick').first().waitFor();
    await tabTo('.list-add input');
    // No dish buys these: an added food joins the line of the dishes that need it.
    await page.keyboard.type('toilet paper, batteries');
    const field = page.locator('.list-add input');
    strictEqual(await field.inputValue(), 'toilet paper, batteries');
    await key('Enter');
    await until('the line is added', async () => (await field.inputValue()) === '');
    await item('batteries').waitFor();
    await focused('the field');
    await tabTo('[aria-label="Remove from the list: batteries"]');
    await tabTo('[role=checkbox]', 'Shift+Tab');
    await key('Space');
    // It is in the trolley, which is folded.
    await item('batteries').waitFor({ state: 'hidden' });
    await focused('another item');
    await enter('.list-add [aria-label^=Undo]', 'Shift+Tab');
    await item('batteries').waitFor();
    await focused('the undo button');
    await enter('[aria-label="Remove from the list: batteries"]');
    await item('batteries').waitFor({ state: 'detached' });
    await focused('another item');
    await enter('[aria-label="Change: toilet paper"]');
    await page.locator('.list-change input:focus').waitFor();
    await enter('.list-change-more button');
    await item('toilet paper').waitFor({ state: 'detached' });
    await focused('another item');
    await tabTo('.list-add [aria-label^=Undo]', 'Shift+Tab');
    for (let commands = 4; commands > 0; commands -= 1) await key('Enter');
    await until('everything is undone', async () => (await page.getByText('toilet paper').count()) === 0);
    await focused('the undo button');
  });

  await t.test('recipe: find it, change the servings, and put it into the week', async () => {
    await enter('.shell-link[href="/recipes"]', 'Shift+Tab');
    await page.locator('.recipes-card-title').first().waitFor();
    await focused('the page');
    await tabTo('.recipes-search');
    await page.keyboard.type('shakshuka');
    await until('one recipe is found', async () => {
      const titles = await page.locator('.recipes-card-title').allTextContents();
      return titles.length > 0 && titles.every((title) => /shakshuka/i.test(title));
    });
    await enter('.recipes-card-title a');
    await page.getByRole('heading', { level: 1, name: 'Shakshuka' }).waitFor();
    await focused('the recipe');
    await tabTo('.recipes-servings button');
    await enter('.recipes-servings button');
    await page.getByText('5 servings').waitFor();
    await enter('.recipe-head .button-primary + .button', 'Shift+Tab');
    await page.getByRole('dialog').waitFor();
    await page.locator('.week-move-weeks input:focus').waitFor();
    await key('ArrowRight');
    await page.getByRole('button', { name: /^Dinner, Tuesday.*Pancakes/ }).waitFor();
    await enter('.week-move-place:not(.week-move-taken)');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await focused('the button');
    await enter('.shell-link[href="/"]', 'Shift+Tab');
    await page.locator('#main .week-slot').first().waitFor();
    await focused('the week');
    await enter('[aria-label="Following week"]');
    const meals = page.locator('#main .week-slot-filled').filter({ hasText: 'Shakshuka' });
    await meals.first().waitFor();
    deepStrictEqual(await meals.count(), 1);
    await focused('the week');
  });
});

async function hasFocus(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(
    'document.activeElement !== null && document.activeElement !== document.body',
  );
}
