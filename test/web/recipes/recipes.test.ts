/** The recipe pages: search, servings, editing, conflicts, copies, deletion, planning, suggestions in the week. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { startBrowser } from '../support/browser.ts';
import { HOSTILE_TEXTS } from '#test/support/texts/hostile-texts.ts';
import { type AppClient, startService } from '#test/support/service.ts';
import type { Scope } from '#test/support/store.ts';
import { until } from '#test/support/until.ts';
import { checkAxe, visitAsFamily } from '../support/web.ts';
import { expectMeals, NOW_MS, openSlot } from '../support/week-page.ts';

const service = await startService({ after, before }, { config: { premium: 'everyone' } });
const browser = await startBrowser({ after });

const PANCAKES = {
  title: 'Grandma’s pancakes',
  servings: 4,
  activeMinutes: 20,
  totalMinutes: 30,
  meals: ['breakfast'],
  cuisine: 'Dutch',
  protein: '',
  keeps: false,
  ingredients: ['250 g flour', '2 eggs', 'a good pinch of love'],
  steps: ['Whisk everything.', 'Fry thin pancakes.'],
};

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };

/** Creates a family with an own recipe and opens a recipe page at a fixed time. */
async function visitRecipes(scope: Scope, path: string) {
  const visit = await visitAsFamily(scope, browser, service, { path: 'about:blank' });
  await visit.page.clock.install({ time: NOW_MS });
  const { id, version } = await createRecipe(visit.api);
  await visit.page.goto(path);
  return { ...visit, id, version };
}

async function createRecipe(api: AppClient, recipe: object = PANCAKES) {
  const { status, body } = await api.call('POST', '/app/api/recipes', recipe);
  strictEqual(status, 200, JSON.stringify(body));
  return body.recipe as { id: string; version: number };
}

function card(page: Page, title: string) {
  return page.getByRole('link', { name: title, exact: true });
}

test('on a phone a recipe becomes a salad: its form, card and page say so, and the filter finds it', async (t) => {
  const { page, api, id } = await visitRecipes(t, 'about:blank');
  await page.setViewportSize(PHONE);
  await page.goto(`/recipes/${id}/edit`);
  const course = page.getByRole('combobox', { name: 'Course', exact: true });
  strictEqual(await course.inputValue(), 'main');
  await course.selectOption({ label: 'Salad' });
  await checkAxe(page);
  await expectNoOverflow(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: PANCAKES.title }).waitFor();
  deepStrictEqual((await page.locator('.recipe-about').allTextContents()).slice(0, 3), [
    'Ours',
    'Salad',
    'Breakfast',
  ]);
  await page.goto('/recipes?own=true');
  await course.selectOption('salad');
  await page.waitForURL(/course=salad/);
  await page.getByText('1 recipe', { exact: true }).waitFor();
  match((await page.locator('.recipes-card-meals').textContent()) ?? '', /^Salad · Breakfast/);
  await expectNoOverflow(page);
  await course.selectOption({ label: 'Main dish' });
  await page.getByText('No recipe found').waitFor();

  // A main dish says nothing, as recipes that were stored before.
  await page.goto(`/recipes/${id}/edit`);
  await course.selectOption('main');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: PANCAKES.title }).waitFor();
  const { body } = await api.call('GET', `/app/api/recipes/${id}`);
  deepStrictEqual([body.recipe.course, 'course' in body.recipe.source], ['main', false]);
});

