/** Suggested dishes are for everyone who eats in the place in that week, and not what the family has just had. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ResponseOf } from '#http/app-api.ts';
import { type AppClient, sendEdits, signUp, startService } from '#test/support/service.ts';

const WEEK = '2026-11-16';
const NOW_MS = Date.parse('2026-11-11T12:00:00Z');
const service = await startService({ after, before }, { nowMs: NOW_MS });

type Groups = ResponseOf<'GET /app/api/weeks/:week/suggestions'>['groups'];

const eater = (name: string, rules: object = {}) => ({
  id: name.toLowerCase(),
  name,
  diets: [],
  allergens: [],
  dislikes: [],
  ...rules,
});

async function familyOf(eaters: object[], settings: object = {}): Promise<AppClient> {
  const { browser } = await signUp(service);
  const { version, preferences } = (await browser.call('GET', '/app/api/preferences')).body;
  const after = { ...preferences, ...settings, eaters };
  const { status } = await browser.call('PUT', '/app/api/preferences', { version, preferences: after });
  strictEqual(status, 200);
  return browser;
}

async function suggested(browser: AppClient, day = 'Friday', slot = 'dinner'): Promise<Groups> {
  const path = `/app/api/weeks/${WEEK}/suggestions?day=${day}&slot=${slot}`;
  const { status, body } = await browser.call('GET', path);
  strictEqual(status, 200, JSON.stringify(body));
  return body.groups;
}

const cardsOf = (groups: Groups) => groups.flatMap(({ recipes }) => recipes);
const giveStars = (browser: AppClient, eaterId: string, recipeId: string, stars: number) =>
  browser.call('PUT', '/app/api/stars', { eaterId, recipeId, stars });

test('favourites, own dishes, those of some weeks ago and quick ones, each dish once', async () => {
  const browser = await familyOf([eater('Mia')]);
  await giveStars(browser, 'mia', 'red-lentil-dal-with-rice', 5);
  const recipe = {
    title: 'Our soup',
    servings: 4,
    activeMinutes: 10,
    totalMinutes: 20,
    meals: ['dinner'],
    cuisine: '',
    protein: '',
    keeps: false,
    ingredients: ['1 onion'],
    steps: [],
  };
  strictEqual((await browser.call('POST', '/app/api/recipes', recipe)).status, 200);
  const put = (week: string, description: string, recipeId: string) =>
    sendEdits(browser, [
      { week, day: 'Monday', slot: 'dinner', before: null, after: { description, recipeId } },
    ]);
  await put('2026-10-05', 'Shakshuka', 'shakshuka');
  const groups = await suggested(browser);
  deepStrictEqual(
    groups.map(({ kind }) => kind),
    ['favourites', 'own', 'rested', 'quick'],
  );
  const [favourites, own, rested, quick] = groups.map(({ recipes }) => recipes);
  deepStrictEqual(
    favourites?.map(({ id }) => id),
    ['red-lentil-dal-with-rice'],
  );
  deepStrictEqual(
    own?.map(({ title }) => title),
    ['Our soup'],
  );
  deepStrictEqual(
    rested?.map(({ id }) => id),
    ['shakshuka'],
  );
  ok(quick?.length === 3 && quick.every(({ totalMinutes }) => totalMinutes <= 25));
  // The same dishes while somebody looks, and others for another place.
  deepStrictEqual(await suggested(browser), groups);
  const other = cardsOf(await suggested(browser, 'Saturday'));
  ok(other.some(({ id }) => !cardsOf(groups).some((card) => card.id === id)));

  await put(WEEK, 'Dal', 'red-lentil-dal-with-rice');
  await giveStars(browser, 'mia', 'shakshuka', 1);
  strictEqual(
    (await suggested(browser)).some(({ kind }) => kind === 'favourites'),
    false,
  );
});

test('every dish is for all who eat there, with its variant where one makes it so', async () => {
  const browser = await familyOf([eater('Mia', { diets: ['vegetarian'] }), eater('Ben')], {
    slotSettings: { Friday: { dinner: {} }, Saturday: { dinner: {} } },
  });
  for (const id of ['chicken-katsu-with-cabbage', 'finnish-salmon-soup'])
    await giveStars(browser, 'ben', id, 5);
  const [favourites] = await suggested(browser);
  deepStrictEqual(
    favourites?.recipes.map(({ id }) => id),
    ['chicken-katsu-with-cabbage'],
  );
  deepStrictEqual(favourites?.recipes[0]?.variantOffer?.eaterIds, ['mia']);
  ok(cardsOf(await suggested(browser)).every(isForAll));

  // Mia is away on Friday, and a guest who must not have gluten comes on Saturday.
  const put = (day: string, version: number, dinner: object) =>
    browser.call('PUT', `/app/api/weeks/${WEEK}/exceptions/${day}`, {
      version,
      exception: { slots: { dinner } },
    });
  strictEqual((await put('Friday', 0, { away: ['mia'] })).status, 200);
  const [withoutMia] = await suggested(browser);
  ok(withoutMia?.recipes.some(({ id }) => id === 'finnish-salmon-soup'));
  const { version } = (await browser.call('GET', `/app/api/weeks/${WEEK}/exceptions`)).body;
  const guests = [{ id: 'guest', name: 'Eva', diets: ['gluten-free'], allergens: [] }];
  strictEqual((await put('Saturday', version, { guests })).status, 200);
  const saturday = cardsOf(await suggested(browser, 'Saturday'));
  ok(saturday.length > 0 && saturday.every(isForAll));
  ok(saturday.every(({ diets }) => diets.includes('gluten-free')));

  // The search warns of the same people.
  const path = `/app/api/recipes?search=finnish+salmon+soup&limit=1&week=${WEEK}&slot=dinner`;
  const warnedOn = async (day: string) => {
    const { body } = await browser.call('GET', `${path}&day=${day}`);
    return (body.recipes[0].warnings as { name: string }[]).map(({ name }) => name);
  };
  deepStrictEqual(await warnedOn('Friday'), []);
  deepStrictEqual(await warnedOn('Saturday'), ['Mia', 'Eva']);
});

test('frozen dishes come first, whatever time they take, and without those of which somebody is warned', async () => {
  const browser = await familyOf([eater('Mia', { diets: ['vegetarian'] })], {
    slotSettings: { Friday: { dinner: { minutes: 15 } } },
  });
  const freeze = (recipeId: string) =>
    browser.call('POST', '/app/api/recipe-notes', { recipeId, frozenSince: '2026-11-10' });
  strictEqual((await freeze('red-lentil-dal-with-rice')).status, 200);
  // With tofu it would be for Mia, but nobody knows whether that was frozen.
  strictEqual((await freeze('chicken-katsu-with-cabbage')).status, 200);
  const frozen = async () => {
    const [first] = await suggested(browser);
    return first?.kind === 'frozen' ? first.recipes.map(({ id }) => id) : [];
  };
  deepStrictEqual(await frozen(), ['red-lentil-dal-with-rice']);
  const after = { description: 'Dal', recipeId: 'red-lentil-dal-with-rice', kind: 'leftovers' } as const;
  await sendEdits(browser, [{ week: '2026-11-23', day: 'Monday', slot: 'dinner', before: null, after }]);
  deepStrictEqual(await frozen(), [], 'planned for another day');
});

test('no dish takes longer than the place has minutes', async () => {
  const browser = await familyOf([eater('Mia')], {
    slotSettings: { Friday: { dinner: { minutes: 15 } } },
  });
  const cards = cardsOf(await suggested(browser));
  ok(cards.length > 0 && cards.every(({ totalMinutes }) => totalMinutes <= 15));
});

function isForAll({ warnings, variantOffer }: Groups[number]['recipes'][number]): boolean {
  return warnings.length === 0 || variantOffer?.warnings.length === 0;
}
