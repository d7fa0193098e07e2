/**
 * Takes the pictures of docs/pictures anew: every page of a family with a full week, on a phone, a
 * tablet and a desk, light and dark. To be looked at after every change of the look.
 */
import { SLOTS } from '#domain/plan.ts';
import { DAYS } from '#domain/week.ts';
import { DEFAULT_WISHES, type Wishes } from '#domain/wishes.ts';
import { startBrowser } from '../test/browser.ts';
import { startService } from '../test/service.ts';
import { takePictures, visit, visitAsFamily } from '../test/web.ts';

const FOLDER = 'docs/pictures';
const WEEK = '2026-11-09';
const NEXT_WEEK = '2026-11-16';
/** Breakfast, lunch and dinner, Monday to Sunday; a dash is an empty slot. */
const MEALS = [
  ['Porridge with apple', '-', 'Jollof rice'],
  ['-', 'Tomato soup', 'Pasta al forno'],
  ['Eggs on toast', '-', 'Dal with rice'],
  ['-', 'Lentil salad', 'Tacos'],
  ['Porridge with pear', '-', 'Fish pie'],
  ['Pancakes', 'Bread and cheese', 'Pizza night'],
  ['-', 'Sunday roast', 'Soup and bread'],
];

/** What a family of four might wish for. */
const WISHES: Wishes = {
  ...DEFAULT_WISHES,
  eaters: [
    { id: 'ada', name: 'Ada', diets: [], allergens: [], dislikes: [{ foodId: 'mushroom', isHard: false }] },
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
const OWN = { Wednesday: { dinner: { description: 'At Grandma’s', kind: 'eating-out' } } };

const ends: (() => unknown)[] = [];
const scope = { after: (work: () => unknown) => void ends.unshift(work) };
try {
  const service = await startService(scope);
  const browser = await startBrowser(scope);

  const { page: door } = await visit(scope, browser, service);
  for (const [name, path] of Object.entries({ welcome: '/', 'sign-up': '/sign-up' })) {
    await door.goto(path);
    await door.getByRole('heading', { level: 1 }).waitFor();
    await takePictures(door, FOLDER, name);
  }

  const { page, api } = await visitAsFamily(scope, browser, service, { path: '/sign-in' });
  // The same day as on the server, whenever they are taken.
  await page.clock.install({ time: service.clock.nowMs });
  const meals = DAYS.map((day, at) => {
    const slots = SLOTS.map((slot, row) => [slot, { description: MEALS[at]?.[row] ?? '-' }] as const);
    return [day, Object.fromEntries(slots.filter(([, { description }]) => description !== '-'))];
  });
  await api.call('PUT', `/app/api/plans/${WEEK}`, { version: 0, meals: Object.fromEntries(meals) });
  await api.call('PUT', `/app/api/plans/${NEXT_WEEK}`, { version: 0, meals: OWN });
  await api.call('PUT', '/app/api/wishes', { version: 0, wishes: WISHES });
  for (const [name, path, sign] of [
    ['week', `/week/${WEEK}`, 'Tacos'],
    ['profile', '/profile', 'API keys'],
    ['display', '/display', 'Dal with rice'],
    ['recipes', '/recipes', 'Porridge'],
    ['wishes', '/wishes', 'Nneka'],
    ['proposal', `/week/${NEXT_WEEK}?proposal`, 'Take this week'],
  ] as const) {
    await page.goto(path);
    await page.getByText(sign).first().waitFor();
    await takePictures(page, FOLDER, name);
  }
} finally {
  for (const end of ends) await end();
}
