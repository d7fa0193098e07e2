/** The preferences page: saving, field errors, conflicting saves, keyboard use, small screens. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { DEFAULT_PREFERENCES, type Preferences } from '#domain/preferences/preferences.ts';
import { startBrowser } from './support/browser.ts';
import { type AppClient, startService } from '../support/service.ts';
import { getPreferences, setPreferences } from './support/proposal-page.ts';
import { checkAxe, checkToast, tabTo, visitAsFamily } from './support/web.ts';

const service = await startService({ after, before });
const browser = await startBrowser({ after });

const FULL: Partial<Preferences> = {
  eaters: [
    {
      id: 'anna',
      name: 'Anna',
      diets: [],
      allergens: ['nuts'],
      dislikes: [{ foodId: 'milk', isHard: true }],
    },
  ],
  rules: [{ id: 'r', tag: 'diet:vegetarian', days: ['Monday'], slots: ['dinner'], atLeast: 1, isHard: true }],
  recurring: [{ day: 'Friday', slot: 'dinner', meal: { description: 'Pizza' } }],
  autoPlan: { day: 'Sunday', hour: 9 },
};

test('preferences are changed and saved', async (t) => {
  const { page, api } = await visitAsFamily(t, browser, service, { path: 'about:blank' });

  await t.test('while the server is unreachable the page says so, and loads afterwards', async () => {
    await page.route('**/app/api/preferences', (route) => route.abort());
    await page.goto('/preferences');
    await page.getByRole('heading', { name: 'Your preferences could not be loaded' }).waitFor();
    await checkAxe(page, '#main');
    await page.unroute('**/app/api/preferences');
    await page.getByRole('button', { name: 'Try again' }).click();
    await cell(page, 'Monday, Dinner').waitFor();
  });

  await t.test('unsaved changes survive a visit to another page until they are discarded', async () => {
    await chooseCuisine(page, 'Thai');
    await page.getByRole('link', { name: 'Family', exact: true }).click();
    await page.getByRole('link', { name: 'Preferences' }).click();
    await page.getByText('Not saved yet').waitFor();
    await cuisines(page).getByText('Thai', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('All saved').waitFor();
    strictEqual(await cuisines(page).getByRole('checkbox', { checked: true }).count(), 0);
    await page.getByRole('link', { name: 'Plan my week' }).and(page.locator(':focus')).waitFor();
    strictEqual((await getPreferences(api)).version, 0);
  });

  await t.test('invalid preferences show errors at their fields, and nothing is saved', async () => {
    await page.getByRole('button', { name: 'Add someone' }).click();
    await showMore(page);
    await page.getByLabel('Weekly budget').fill('nothing');
    await page.getByRole('button', { name: 'Fish at least once a week' }).click();
    await page.getByRole('button', { name: 'Add another rule' }).click();
    await page.getByLabel('How often').selectOption('never');
    await page.getByRole('button', { name: 'Add a meal' }).click();
    await showMore(page);
    await page.getByRole('button', { name: 'Save' }).click();

    await page.getByText('Please correct the parts marked above').waitFor();
    await page.getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor();
    await page.getByText('Everyone needs a name').waitFor();
    await page.getByText('Enter an amount above zero').waitFor();
    await page.getByText('This rule contradicts itself or another rule').waitFor();
    await page.getByText('Enter a meal of 1 to 500').waitFor();
    await checkAxe(page);
    strictEqual((await getPreferences(api)).version, 0);

    await page.getByLabel('Does not like').fill('moon dust');
    await page.keyboard.press('Enter');
    await page.getByText('Weekfare does not know this food').waitFor();
    await page.getByLabel('Does not like').fill('');

    await page.getByLabel('Name', { exact: true }).fill('Ben');
    await page.getByLabel('Weekly budget').fill('0');
    await page.getByLabel('How often').last().selectOption('exactly once');
    await page.getByLabel('Meal', { exact: true }).fill('Soup');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByLabel('Weekly budget').and(page.locator(':focus')).waitFor();
    await page.getByLabel('Weekly budget').fill('');
    await save(page);
    strictEqual((await getPreferences(api)).preferences.budgetCents, undefined);
  });

  await t.test('a conflicting save names the differing parts and asks which version to keep', async () => {
    await chooseCuisine(page, 'Thai');
    await page.getByRole('radio', { name: 'More plants' }).check({ force: true });
    await setPreferences(api, { restWeeks: 5 });
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Someone was faster' });
    await dialog.waitFor();
    deepStrictEqual(await dialog.getByRole('listitem').allInnerTexts(), [
      'Cuisines you like',
      'Repeat a dish',
      'How much meat?',
    ]);
    await checkAxe(page, 'dialog');
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByText('All saved').waitFor();
    const { preferences: saved } = await getPreferences(api);
    deepStrictEqual([saved.cuisines, saved.restWeeks], [['Thai'], 2]);

    await chooseCuisine(page, 'Greek');
    await setPreferences(api, { restWeeks: 6 });
    await page.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: 'Keep theirs' }).click();
    await page.getByText('All saved').waitFor();
    strictEqual(await page.getByLabel('Repeat a dish').inputValue(), '6');
    strictEqual(await page.getByRole('checkbox', { name: 'Greek' }).isChecked(), false);
    ok(await page.getByRole('radio', { name: 'More plants' }).isChecked());
  });

  await t.test('what is changed while a save is sent is kept, and not called saved', async () => {
    await openWith(page, api, DEFAULT_PREFERENCES);
    await chooseCuisine(page, 'Thai');
    const changed = Promise.withResolvers<void>();
    await page.route('**/app/api/preferences?*', async (route) => {
      await changed.promise;
      await route.continue();
    });
    const sent = page.waitForRequest('**/app/api/preferences?*');
    await page.getByRole('button', { name: 'Save' }).click();
    await sent;
    await chooseCuisine(page, 'Greek');
    const saved = page.waitForResponse('**/app/api/preferences?*');
    changed.resolve();
    await (await saved).finished();
    await page.locator('.toast').getByText('saved').waitFor();
    ok(await page.getByRole('checkbox', { name: 'Greek' }).isChecked());
    await page.getByText('Not saved yet').waitFor();
    await page.unroute('**/app/api/preferences?*');
    await save(page);
    deepStrictEqual((await getPreferences(api)).preferences.cuisines.toSorted(), ['Greek', 'Thai']);
  });

  await t.test('a field keeps the focus when its change is taken back by typing', async () => {
    await openWith(page, api, DEFAULT_PREFERENCES);
    await showMore(page);
    const budget = page.getByLabel('Weekly budget');
    await budget.pressSequentially('6');
    await page.getByText('Not saved yet').waitFor();
    await page.keyboard.press('Backspace');
    await page.getByText('All saved').waitFor();
    ok(await budget.evaluate((field) => field.matches(':focus')));
    await budget.pressSequentially('62');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('All saved').waitFor();
    strictEqual(await budget.inputValue(), '');
  });

  await t.test('without eaters, changing the usual servings leaves other slots unchanged', async () => {
    await openWith(page, api, {
      eaters: [],
      slotSettings: {
        Monday: { dinner: { servings: 4 }, lunch: { servings: 2 } },
        Friday: { dinner: { servings: 4 } },
      },
    });
    const usual = page.locator('.preferences-usual');
    await usual.getByRole('button', { name: 'One serving more' }).click();
    await save(page);
    deepStrictEqual((await getPreferences(api)).preferences.slotSettings, {
      Monday: { lunch: { servings: 2 }, dinner: { servings: 5 } },
      Friday: { dinner: { servings: 5 } },
    });
  });

  await t.test('servings follow who is at the table, with guests, or are set by hand', async () => {
    const eaters = ['Anna', 'Ben', 'Mia'].map((name) => ({
      id: name,
      name,
      diets: [],
      allergens: [],
      dislikes: [],
    }));
    await openWith(page, api, { eaters });
    await page.getByText('3 servings for Anna, Ben and Mia').waitFor();
    await page.getByRole('button', { name: /^3 meals have a fixed number of servings/ }).click();
    await cell(page, 'Friday, Dinner').click();
    const dialog = page.getByRole('dialog', { name: 'Friday, Dinner' });
    await dialog.getByText('Ben', { exact: true }).click();
    await dialog.getByRole('button', { name: 'One guest more' }).dblclick();
    await dialog.getByText('4 servings for Anna, Mia and 2 guests').waitFor();
    await dialog.getByRole('button', { name: 'Plan', exact: true }).click();
    await cell(page, 'Monday, Dinner').click();
    await page.getByRole('dialog').getByText('Set the servings by hand').click();
    await page.getByRole('dialog').getByRole('button', { name: 'One serving more' }).click();
    await checkAxe(page, 'dialog');
    await page.getByRole('dialog').getByRole('button', { name: 'Plan', exact: true }).click();
    await save(page);
    deepStrictEqual((await getPreferences(api)).preferences.slotSettings, {
      Monday: { lunch: {}, dinner: { servings: 4 } },
      Friday: { dinner: { away: ['Ben'], guests: 2 } },
    });
    strictEqual(
      await cell(page, 'Friday, Dinner').innerText().then(firstLine),
      'Friday, Dinner: planned for 4, any cooking time',
    );
  });

  await t.test('works with the keyboard alone: add an eater, plan a meal, save', async () => {
    await openWith(page, api, DEFAULT_PREFERENCES);
    await tabTo(page, '.preferences-add');
    await page.keyboard.press('Enter');
    await page.locator(':is(input, textarea):focus').waitFor();
    await page.keyboard.type('Anna');
    await tabTo(page, '.preferences-chip input[type=checkbox]');
    await page.keyboard.press('Space');
    await tabTo(page, '.preferences-cell');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Monday, Breakfast' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await tabTo(page, '.dialog-actions .button-primary');
    await page.keyboard.press('Enter');
    await cell(page, 'Monday, Breakfast').and(page.locator(':focus')).waitFor();
    await tabTo(page, '.preferences-save .button-primary');
    await page.keyboard.press('Enter');
    await page.getByText('All saved').waitFor();
    const { preferences: saved } = await getPreferences(api);
    deepStrictEqual(
      saved.eaters.map(({ name, allergens }) => [name, allergens]),
      [['Anna', ['gluten']]],
    );
    deepStrictEqual(saved.slotSettings.Monday?.breakfast, { minutes: 30 });
  });

  await t.test('all preferences are saved and shown again', async () => {
    await openWith(page, api, DEFAULT_PREFERENCES);
    await page.getByRole('button', { name: 'Add someone' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Anna');
    await page.getByRole('group', { name: 'Portion' }).getByText('Toddler').click();
    strictEqual(await page.getByText('Nutrition goals').count(), 0, 'no calories unless wanted');
    await showMore(page);
    await page.getByLabel('Show calories and nutrition').check();
    await showMore(page);
    await page.getByText('Nutrition goals').click();
    await page.getByLabel('Energy (kcal), from').fill('1400');
    await page.getByLabel('Energy (kcal), to').fill('900');
    await page.getByRole('group', { name: 'Allergies' }).getByText('Nuts', { exact: true }).click();
    await page.getByRole('group', { name: 'Diet' }).getByText('Vegetarian').click();
    await page.getByLabel('Does not like').fill('Whole Milk');
    await page.keyboard.press('Enter');
    await page.getByLabel('How strictly: milk').selectOption('rather not');

    await cell(page, 'Tuesday, Lunch').click();
    const dialog = page.getByRole('dialog', { name: 'Tuesday, Lunch' });
    await dialog.getByText('20 min', { exact: true }).click();
    await dialog.getByText('Thu', { exact: true }).click();
    await dialog.getByText('Set the servings by hand').click();
    await dialog.getByRole('button', { name: 'One serving more' }).click();
    await dialog.getByRole('button', { name: 'Plan', exact: true }).click();
    await cell(page, 'Sunday, Dinner').click();
    await page.getByRole('button', { name: 'Do not plan' }).click();
    await page.getByText('Cook double').click();

    await page.getByRole('button', { name: 'Add another rule' }).click();
    const rule = page.getByRole('group', { name: 'Fish at least once a week' });
    await rule.getByLabel('What', { exact: true }).selectOption('a dish named …');
    await page.getByLabel('A word in its name').fill('pizza');
    await page.getByLabel('How often').selectOption('at most once');
    await page.getByText('Only for some meals or days').click();
    await page.getByLabel('Which day').selectOption('Monday to Friday');
    await page.getByLabel('Only if possible').check();

    await page.locator('#taste').getByText('Mostly plants').click();
    await page.getByText('At most one dinner with meat and one with fish.').waitFor();
    await chooseCuisine(page, 'Thai');
    await showMore(page);
    await page.getByLabel('Weekly shopping').selectOption('Friday');
    await page.getByLabel('Repeat a dish').selectOption('after a 3-week break');
    await page.getByLabel('Weekly budget').fill('82,5');
    await page.getByRole('button', { name: 'Add a meal' }).click();
    await page.getByLabel('Meal', { exact: true }).fill('Pizza');
    await page.getByText('Plan next week automatically').click();
    await page.getByLabel('Time', { exact: true }).selectOption({ index: 18 });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Enter whole numbers, the smaller one first').waitFor();
    await page.getByLabel('Energy (kcal), from').and(page.locator(':focus')).waitFor();
    await page.getByLabel('Energy (kcal), to').fill('1800');
    await save(page);

    const { preferences: saved } = await getPreferences(api);
    const [anna] = saved.eaters;
    deepStrictEqual(
      { ...saved, eaters: [{ ...anna, id: '' }], rules: [{ ...saved.rules[0], id: '' }], slotSettings: {} },
      {
        ...DEFAULT_PREFERENCES,
        slotSettings: {},
        eaters: [
          {
            id: '',
            name: 'Anna',
            diets: ['vegetarian'],
            allergens: ['nuts'],
            dislikes: [{ foodId: 'milk', isHard: false }],
            portion: 'toddler',
            goals: { energyKcal: { min: 1400, max: 1800 } },
          },
        ],
        mix: 'plants',
        showsNutrition: true,
        shoppingDay: 'Friday',
        budgetCents: 8250,
        rules: [
          {
            id: '',
            tag: 'title:pizza',
            days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
            slots: [],
            atMost: 1,
            isHard: false,
          },
        ],
        restWeeks: 3,
        cuisines: ['Thai'],
        recurring: [{ day: 'Friday', slot: 'dinner', meal: { description: 'Pizza' } }],
        cooksDouble: true,
        autoPlan: { day: 'Saturday', hour: 18 },
      },
    );
    deepStrictEqual(saved.slotSettings.Tuesday, {
      lunch: { servings: 2, minutes: 20 },
      dinner: { minutes: 45 },
    });
    deepStrictEqual(saved.slotSettings.Thursday?.lunch, { servings: 2, minutes: 20 });
    strictEqual(saved.slotSettings.Sunday?.dinner, undefined);

    await page.reload();
    await page.getByText('Toddler · Vegetarian · never: Nuts · rather not: milk').waitFor();
    // A sentence, and no field until somebody taps it.
    strictEqual(await page.locator('#rules select, #rules input').count(), 0);
    await page
      .getByRole('button', { name: 'Pizza at most once from Monday to Friday, if possible', exact: true })
      .click();
    strictEqual(await page.getByLabel('A word in its name').inputValue(), 'pizza');
    ok(await page.getByLabel('Only if possible').isChecked());
    // Few chips are visible, and all of them can be found.
    await page.locator('.preferences-eater > summary').click();
    const allergies = page.getByRole('group', { name: 'Allergies' });
    strictEqual(await allergies.getByRole('checkbox').count(), 5);
    strictEqual(await cuisines(page).getByRole('checkbox').count(), 1);
    await page.getByRole('button', { name: 'More allergies' }).click();
    strictEqual(await allergies.getByRole('checkbox').count(), 15);
    await page.getByLabel('Search: Allergies').fill('sesa');
    deepStrictEqual(await allergies.locator('label').allInnerTexts(), ['Nuts', 'Sesame']);
    await checkAxe(page, '#eaters');
    strictEqual(await page.getByLabel('Weekly budget').inputValue(), '82.50');
    strictEqual(
      await cell(page, 'Tuesday, Lunch').innerText().then(firstLine),
      'Tuesday, Lunch: planned for 2, at most 20 minutes',
    );
    await page.getByText('All saved').waitFor();
  });

  await t.test('a phone shows the whole week without scrolling sideways', async () => {
    await openWith(page, api, FULL);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('.preferences-eater > summary').click();
    await page.locator('.preferences-eater .preferences-fold summary').click();
    await showMore(page);
    await checkAxe(page);
    await checkWidth(page);
    match(await page.locator('h1').innerText(), /Preferences/);
    await page.locator('.preferences-cell').first().click();
    await checkAxe(page, 'dialog');
    await page.keyboard.press('Escape');
    await page.locator('.preferences-eater input').first().fill('Adaeze');
    await page.getByRole('button', { name: 'Save' }).click();
    await checkToast(page, '.preferences-save .button');
    // A button in the place of the toast.
    await page.evaluate(`(() => {
      const { left, top, height } = document.querySelector('.toast-text').getBoundingClientRect();
      const button = document.createElement('button');
      button.className = 'next-step';
      button.textContent = 'Next';
      button.onclick = () => button.remove();
      const place = { position: 'fixed', left: left + 'px', top: top + 'px', height: height + 'px' };
      Object.assign(button.style, place);
      document.body.append(button);
    })()`);
    await checkToast(page, '.next-step');
    await page.locator('.next-step').click();
    await page.locator('.next-step').waitFor({ state: 'detached' });
  });
});

