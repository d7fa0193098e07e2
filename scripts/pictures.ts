/**
 * Takes the screenshots of docs/pictures, or into another folder, and writes their README: every page of a family with a full week, on a phone
 * and a desktop, in English and German, and the pages that README.md shows also in the dark theme. Run it after every
 * visual change and review the pictures. With ImageMagick on the PATH, they are reduced to 256 colours, a third of the
 * bytes.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { type Meals, SLOTS } from '#domain/plan/plan.ts';
import { DAYS } from '#domain/week/week.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '#domain/preferences/preferences.ts';
import { startBrowser } from '../test/web/support/browser.ts';
import { sendEdits, startService } from '../test/support/service.ts';
import { visit, visitAsFamily } from '../test/web/support/web.ts';

const [FOLDER = 'docs/pictures'] = process.argv.slice(2);
const WEEK = '2026-11-09';
const NEXT_WEEK = '2026-11-16';
/** Breakfast, lunch and dinner, Monday to Sunday; a dash is an empty slot. */
const ENGLISH_MEALS = [
  ['Porridge with apple', '-', 'Peanut noodles'],
  ['-', 'Tomato soup', 'Pasta al forno'],
  ['Shakshuka', '-', 'Dal with rice'],
  ['-', 'Harira soup', 'Jollof rice'],
  ['Porridge with pear', '-', 'Fish pie'],
  ['Pancakes', 'Bread and cheese', 'Pizza night'],
  ['-', 'Sunday roast', 'Soup and bread'],
];
const GERMAN_MEALS = [
  ['Porridge mit Apfel', '-', 'Erdnussnudeln'],
  ['-', 'Tomatensuppe', 'Nudelauflauf'],
  ['Shakshuka', '-', 'Dal mit Reis'],
  ['-', 'Harira', 'Jollof-Reis'],
  ['Porridge mit Birne', '-', 'Fischauflauf'],
  ['Pfannkuchen', 'Brot und Käse', 'Pizzaabend'],
  ['-', 'Sonntagsbraten', 'Suppe und Brot'],
];
/** Recipe ids by meal. */
const RECIPES: Record<string, string> = {
  Erdnussnudeln: 'cold-peanut-noodles',
  'Jollof-Reis': 'jollof-rice-with-black-eyed-beans',
  'Dal mit Reis': 'red-lentil-dal-with-rice',
  Harira: 'harira-soup',
  Fischauflauf: 'fish-pie-with-peas',
  'Peanut noodles': 'cold-peanut-noodles',
  'Jollof rice': 'jollof-rice-with-black-eyed-beans',
  Shakshuka: 'shakshuka',
  'Dal with rice': 'red-lentil-dal-with-rice',
  'Harira soup': 'harira-soup',
  'Fish pie': 'fish-pie-with-peas',
};
const PANTRY = [
  { foodId: 'feta', quantityText: '200 g', bestBefore: '2026-11-18' },
  { foodId: 'spinach', quantityText: '300 g', bestBefore: '2026-11-17' },
  { foodId: 'rice' },
];

const PREFERENCES: Preferences = {
  ...DEFAULT_PREFERENCES,
  eaters: [
    {
      id: 'ada',
      name: 'Ada',
      diets: [],
      allergens: [],
      dislikes: [{ foodId: 'group:mushrooms', isHard: false }],
    },
    { id: 'chidi', name: 'Chidi', diets: [], allergens: ['peanuts'], dislikes: [] },
    { id: 'nneka', name: 'Nneka', diets: ['vegetarian'], allergens: [], dislikes: [] },
  ],
  rules: [
    { id: 'beans', tag: 'protein:beans', days: [], slots: [], atLeast: 1, isHard: true },
    { id: 'pizza', tag: 'title:pizza', days: [], slots: [], atMost: 1, isHard: true },
    { id: 'vegan', tag: 'diet:vegan', days: ['Monday'], slots: ['dinner'], atLeast: 1, isHard: false },
  ],
  budgetCents: 9_000,
  cuisines: ['Greek', 'West African'],
  recurring: [{ day: 'Friday', slot: 'dinner', meal: { description: 'Pizza night' } }],
  cooksDouble: true,
  autoPlan: { day: 'Saturday', hour: 8 },
  start: { hasChosenSlots: true },
};

