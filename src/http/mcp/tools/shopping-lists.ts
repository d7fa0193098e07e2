/** Tools for the shopping list of a week: read it, add lines, mark items as bought. */
import { z } from 'zod';
import { applyListOperations } from '#actions/shopping-list/lists.ts';
import { ingredientText } from '#domain/recipe/recipe-source.ts';
import { addedTo, type Item } from '#domain/shopping-list/item.ts';
import { itemLine } from '#domain/shopping-list/item-line.ts';
import type { ListOperation } from '#domain/shopping-list/operations.ts';
import { allItems } from '#domain/shopping-list/pending.ts';
import { purchaseOf, undo } from '#domain/shopping-list/item-operations.ts';
import type { Week } from '#domain/week/week.ts';
import { readList } from '#queries/shopping-list/lists.ts';
import { readPreferences } from '#queries/plan/preferences.ts';
import { changedText, makeChange } from '#http/mcp/change.ts';
import { openLanguage } from '#http/mcp/language.ts';
import { placeText } from '#http/mcp/meals.ts';
import { changed, ifReadable, requestId, warnings, week, weekIn, weekOfField } from '#http/mcp/schemas.ts';
import {
  ADDS,
  mayUse,
  missingScope,
  READS,
  tool,
  type ToolContext,
  type ToolFailure,
} from '#http/mcp/tool.ts';
import { showWarnings, warningsText } from '#http/mcp/warning-text.ts';

const MAX_LINES = 50;

const itemSchema = z.object({
  id: z.string().meta({ description: 'For edit_shopping_list' }),
  text: z.string().meta({ description: 'How much of what to buy' }),
  aisle: z.string(),
  state: z
    .enum(['to-buy', 'bought', 'probably-at-home'])
    .meta({ description: '`probably-at-home`: a staple that a recipe needs; ask before buying' }),
  for: z.array(z.string()).meta({ description: 'The meals it is for; empty for a line that somebody added' }),
  warnings,
});
type ShownItem = z.output<typeof itemSchema>;

const STATES = { 'probably-at-home': 'probably-at-home', open: 'to-buy', ticked: 'bought' } as const;

/** The items without those that were removed, and as they are shown. */
async function loadItems(context: ToolContext, monday: Week) {
  const { store, key } = context;
  const language = await openLanguage(context);
  const { list, warnings: byFood } = await readList(store, key.family, monday, language);
  const { nameStyle } = (await readPreferences(store.db, key.family)).preferences;
  const items = allItems(list);
  const show = (item: Item): ShownItem[] => {
    const { id, state, aisle, foodId, for: purposes } = item;
    if (state === 'dropped') return [];
    const warned = (foodId !== undefined && byFood[foodId]) || [];
    return [
      {
        id,
        text: itemLine(item, language),
        aisle,
        state: STATES[state],
        for: purposes.flatMap((purpose) =>
          'day' in purpose ? [`${placeText(purpose)}: ${purpose.description}`] : [],
        ),
        warnings: showWarnings(context, warned, nameStyle),
      },
    ];
  };
  return { items, show };
}

function itemText({ id, text, warnings: warned }: ShownItem): string {
  return `- ${text} [${id}]${warned.length > 0 ? ` ${warningsText(warned)}` : ''}`;
}

const readShoppingList = tool({
  name: 'read_shopping_list',
  title: 'Read the shopping list',
  description:
    'What to buy for the meals of a week and what people added, in the order of the shop. Lines that people added stay on the lists of later weeks until they are bought.',
  scopes: ['lists:read'],
  input: z.strictObject({ week: week.default('current') }),
  output: z.object({ weekOf: weekOfField, items: z.array(itemSchema) }),
  hints: READS,
  async run(context, input) {
    const monday = weekIn(context, input.week);
    const { items, show } = await loadItems(context, monday);
    const shown = items.flatMap(show);
    const part = (title: string, state: ShownItem['state']): string[] => {
      const lines = shown.filter((item) => item.state === state).map(itemText);
      return lines.length > 0 ? [title, ...lines] : [];
    };
    const text = [
      ...part(`To buy in the week of ${monday}:`, 'to-buy'),
      ...part('Probably at home, to be checked:', 'probably-at-home'),
      ...part('Bought:', 'bought'),
    ].join('\n');
    return {
      data: { weekOf: monday, items: shown },
      text: text || `The list of the week of ${monday} is empty.`,
    };
  },
});

