/** `/api/shopping-lists/v1`: the shopping list of the current week, of the next, and of any other. */
import { BASE_LANGUAGE } from '#languages/language.ts';
import { z } from 'zod';
import { readList } from '#queries/shopping-list/lists.ts';
import { AISLES } from '#domain/food/food.ts';
import { SLOTS } from '#domain/plan/plan.ts';
import { UNIT_NAMES } from '#domain/quantity/unit.ts';
import { type Item, OTHER_AISLE, type Purpose } from '#domain/shopping-list/item.ts';
import { DAYS, parseWeek, type Week, WeekClock, weekOfText } from '#domain/week/week.ts';
import { findPlanText } from '#storage/tables/plan/plans.ts';
import type { Store } from '#storage/store.ts';
import type { Loaded } from '#http/headers/etag.ts';
import type { KeyRequester } from '#http/access/key-access.ts';
import { type CachedEndpoint, keyEndpoint } from '#http/key-endpoint.ts';
import { invalidWeek, weekOfField, weekParameter } from '#http/endpoints/plan/week-parameter.ts';

const buySchema = z
  .strictObject({
    packs: z
      .int()
      .min(1)
      .optional()
      .meta({ description: 'How many packs of this amount; absent where the food is not sold in packs' }),
    amount: z.number().min(0),
    unit: z.enum(UNIT_NAMES).meta({ description: '`piece` is a count: 2 onions' }),
  })
  .meta({ id: 'Buy', description: 'An amount to buy, rounded up from the amount needed' });

const purposeSchema = z
  .strictObject({
    day: z.enum(DAYS).optional(),
    slot: z.enum(SLOTS).optional(),
    description: z.string().meta({ description: 'The meal, or the line that was added by hand' }),
  })
  .meta({ id: 'Purpose', description: 'What an item is for; without day and slot, a line added by hand' });

const itemSchema = z
  .strictObject({
    id: z.string().meta({ description: 'Stays the same while the plan changes' }),
    name: z.string().meta({ description: 'The food, or the line as it was written' }),
    foodId: z.string().optional().meta({ description: 'Absent where the item is a line of text' }),
    isTicked: z.boolean(),
    buy: z
      .array(buySchema)
      .meta({ description: 'Empty where no amount is known; several where units cannot be added' }),
    for: z.array(purposeSchema),
  })
  .meta({ id: 'Item', description: 'Something to buy' });

export const listSchema = z
  .strictObject({
    weekOf: weekOfField,
    aisles: z
      .array(
        z
          .strictObject({ aisle: z.enum([...AISLES, OTHER_AISLE]), items: z.array(itemSchema) })
          .meta({ id: 'Aisle', description: 'An aisle of the shop' }),
      )
      .meta({ description: "In the order of the family's shop" }),
    probablyAtHome: z
      .array(itemSchema)
      .meta({ description: 'Staples that most families have at home: check before buying' }),
  })
  .meta({
    id: 'ShoppingList',
    description: "Everything that the week's meals need or people added, each once",
  });

const envelope = z.strictObject({ data: listSchema.nullable() }).meta({
  id: 'ShoppingListResponse',
  description: 'The list, or null if there is no plan and nothing to buy',
});

export const shoppingListTag = { name: 'Shopping lists', description: 'What to buy, one week at a time.' };

const clock = new WeekClock();
const RESOURCE = 'shopping-list';