/** Viewport heights by width: phone and desktop. */
const HEIGHTS = { 390: 844, 1440: 900 };
const LANGUAGES = {
  en: { locale: 'en-GB', meals: ENGLISH_MEALS, own: 'At Grandma’s', family: 'Okafor' },
  de: { locale: 'de-DE', meals: GERMAN_MEALS, own: 'Bei Oma', family: 'Familie Okafor' },
};
type Language = keyof typeof LANGUAGES;
type Picture = { name: string; title: string; path: string; sign: string; isDarkToo?: true };

/** Pages of a visitor, of a new family and of a family with a full week. `sign` appears when the page is complete. */
const VISITOR: Picture[] = [
  { name: 'welcome', title: 'The welcome page', path: '/', sign: '.welcome-end', isDarkToo: true },
  { name: 'sign-in', title: 'Sign-in', path: '/sign-in', sign: 'form + p' },
  { name: 'sign-up', title: 'Sign-up', path: '/sign-up', sign: 'form' },
  { name: 'reset', title: 'A forgotten password', path: '/reset', sign: 'form' },
];
const NEW_FAMILY: Picture[] = [
  { name: 'start', title: 'The first step after sign-up', path: '/start', sign: 'form' },
  { name: 'week-empty', title: 'An empty week', path: '/', sign: '.start-hint' },
];
const FAMILY: Picture[] = [
  {
    name: 'week',
    title: 'The week',
    path: `/week/${WEEK}`,
    sign: '#main .week-board .warning-sign',
    isDarkToo: true,
  },
  {
    name: 'proposal',
    title: 'A week proposed by the planner',
    path: `/week/${NEXT_WEEK}?proposal`,
    sign: '.proposal-cooked',
    isDarkToo: true,
  },
  { name: 'recipes', title: 'The cookbook', path: '/recipes', sign: '.recipes-card-title' },
  { name: 'recipe', title: 'A recipe', path: '/recipes/shakshuka', sign: '.stars' },
  {
    name: 'warning',
    title: 'A recipe that is not for everyone',
    path: '/recipes/cold-peanut-noodles',
    sign: '.warning-sign',
  },
  {
    name: 'cook',
    title: 'Cooking',
    path: '/recipes/shakshuka/cook',
    sign: '.cook-ingredients',
    isDarkToo: true,
  },
  { name: 'new-recipe', title: 'A new recipe', path: '/recipes/new', sign: 'form' },
  { name: 'list', title: 'The shopping list', path: '/list', sign: '.list-aisle' },
  { name: 'preferences', title: 'Preferences', path: '/preferences', sign: '.preferences-eater' },
  { name: 'profile', title: 'The page Family', path: '/profile', sign: '#main h2' },
  { name: 'displays', title: 'Kitchen displays', path: '/profile/displays', sign: 'h1' },
  {
    name: 'display',
    title: 'The kitchen display',
    path: '/display',
    sign: '.display-day .warning-sign',
    isDarkToo: true,
  },
];

