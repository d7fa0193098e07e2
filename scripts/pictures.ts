/**
 * Takes the screenshots of docs/pictures: every page of a family with a full week, on a phone, a tablet and a
 * desktop, light and dark. Run it after every visual change and review the pictures.
 */
import { type Meals, SLOTS } from '#domain/plan/plan.ts';
import { DAYS } from '#domain/week/week.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '#domain/preferences/preferences.ts';
import { startBrowser } from '../test/web/browser.ts';
import { sendEdits, startService } from '../test/support/service.ts';
import { takeScreenshots, visit, visitAsFamily } from '../test/web/web.ts';

const FOLDER = 'docs/pictures';
const WEEK = '2026-11-09';
const NEXT_WEEK = '2026-11-16';
/** Breakfast, lunch and dinner, Monday to Sunday; a dash is an empty slot. */
const MEALS = [
  ['Porridge with apple', '-', 'Peanut noodles'],
  ['-', 'Tomato soup', 'Pasta al forno'],
  ['Shakshuka', '-', 'Dal with rice'],
  ['-', 'Harira soup', 'Jollof rice'],
  ['Porridge with pear', '-', 'Fish pie'],
  ['Pancakes', 'Bread and cheese', 'Pizza night'],
  ['-', 'Sunday roast', 'Soup and bread'],
];
/** Recipe ids by meal. */
const RECIPES: Record<string, string> = {
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
  byItself: { day: 'Saturday', hour: 8 },
};
const OWN: Meals = { Wednesday: { dinner: { description: 'At Grandma’s', kind: 'eating-out' } } };

const cleanups: (() => unknown)[] = [];
const scope = { after: (work: () => unknown) => void cleanups.unshift(work) };
try {
  const service = await startService(scope);
  const browser = await startBrowser(scope);

  const { page: signedOut } = await visit(scope, browser, service);
  await signedOut.goto('/');
  await signedOut.getByRole('heading', { level: 1 }).waitFor();
  await takeScreenshots(signedOut, FOLDER, 'welcome', [390, 1440]);

  const { page, api } = await visitAsFamily(scope, browser, service, { path: '/sign-in' });
  // The browser shows the server's fixed date.
  await page.clock.install({ time: service.clock.nowMs });
  const put = async (path: string, body: object) => {
    const { status, body: response } = await api.call('PUT', `/app/api/${path}`, body);
    if (status >= 300) throw new Error(`${path}: ${JSON.stringify(response)}`);
  };
  await put('wishes', { version: 0, wishes: PREFERENCES });
  await put('pantry', { version: 0, entries: PANTRY });
  await sendEdits(api, [...editsOf(WEEK, mealsOf(MEALS)), ...editsOf(NEXT_WEEK, OWN)]);
  for (const [eaterId, stars] of Object.entries({ ada: 5, nneka: 4 })) {
    await put('stars', { eaterId, recipeId: 'shakshuka', stars });
  }
  for (const [name, path, sign, widths] of [
    ['week', `/week/${WEEK}`, 'main:has(.day-figures) .warning-sign', [390, 820, 1440]],
    ['proposal', `/week/${NEXT_WEEK}?proposal`, '.proposal-cooked', [390, 820, 1440]],
    ['preferences', '/wishes', '.preferences-eater', [390, 1440]],
    ['recipes', '/recipes', '.recipes-card-title', [390, 1440]],
    ['recipe', '/recipes/shakshuka', '.stars', [390, 1440]],
    ['warning', '/recipes/cold-peanut-noodles', '.warning-sign', [390, 1440]],
    ['list', '/list', '.list-aisle .warning-sign', [390, 1440]],
    ['profile', '/profile', '#main h2', [390, 1440]],
    ['display', '/display', '.display-day .warning-sign', [820, 1440]],
  ] as const) {
    await page.goto(path);
    await page.locator(sign).first().waitFor();
    await takeScreenshots(page, FOLDER, name, widths);
  }
} finally {
  for (const cleanup of cleanups) await cleanup();
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