test('finding, reading, planning and writing recipes', async (t) => {
  const { page, api, id } = await visitRecipes(t, '/recipes?nonsense=1&meal=tea');

  await t.test(
    'search finds recipes while typing, by dish and ingredient, and Back restores the list',
    async () => {
      // Unknown parameters and values are ignored.
      await page.getByText('More than 30 recipes').waitFor();
      await page.getByRole('searchbox', { name: 'Search' }).fill('grandma pan');
      await card(page, PANCAKES.title).waitFor();
      await page.getByText('1 recipe', { exact: true }).waitFor();
      await page.getByRole('searchbox', { name: 'Search' }).fill('flour love');
      await page.waitForURL(/search=flour.love/);
      await card(page, PANCAKES.title).waitFor();
      await card(page, PANCAKES.title).click();
      await page.getByRole('heading', { level: 1, name: PANCAKES.title }).waitFor();
      await page.goBack();
      await card(page, PANCAKES.title).waitFor();
      strictEqual(await page.getByRole('searchbox').inputValue(), 'flour love');
      await page.getByRole('searchbox').fill('no such dish at all');
      await page.getByRole('button', { name: 'Show all recipes' }).click();
      await page.getByText('More than 30 recipes').waitFor();
    },
  );

  await t.test('filters narrow the list, and a button loads more', async () => {
    await page.getByText('More than 30 recipes').waitFor();
    await page.setViewportSize(PHONE);
    await checkAxe(page);
    await expectNoOverflow(page);
    await page.setViewportSize(DESKTOP);
    await page.getByRole('button', { name: 'Show more' }).click();
    await until('the next page is shown', async () => (await page.locator('.recipes-card').count()) === 60);
    ok(await page.locator('.recipes-card:nth-child(31) a:focus').count());
    await page.getByText('Ours', { exact: true }).first().click();
    await page.getByText('1 recipe', { exact: true }).waitFor();
    await page.getByText('Dinner', { exact: true }).first().click();
    await page.getByText('No recipe found').waitFor();
    await page.goto('/recipes?meal=breakfast&diet=vegan&own=false');
    await page.locator('.recipes-card').first().waitFor();
    for (const tags of await page.locator('.recipes-card').allTextContents())
      match(tags, /Breakfast.*Vegan/s);
  });

  await t.test(
    'an own recipe is scaled; lines not understood stay as typed, and figures say "at least"',
    async () => {
      await page.goto(`/recipes/${id}?servings=2`);
      await page.getByText('125 g flour').waitFor();
      const more = page.getByRole('button', { name: 'One serving more' });
      for (let servings = 3; servings <= 6; servings += 1) await more.click();
      await page.getByText('375 g flour').waitFor();
      await page.getByText('3 eggs').waitFor();
      await page.getByText('Not scaled, as written for 4 servings: a good pinch of love').waitFor();
      strictEqual(await page.locator('.recipe-as-typed').count(), 1);
      strictEqual(await page.locator('.recipe-figures dd', { hasText: 'at least' }).count(), 1);
      match((await page.locator('.recipe-figures').textContent()) ?? '', /Costat least \d\.\d\d$/);
      await page.getByText('Not every line was understood, so there may be more.').waitFor();
      deepStrictEqual(await page.locator('.recipe-tags-warn li').allTextContents(), [
        'Gluten',
        'Eggs',
        'Wheat',
      ]);
      deepStrictEqual(await page.locator('.recipe-tags-good li').allTextContents(), []);
    },
  );

  await t.test('a recipe is shared for the shown servings, copied, printed and saved as a file', async () => {
    await page.evaluate(`
      Object.defineProperty(navigator, 'share', { value: async (data) => { window.shared = data; }, configurable: true });
      Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied = text; } } });
      window.print = () => { window.printed = true; };
    `);
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'Share or download' }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    };
    await choose('Share');
    const unscaled = 'Not scaled, as written for 4 servings: a good pinch of love';
    const lines = ['- 375 g flour', '- 3 eggs', '- a good pinch of love', unscaled].join('\n');
    const steps = ['1. Whisk everything.', '2. Fry thin pancakes.'].join('\n');
    const text = `${PANCAKES.title}\n6 servings · 30 min\n\nIngredients\n${lines}\n\nSteps\n${steps}`;
    deepStrictEqual(await page.evaluate('window.shared'), { title: PANCAKES.title, text });
    await choose('Copy as text');
    await page.getByText('The recipe is copied.').waitFor();
    strictEqual(await page.evaluate('window.copied'), text);
    await choose('Print');
    strictEqual(await page.evaluate('window.printed'), true);
    const [download] = await Promise.all([page.waitForEvent('download'), choose('Download as Cooklang')]);
    strictEqual(download.suggestedFilename(), 'grandma-s-pancakes.cook');
    match(readFileSync(await download.path(), 'utf8'), /@flour\{250%g\}/);
    await page.route('**/file?format=json-ld*', (route) => route.abort());
    await choose('Download for other apps (JSON-LD)');
    await page.getByText('Weekfare cannot be reached.').waitFor();
  });

  await t.test('on a phone axe finds no violation on a recipe and in the dialog to plan it', async () => {
    await page.setViewportSize(PHONE);
    await checkAxe(page);
    await expectNoOverflow(page);
    await page.getByRole('button', { name: 'Add to the week' }).click();
    await page.getByRole('button', { name: /^Dinner, Friday / }).waitFor();
    await checkAxe(page, 'dialog');
    await page.keyboard.press('Escape');
    await page.setViewportSize(DESKTOP);
  });

  await t.test('a recipe that does not exist is reported', async () => {
    await page.goto('/recipes/no-such-recipe');
    await page.getByText('Recipe not found').waitFor();
  });

  await t.test(
    'the week suggests recipes while typing; the keyboard selects one, further typing removes it',
    async () => {
      await page.getByRole('link', { name: 'Week', exact: true }).click();
      const field = await openSlot(page, 'Breakfast, Wednesday');
      await field.fill('grandm');
      await field.press('a');
      const option = page.getByRole('option', { name: PANCAKES.title });
      await option.waitFor();
      await checkAxe(page, '.week-editor');
      await page.keyboard.press('ArrowDown');
      strictEqual(await option.getAttribute('aria-selected'), 'true');
      strictEqual(await field.getAttribute('aria-activedescendant'), await option.getAttribute('id'));
      await page.keyboard.press('Enter');
      strictEqual(await field.inputValue(), PANCAKES.title);
      await page.getByRole('spinbutton', { name: 'Servings' }).fill('7');
      await page.keyboard.press('Enter');
      const description = PANCAKES.title;
      await expectMeals(api, { Wednesday: { breakfast: { description, recipeId: id, servings: 7 } } });
      await page.getByRole('link', { name: `Recipe: ${description}` }).click();
      await page.getByText('7 servings').waitFor();
      await page.goBack();
      await openSlot(page, 'Breakfast, Wednesday');
      await page.getByRole('spinbutton', { name: 'Servings' }).waitFor();
      await page.getByRole('textbox', { name: 'Meal' }).pressSequentially(' for two');
      await page.getByRole('spinbutton', { name: 'Servings' }).waitFor({ state: 'detached' });
      await page.keyboard.press('Enter');
      await expectMeals(api, { Wednesday: { breakfast: { description: `${description} for two` } } });
    },
  );

  await t.test('a click selects a suggestion; Enter without one keeps the typed text', async () => {
    await (await openSlot(page, 'Lunch, Wednesday')).fill('grandma');
    await page.getByRole('option', { name: PANCAKES.title, exact: true }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await (await openSlot(page, 'Dinner, Wednesday')).fill('grandma');
    await page.getByRole('option', { name: PANCAKES.title, exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    const breakfast = { description: `${PANCAKES.title} for two` };
    const lunch = { description: PANCAKES.title, recipeId: id, servings: 4 };
    await expectMeals(api, { Wednesday: { breakfast, lunch, dinner: { description: 'grandma' } } });
  });
  await t.test('a planned recipe is in the plan API; after its deletion the description stays', async () => {
    const key = (await api.call('POST', '/app/api/keys', { name: 'Kitchen' })).body.key as string;
    const publicMeals = async () => {
      const { body } = await api.call('GET', '/api/meal-plans/v1/current', undefined, { 'x-api-key': key });
      return body.data?.meals;
    };
    await page.getByRole('link', { name: `Recipe: ${PANCAKES.title}`, exact: true }).click();
    await page.getByRole('button', { name: 'One serving more' }).click();
    await page.getByRole('button', { name: 'Add to the week' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Dinner, Friday / })
      .click();
    await page.getByText('Friday, Dinner: Grandma’s pancakes').waitFor();
    const description = PANCAKES.title;
    const [breakfast, dinner] = [{ description: `${description} for two` }, { description: 'grandma' }];
    await expectMeals(api, {
      Wednesday: { breakfast, lunch: { description, recipeId: id, servings: 4 }, dinner },
      Friday: { dinner: { description, recipeId: id, servings: 5 } },
    });
    await until('the plan API has the meal', async () => (await publicMeals())?.Friday !== undefined);
    deepStrictEqual(await publicMeals(), {
      Wednesday: { breakfast, lunch: { description, recipeId: id }, dinner },
      Friday: { dinner: { description, recipeId: id } },
    });

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByText('keep their name').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Deleted: Grandma’s pancakes').waitFor();
    await page.getByText('More than 30 recipes').waitFor();
    await until(
      'the plan API no longer has the recipe',
      async () => !('recipeId' in ((await publicMeals())?.Friday?.dinner ?? {})),
    );
    deepStrictEqual(await publicMeals(), {
      Wednesday: { breakfast, lunch: { description }, dinner },
      Friday: { dinner: { description } },
    });
  });

  await t.test('the form marks understood lines and shows errors at their fields', async () => {
    await page.getByRole('link', { name: 'New recipe' }).click();
    await page.route('**/recipes/understand?*', (route) => route.abort());
    await page.getByRole('textbox', { name: 'Ingredients' }).fill('1 cup flour');
    await page.getByRole('status').getByText('Weekfare cannot be reached').waitFor();
    await page.unroute('**/recipes/understand?*');
    await page.getByRole('textbox', { name: 'Ingredients' }).fill('1 1/2 cups flour, sifted\nsome stardust');
    await page.getByText('1 of 2 lines understood').waitFor();
    match((await page.locator('.reading').first().textContent()) ?? '', /1½ cups.*flour.*sifted/);
    match(
      (await page.locator('.reading-typed').textContent()) ?? '',
      /some stardust.*Not understood.*What is this\?/,
    );
    await page.getByRole('textbox', { name: 'Servings' }).fill('0');
    await page.getByRole('textbox', { name: 'Active time (minutes)' }).fill('soon');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('A recipe needs a title').waitFor();
    await page.getByText('A whole number from 1 to 99.').waitFor();
    strictEqual(await page.getByText('A whole number, at most 2,880').count(), 2);
    ok(await page.getByRole('textbox', { name: 'Title' }).evaluate((field) => field.matches(':focus')));
    await page.setViewportSize(PHONE);
    await checkAxe(page);
    await expectNoOverflow(page);
    await page.setViewportSize(DESKTOP);
    await page.getByRole('textbox', { name: 'Title' }).fill('Star cake');
    await page.getByRole('textbox', { name: 'Servings' }).fill('6');
    await page.getByRole('textbox', { name: 'Active time (minutes)' }).fill('15');
    await page.getByRole('textbox', { name: 'Steps' }).fill('Mix.\n\nBake.');
    await page.getByRole('textbox', { name: 'Ingredients' }).fill(`100 g sugar\n${'x'.repeat(501)}`);
    await page.getByText('too long: at most 500 characters per line').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('cannot be saved: a line has at most 500').waitFor();
    await page.getByRole('textbox', { name: 'Ingredients' }).fill('100 g sugar\nsome stardust');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Star cake' }).waitFor();
    await page.getByText('some stardust').waitFor();
    deepStrictEqual(await page.locator('.recipe-steps li').allTextContents(), ['Mix.', 'Bake.']);
    await page.getByText('Dinner · 15 min').waitFor();
  });

  await t.test('an unsaved recipe is guarded against links, Back and closing the tab', async () => {
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('heading', { level: 1, name: 'Star cake' }).waitFor();
    await page.getByRole('link', { name: 'Recipes', exact: true }).click();
    await page.getByRole('link', { name: 'New recipe' }).click();
    const title = page.getByRole('textbox', { name: 'Title' });
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await title.fill('Half a cake');
    const tries = [
      () => page.getByRole('link', { name: 'Cancel' }).click(),
      () => page.getByRole('link', { name: 'Family', exact: true }).click(),
      () => page.evaluate('history.back()'),
    ];
    for (const leave of tries) {
      await leave();
      await dialog.waitFor();
      await dialog.getByRole('button', { name: 'Keep editing' }).click();
      await dialog.waitFor({ state: 'detached' });
      strictEqual(new URL(page.url()).pathname, '/recipes/new');
      strictEqual(await title.inputValue(), 'Half a cake');
    }
    const prompt = page.waitForEvent('dialog');
    await Promise.all([prompt.then((dialog) => dialog.dismiss()), page.close({ runBeforeUnload: true })]);
    strictEqual((await prompt).type(), 'beforeunload');
    await page.evaluate('history.back()');
    await checkAxe(page, 'dialog');
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await page.getByText('More than 30 recipes').waitFor();
    await page.getByRole('link', { name: 'New recipe' }).click();
    strictEqual(await title.inputValue(), '');
    await title.fill('A whole cake');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'A whole cake' }).waitFor();
    await page.getByRole('link', { name: 'Edit' }).click();
    strictEqual(await title.inputValue(), 'A whole cake');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'A whole cake' }).waitFor();
  });

  await t.test('recipes that were found stay if they cannot be fetched again', async () => {
    // The saved recipe has made them stale.
    const isFetched = page.waitForResponse((response) => response.status() === 500);
    await page.route('**/app/api/recipes?*', (route) =>
      route.fulfill({ status: 500, json: { status: 500 } }),
    );
    await page.getByRole('link', { name: 'Recipes', exact: true }).click();
    await isFetched;
    await page.evaluate(
      'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
    );
    await page.locator('.recipes-card').first().waitFor();
    strictEqual(await page.getByText('The recipes could not be loaded').count(), 0);
    await page.unroute('**/app/api/recipes?*');
    await page.goBack();
    await page.getByRole('link', { name: 'Edit' }).click();
    strictEqual(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'A whole cake');
  });

  await t.test('a conflicting save shows both recipes and asks which one to keep', async () => {
    const id = new URL(page.url()).pathname.split('/')[2] as string;
    const { version } = (await api.call('GET', `/app/api/recipes/${id}`)).body.recipe;
    const change = { ...PANCAKES, version, title: 'Grandpa’s pancakes' };
    for (const choice of ['Keep theirs', 'Keep mine']) {
      await page.getByRole('textbox', { name: 'Title' }).fill('My pancakes');
      const { body } = await api.call('PUT', `/app/api/recipes/${id}`, change);
      change.version = body.recipe.version;
      await page.getByRole('button', { name: 'Save' }).click();
      const dialog = page.getByRole('dialog', { name: 'Someone was faster' });
      await dialog.getByText('My pancakes').waitFor();
      await dialog.getByText('Grandpa’s pancakes').waitFor();
      await dialog.getByRole('button', { name: choice }).click();
      if (choice === 'Keep theirs') {
        await dialog.waitFor({ state: 'detached' });
        strictEqual(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'Grandpa’s pancakes');
      }
    }
    await page.getByRole('heading', { level: 1, name: 'My pancakes' }).waitFor();

    // Somebody else may save while the question is shown.
    await page.getByRole('link', { name: 'Edit' }).click();
    const saveOther = async (title: string) => {
      const { recipe } = (await api.call('GET', `/app/api/recipes/${id}`)).body;
      await api.call('PUT', `/app/api/recipes/${id}`, { ...PANCAKES, version: recipe.version, title });
    };
    await page.getByRole('textbox', { name: 'Title' }).fill('My pancakes');
    await saveOther('Grandpa’s pancakes');
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Someone was faster' });
    await dialog.getByText('Grandpa’s pancakes').waitFor();
    await saveOther('Aunt’s pancakes');
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await dialog.getByText('Aunt’s pancakes').waitFor();
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('heading', { level: 1, name: 'My pancakes' }).waitFor();
    strictEqual((await api.call('GET', `/app/api/recipes/${id}`)).body.recipe.title, 'My pancakes');
  });

  await t.test('a copied cookbook recipe can be edited', async () => {
    await page.goto('/recipes/shakshuka');
    await page.getByRole('button', { name: 'Duplicate' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Ours now');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ours now' }).waitFor();
    await page.getByRole('link', { name: 'Edit' }).waitFor();
    const { body } = await api.call('GET', '/app/api/recipes?own=true');
    deepStrictEqual(body.recipes.map(({ title }: { title: string }) => title).toSorted(), [
      'My pancakes',
      'Ours now',
      'Star cake',
    ]);
  });

  await t.test('300 ingredients and hostile texts in every field are shown literally', async () => {
    // Every fourth text, because a recipe has at most 300 ingredients.
    const texts = HOSTILE_TEXTS.filter((_, at) => at % 4 === 0);
    const lines = texts.map((text) => text.replaceAll(/\s+/g, ' ').trim());
    const titles = lines.slice(0, 20).map((text, at) => `${at} ${truncate(text, 150)}`);
    const recipes = titles.map((title, at) => ({
      ...PANCAKES,
      title,
      cuisine: truncate(lines[at] as string, 50),
      ingredients: at === 0 ? [...lines, ...lines].slice(0, 300) : [title],
      steps: at === 0 ? lines.slice(0, 100) : [],
    }));
    const written = await Promise.all(recipes.map((recipe) => createRecipe(api, recipe)));
    await page.goto('/recipes?own=true');
    await expectLiteral(page, titles);
    const { id } = written[0] as { id: string };
    await page.goto(`/recipes/${id}`);
    await expectLiteral(page, [titles[0] as string, ...lines]);
    await page.goto(`/recipes/${id}/edit`);
    await page.getByText(/\d+ of 300 lines understood/).waitFor();
    await expectLiteral(page, lines);
    await page.getByRole('textbox', { name: 'Title' }).fill(titles[1] as string);
    await api.call('PUT', `/app/api/recipes/${id}`, { ...recipes[2], version: written[0]?.version });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor();
    await expectLiteral(page, [titles[1] as string, titles[2] as string]);
    await page.getByRole('button', { name: 'Keep theirs' }).click();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').waitFor();
    await expectLiteral(page, [`Delete “${titles[2]}”?`]);
  });
});

function truncate(text: string, most: number): string {
  return Array.from(text).slice(0, most).join('').trim();
}

/** Waits until the page shows all these texts literally, and checks that none became markup or ran as a script. */
async function expectLiteral(page: Page, texts: string[]): Promise<void> {
  let missing: string[] = [];
  const check = async () => {
    const shown = await page.evaluate<string>('document.body.textContent');
    missing = texts.filter((text) => !shown.includes(text));
    return missing.length === 0;
  };
  await until('the texts are on the page', check).catch(() => deepStrictEqual(missing, []));
  const foreign =
    'body script, body style, img, iframe, object, math, svg:not([aria-hidden]), [onerror], [onload]';
  strictEqual(await page.locator(foreign).count(), 0);
  strictEqual(await page.evaluate('window.__hit'), undefined);
}

async function expectNoOverflow(page: Page): Promise<void> {
  const extra = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  ok(extra <= 0, `${page.url()} is ${extra} pixels too wide`);
}