export const publicListEndpoints = [
  keyEndpoint({
    method: 'GET',
    path: '/api/shopping-lists/v1/current',
    access: { scope: 'lists:read' },
    operationId: 'getCurrentShoppingList',
    summary: "This week's shopping list",
    description: "What the recipes of this week's plan need, and what people added.",
    tag: shoppingListTag,
    response: envelope,
    cached: {
      examples: examplesOf('2026-11-09' as Week),
      resource: RESOURCE,
      argument: ({ timeZone }, nowMs) => clock.weeksAt(nowMs, timeZone).current,
      read: readPublicList,
    },
  }),
  keyEndpoint({
    method: 'GET',
    path: '/api/shopping-lists/v1/next',
    access: { scope: 'lists:read' },
    operationId: 'getNextShoppingList',
    summary: "Next week's shopping list",
    description: "What the recipes of next week's plan need, and what people added.",
    tag: shoppingListTag,
    response: envelope,
    cached: {
      examples: examplesOf('2026-11-16' as Week),
      resource: RESOURCE,
      argument: ({ timeZone }, nowMs) => clock.weeksAt(nowMs, timeZone).next,
      read: readPublicList,
    },
  }),
  keyEndpoint({
    method: 'GET',
    path: '/api/shopping-lists/v1/:weekOf',
    access: { scope: 'lists:read' },
    operationId: 'getShoppingList',
    summary: 'The shopping list of any week',
    description: 'The list of the week of this Monday. Any other date or form is 400.',
    tag: shoppingListTag,
    response: envelope,
    cached: {
      parameter: weekParameter,
      examples: examplesOf('2026-11-16' as Week),
      resource: RESOURCE,
      argument: (_owner, _nowMs, week) => week,
      read: readListOf,
    },
  }),
];

async function readPublicList(store: Store, requester: KeyRequester, week: Week): Promise<Loaded> {
  const { list, version } = await loadList(store, requester, week);
  const isEmpty = list.aisles.length + list.probablyAtHome.length === 0;
  if (isEmpty && !(await findPlanText(store, requester.family, week)))
    return { text: '{"data":null}', version: 0 };
  return { text: JSON.stringify({ data: list }), version };
}

async function readListOf(store: Store, requester: KeyRequester, text: string) {
  const parsed = parseWeek(text);
  return 'week' in parsed
    ? readPublicList(store, requester, parsed.week)
    : { problem: invalidWeek(parsed.wrong) };
}

/** The list, empty if there is nothing to buy. */
export async function loadList(store: Store, { family }: KeyRequester, week: Week) {
  // A list depends on the plan, recipes, pantry and more: its version is the last change of anything of the family.
  const { list, version } = await readList(store, family, week, BASE_LANGUAGE);
  const shown: z.output<typeof listSchema> = {
    weekOf: weekOfText(week),
    aisles: list.aisles.map(({ aisle, items }) => ({ aisle, items: items.map(publicItem) })),
    probablyAtHome: list.probablyAtHome.map(publicItem),
  };
  return { list: shown, version };
}

function publicItem({ id, name, foodId, state, buy, for: purposes }: Item): z.output<typeof itemSchema> {
  return {
    id,
    name,
    ...(foodId !== undefined && { foodId }),
    isTicked: state === 'ticked',
    buy: buy.map((amount) => ('packs' in amount ? { packs: amount.packs, ...amount.size } : { ...amount })),
    for: purposes.map(publicPurpose),
  };
}

function publicPurpose(purpose: Purpose): z.output<typeof purposeSchema> {
  if ('added' in purpose) return { description: purpose.added };
  const { day, slot, description } = purpose;
  return { day, slot, description };
}

function examplesOf(week: Week): CachedEndpoint['cached']['examples'] {
  const dal = { day: 'Monday', slot: 'dinner', description: 'Red lentil dal with rice' };
  const aisles = [
    {
      aisle: 'vegetables',
      items: [exampleItem('onion', { name: 'onions', buy: [{ amount: 2, unit: 'piece' }], for: [dal] })],
    },
    {
      aisle: 'legumes',
      items: [
        exampleItem('red-lentil', {
          name: 'red lentils',
          buy: [{ packs: 1, amount: 500, unit: 'g' }],
          for: [dal],
        }),
      ],
    },
    {
      aisle: 'other',
      items: [
        { id: 'added:7Zr2mWq0', name: 'candles', isTicked: true, buy: [], for: [{ description: 'candles' }] },
      ],
    },
  ];
  const probablyAtHome = [exampleItem('salt', { name: 'salt', buy: [], for: [dal] })];
  return {
    list: {
      summary: 'A list for the week',
      value: { data: { weekOf: weekOfText(week), aisles, probablyAtHome } },
    },
    noPlan: { summary: 'No plan for the week', value: { data: null } },
  };
}

function exampleItem(foodId: string, item: object) {
  return { id: `food:${foodId}`, foodId, isTicked: false, ...item };
}