test('preferences in German', async (t) => {
  const { page, api } = await visitAsFamily(t, browser, service, { path: '/preferences', locale: 'de-DE' });

  await t.test('food groups are found by the words people use, as dislikes and in rules', async () => {
    await page.getByRole('button', { name: 'Jemanden hinzufügen' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Anna');
    const dislikes = page.getByRole('combobox', { name: 'Mag nicht' });
    await dislikes.pressSequentially('pilz');
    const options = page.getByRole('option');
    await options.first().waitFor();
    deepStrictEqual((await options.allInnerTexts()).slice(0, 1), ['Alle Pilze']);
    await checkAxe(page);
    await options.first().click();
    await dislikes.pressSequentially('schalent');
    strictEqual(await options.first().innerText().then(firstLine), 'Alle Meeresfrüchte');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dislikes.fill('scharf');
    await page.keyboard.press('Enter');
    deepStrictEqual(await page.locator('.preferences-dislike bdi').allInnerTexts(), [
      'Alle Pilze',
      'Alle Meeresfrüchte',
      'Alles Scharfe',
    ]);

    await page.getByRole('button', { name: 'Andere Regel hinzufügen' }).click();
    await page.getByLabel('Was', { exact: true }).selectOption('eine Zutat …');
    await page.getByRole('combobox', { name: 'Zutat' }).fill('Kohl');
    await page.getByRole('group', { name: 'Kohl mindestens einmal pro Woche' }).waitFor();
    await page.getByRole('button', { name: 'Andere Regel hinzufügen' }).click();
    await page.getByLabel('Was', { exact: true }).nth(1).selectOption('ein Gericht namens …');
    await page.getByLabel('Ein Wort im Namen').fill('Oliven');
    await page.getByLabel('Wie oft').nth(1).selectOption('nie');
    await page.getByRole('button', { name: 'Als Zutat zählen: Oliven' }).click();
    await page.getByRole('group', { name: 'Nie Oliven' }).waitFor();
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('Alles gespeichert').waitFor();

    const { preferences: saved } = await getPreferences(api);
    deepStrictEqual(
      saved.eaters[0]?.dislikes.map(({ foodId }) => foodId),
      ['group:mushrooms', 'group:shellfish', 'group:spicy'],
    );
    deepStrictEqual(
      saved.rules.map(({ tag }) => tag),
      ['group:cabbage', 'group:olives'],
    );
    await page.reload();
    await page.getByText('nie: Alle Pilze, Alle Meeresfrüchte, Alles Scharfe').waitFor();
    await page.getByRole('button', { name: 'Kohl mindestens einmal pro Woche', exact: true }).click();
    strictEqual(
      await page.getByRole('combobox', { name: 'Zutat' }).first().inputValue(),
      'Kohl und Kraut aller Art',
    );
  });

  await t.test('a phone shows the whole week without scrolling sideways', async () => {
    await openWith(page, api, FULL);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('.preferences-eater > summary').click();
    await checkWidth(page);
    match(await page.locator('h1').innerText(), /Vorlieben/);
  });
});

/** Saves these preferences from another device and opens the page again. */
async function openWith(page: Page, api: AppClient, preferences: Partial<Preferences>): Promise<void> {
  await setPreferences(api, preferences);
  await page.goto('/preferences');
  await page.locator('.preferences-cell').first().waitFor();
}

async function checkWidth(page: Page): Promise<void> {
  const [inner, wide] = await page.evaluate<[number, number]>(
    '[innerWidth, document.documentElement.scrollWidth]',
  );
  ok(wide <= inner, `${wide} pixels on ${inner}`);
}

function cell(page: Page, place: string) {
  return page.getByRole('button', { name: new RegExp(`^${place}:`) });
}

function cuisines(page: Page) {
  return page.getByRole('group', { name: 'Cuisines you like' });
}

/** Unfolds the cuisines if they are folded. */
async function chooseCuisine(page: Page, name: string): Promise<void> {
  const fold = page.getByRole('button', { name: 'Add a cuisine' });
  if ((await fold.count()) > 0) await fold.click();
  await cuisines(page).locator('label').getByText(name, { exact: true }).click();
}

/** Opens or closes the part with what few families change. */
async function showMore(page: Page): Promise<void> {
  await page.locator('.preferences-more > summary').click();
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('All saved').waitFor();
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}
