/**
 * Takes the pictures of docs/pictures anew: every page of a family with a full week, on a phone, a
 * tablet and a desk, light and dark. To be looked at after every change of the look.
 */
import { SLOTS } from '#domain/plan.ts';
import { DAYS } from '#domain/week.ts';
import { startBrowser } from '../test/browser.ts';
import { startService } from '../test/service.ts';
import { takePictures, visit, visitAsFamily } from '../test/web.ts';

const FOLDER = 'docs/pictures';
const WEEK = '2026-11-09';
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
  const meals = DAYS.map((day, at) => {
    const slots = SLOTS.map((slot, row) => [slot, { description: MEALS[at]?.[row] ?? '-' }] as const);
    return [day, Object.fromEntries(slots.filter(([, { description }]) => description !== '-'))];
  });
  await api.call('PUT', `/app/api/plans/${WEEK}`, { version: 0, meals: Object.fromEntries(meals) });
  for (const [name, path, sign] of [
    ['week', `/week/${WEEK}`, 'Tacos'],
    ['profile', '/profile', 'API keys'],
    ['display', '/display', 'Dal with rice'],
    ['recipes', '/recipes', 'Porridge'],
  ] as const) {
    await page.goto(path);
    await page.getByText(sign).first().waitFor();
    await takePictures(page, FOLDER, name);
  }
} finally {
  for (const end of ends) await end();
}