const cleanups: (() => unknown)[] = [];
const scope = { after: (work: () => unknown) => void cleanups.unshift(work) };
try {
  const service = await startService(scope);
  const browser = await startBrowser(scope);
  for (const [language, { locale, meals, own, family }] of Object.entries(LANGUAGES)) {
    const take = (page: Page, pictures: Picture[]) => takePictures(page, pictures, language as Language);
    const { page: signedOut } = await visit(scope, browser, service, { locale });
    await take(signedOut, VISITOR);

    const options = { path: '/sign-in', locale, details: { familyName: family } };
    const { page: newcomer } = await visitAsFamily(scope, browser, service, options);
    await newcomer.clock.install({ time: service.clock.nowMs });
    await take(newcomer, NEW_FAMILY);

    const { page, api } = await visitAsFamily(scope, browser, service, options);
    // The browser shows the server's fixed date.
    await page.clock.install({ time: service.clock.nowMs });
    const put = async (path: string, body: object) => {
      const { status, body: response } = await api.call('PUT', `/app/api/${path}`, body);
      if (status >= 300) throw new Error(`${path}: ${JSON.stringify(response)}`);
    };
    await put('preferences', { version: 0, preferences: PREFERENCES });
    await put('pantry', { version: 0, entries: PANTRY });
    const ownMeals: Meals = { Wednesday: { dinner: { description: own, kind: 'eating-out' } } };
    await sendEdits(api, [...editsOf(WEEK, mealsOf(meals)), ...editsOf(NEXT_WEEK, ownMeals)]);
    for (const [eaterId, stars] of Object.entries({ ada: 5, nneka: 4 })) {
      await put('stars', { eaterId, recipeId: 'shakshuka', stars });
    }
    await take(page, FAMILY);
  }
  writeFileSync(`${FOLDER}/README.md`, readme());
  reduceColours();
} finally {
  for (const cleanup of cleanups) await cleanup();
}

async function takePictures(page: Page, pictures: Picture[], language: Language): Promise<void> {
  for (const { name, path, sign, isDarkToo } of pictures) {
    await page.goto(path);
    await page.locator(sign).first().waitFor();
    for (const [width, height] of Object.entries(HEIGHTS)) {
      await page.setViewportSize({ width: Number(width), height });
      // Dishes are drawn after the page is shown.
      await page.locator('.dish-place:empty').first().waitFor({ state: 'detached' });
      for (const [theme, file] of filesOf(name, Number(width), isDarkToo)[language]) {
        await page.emulateMedia({ colorScheme: theme });
        await page.screenshot({ path: `${FOLDER}/${file}` });
      }
    }
  }
}

type File = [theme: 'light' | 'dark', file: string];

function filesOf(name: string, width: number, isDarkToo = false): Record<Language, File[]> {
  const dark: File[] = isDarkToo ? [['dark', `${name}-${width}-dark.png`]] : [];
  return {
    en: [['light', `${name}-${width}-light.png`], ...dark],
    de: [['light', `${name}-${width}-de.png`]],
  };
}

function readme(): string {
  const sections = [...VISITOR, ...NEW_FAMILY, ...FAMILY].map(({ name, title, isDarkToo }) => {
    const images = Object.keys(HEIGHTS).flatMap((width) =>
      Object.entries(filesOf(name, Number(width), isDarkToo)).flatMap(([language, files]) =>
        files.map(([theme, file]) => {
          const shown = width === '390' ? 195 : 520;
          const words = language === 'de' ? 'in German' : theme;
          return `<img alt="${title}, ${width} pixels wide, ${words}" src="${file}" width="${shown}">`;
        }),
      ),
    );
    return `\n## ${title}\n\n${images.join('\n')}\n`;
  });
  return `# Pictures\n\nTaken by \`npm run pictures\`, at 390 and 1440 pixels, in English and German.\n${sections.join('')}`;
}

function reduceColours(): void {
  const { status } = spawnSync('sh', ['-c', `mogrify +dither -colors 256 -strip ${FOLDER}/*-[0-9]*.png`]);
  if (status !== 0) console.warn('The pictures keep all colours: ImageMagick is missing.');
}

function mealsOf(rows: string[][]): Meals {
  const days = rows.map((row, at) => {
    const slots = row.flatMap((description, slot) =>
      description === '-' ? [] : [[SLOTS[slot], { description, recipeId: RECIPES[description] }]],
    );
    return [DAYS[at], Object.fromEntries(slots)];
  });
  return Object.fromEntries(days) as Meals;
}

/** Fills slots of an empty week. */
function editsOf(week: string, meals: Meals): object[] {
  return DAYS.flatMap((day) =>
    Object.entries(meals[day] ?? {}).map(([slot, after]) => ({ week, day, slot, before: null, after })),
  );
}