const itemIds = z
  .array(z.string().regex(/^(?:food|line|added):[!-~]{1,140}$/, 'must be the id of an item'))
  .max(100)
  .default([]);

const editShoppingList = tool({
  name: 'edit_shopping_list',
  title: 'Add to the shopping list, tick items',
  description:
    'Adds lines, marks items as bought (tick) or as still to buy (untick), all at once or not at all. Lines are as people write them, one thing each, such as “2 l milk”; what recipes need is added up with them.',
  scopes: ['lists:write'],
  worksBlind: true,
  input: z.strictObject({
    requestId,
    week: week.default('current'),
    add: z.array(ingredientText).max(MAX_LINES).default([]).meta({ description: 'Lines to add' }),
    tick: itemIds.meta({ description: 'Ids of items that are bought' }),
    untick: itemIds.meta({ description: 'Ids of items that are not bought after all' }),
  }),
  output: z.object({
    ...changed,
    weekOf: weekOfField,
    items: ifReadable(z.array(itemSchema)).meta({ description: 'The items in question, as they are now' }),
  }),
  hints: ADDS,
  async run(context, input) {
    const monday = weekIn(context, input.week);
    if (input.add.length + input.tick.length + input.untick.length === 0)
      return { failure: 'Give something to add, tick or untick.' };
    // Whether the list has an item of a known id, such as food:milk, would be its content.
    if (input.tick.length + input.untick.length > 0 && !mayUse(context, 'lists:read'))
      return missingScope('lists:read');
    const outcome = await makeChange(context, 'edit_shopping_list', input, async (change) => {
      const { items } = await loadItems(context, monday);
      const steps = operationsFor(input, items, change.changeId);
      if ('failure' in steps) return steps;
      if (steps.operations.length === 0) return undefined;
      return applyListOperations(change, context.key.family, monday, steps.operations, steps.repeats);
    });
    if ('failure' in outcome) return outcome;
    const added = input.add.map((_, at) => lineId(outcome.changeId, at));
    const { items, show } = await loadItems(context, monday);
    const wanted = new Set([...input.tick, ...input.untick]);
    // A line with several things has become several lines.
    const isAdded = (item: Item): boolean =>
      addedTo(item).some((opId) => added.some((id) => opId === id || opId.startsWith(`${id}-`)));
    const shown = items.filter((item) => wanted.has(item.id) || isAdded(item)).flatMap(show);
    const lines = shown.map((item) => `${itemText(item)} ${item.state}`);
    const text = [changedText(outcome, 'Done.'), ...lines, `changeId: ${outcome.changeId}`].join('\n');
    return { data: { ...outcome, weekOf: monday, items: shown }, text };
  },
});

type Edits = { add: string[]; tick: string[]; untick: string[] };
type NewOperations = { operations: ListOperation[]; repeats: ListOperation[] };

function lineId(changeId: string, at: number): string {
  return `${changeId}-a${at}`;
}

/** `repeats`: ticks like those that are undone. Items that are in the wanted state already need no operation. */
function operationsFor(
  { add, tick, untick }: Edits,
  items: readonly Item[],
  changeId: string,
): NewOperations | ToolFailure {
  const byId = new Map(items.map((item) => [item.id, item]));
  const unknown = [...tick, ...untick].filter((id) => !byId.has(id));
  if (unknown.length > 0)
    return { failure: `The list has no item ${unknown.slice(0, 5).join(', ')}; nothing was changed.` };
  const inState = (ids: string[], isTicked: boolean): Item[] =>
    [...new Set(ids)]
      .flatMap((id) => byId.get(id) ?? [])
      .filter(({ state }) => (state === 'ticked') === isTicked);
  const opened = inState(untick, true);
  return {
    operations: [
      ...add.map((text, at) => ({ opId: lineId(changeId, at), kind: 'add' as const, text })),
      ...inState(tick, false).map((item, at) => purchaseOf('tick', item, items, `${changeId}-t${at}`)),
      ...opened.map((item, at) => undo(item.marks, () => `${changeId}-u${at}`)),
    ],
    repeats: opened.map((item, at) => purchaseOf('tick', item, items, `${changeId}-r${at}`)),
  };
}

export const shoppingListTools = [readShoppingList, editShoppingList];
