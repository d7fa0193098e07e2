/**
 * The first and smallest script: sends the first requests of the page, shows a static preview of it, and loads the app.
 */
import './shell/preview/styles.ts';
import { firstList, firstRecipes, firstWeek, startedLanguage } from './shell/first-page.ts';
import { cachedMe } from './shared/me.ts';
import { showWeekPreview } from './week/week-preview.ts';
import { currentTranslation, loadMessages } from './i18n/language.ts';

/** How long the app waits for the preview. */
const PREVIEW_MS = 600;

// The app repeats failed requests and shows their errors.
const shown = preview().catch(() => false);
void start();

/**
 * On a device that has stored no script yet, the app is loaded after the preview is shown: the scripts of the app are ten
 * times as large, and would slow down those of the preview. Other devices have stored them.
 */
async function start(): Promise<void> {
  if (!cachedMe())
    await Promise.race([shown.then((isShown) => (isShown ? painted() : undefined)), timeout()]);
  void loadPage().catch(() => {});
  await import('./main.tsx');
}

/** The script of a page with a preview: the app would ask for it only when it runs. */
async function loadPage(): Promise<void> {
  if (firstList) await import('./list/list-page.tsx');
  else if (firstRecipes) await import('./recipes/search/recipes-page.tsx');
  else if ((await firstWeek) === null) await import('./welcome/welcome.tsx');
}

/** Returns whether one is shown. */
async function preview(): Promise<boolean> {
  await startedLanguage;
  if (firstWeek) return previewWeek();
  if (firstList) return previewList();
  return firstRecipes ? previewRecipes() : false;
}

async function previewWeek(): Promise<boolean> {
  const home = await firstWeek;
  // The preview cannot show an empty week, another week or a proposal.
  if (location.pathname + location.search !== '/') return false;
  if (home === null) {
    const [{ showWelcomePreview }] = await Promise.all([
      import('./welcome/welcome-preview.ts'),
      loadMessages('auth', 'welcome'),
    ]);
    showWelcomePreview(currentTranslation());
    return true;
  }
  const meals = (await home?.plan)?.plan?.meals;
  if (!home || !meals) return false;
  const { me, week, today } = home;
  showWeekPreview(currentTranslation(), { family: me.family, week, today, meals });
  return true;
}

async function previewList(): Promise<boolean> {
  const [{ showListPreview }] = await Promise.all([
    import('./list/list-preview.ts'),
    loadMessages('list', 'recipes'),
  ]);
  const first = await firstList;
  const response = await first?.list;
  if (!first || !response) return false;
  const { me, week } = first;
  return showListPreview(currentTranslation(), { ...response, family: me.family, week });
}

async function previewRecipes(): Promise<boolean> {
  const [{ showRecipesPreview }] = await Promise.all([
    import('./recipes/search/recipes-preview.ts'),
    loadMessages('recipes'),
  ]);
  const first = await firstRecipes;
  const [found, preferences] = await Promise.all([first?.recipes, first?.preferences]);
  if (!first || !found) return false;
  const eaters = preferences?.preferences.eaters ?? [];
  return showRecipesPreview(currentTranslation(), { ...found, family: first.me.family, eaters });
}

/** Resolves when the browser has shown the first text, which is that of the preview. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) resolve();
    });
    observer.observe({ type: 'paint', buffered: true });
  });
}

function timeout(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PREVIEW_MS));
}
