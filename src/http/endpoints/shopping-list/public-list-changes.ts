/** Changes of shopping lists by key: add lines, mark items as bought, remove items. */
import { BASE_LANGUAGE } from '#languages/language.ts';
import { z } from 'zod';
import { applyListOperations } from '#actions/shopping-list/lists.ts';
import { newId } from '#auth/secret.ts';
import { ingredientText } from '#domain/recipe/recipe-source.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import type { Item } from '#domain/shopping-list/item.ts';
import type { ListOperation } from '#domain/shopping-list/operations.ts';
import { allItems } from '#domain/shopping-list/pending.ts';
import { purchaseOf, removalOf, undo } from '#domain/shopping-list/item-operations.ts';
import { readList } from '#queries/shopping-list/lists.ts';
import type { Loaded } from '#http/headers/etag.ts';
import { listSchema, loadList, shoppingListTag as tag } from './public-lists.ts';
import { DOCUMENT_BYTES } from '#http/input/limits.ts';
import { namedWeek, weekIn } from '#http/endpoints/plan/week-parameter.ts';
import { keyEndpoint, type KeyRequest } from '#http/key-endpoint.ts';

const MAX_LINES = 100;
const onList = z.strictObject({ weekOf: namedWeek });
const onItem = z.strictObject({
  weekOf: namedWeek,
  itemId: z
    .string()
    .regex(/^(?:food|line|added):[!-~]{1,140}$/, 'must be the id of an item')
    .meta({ description: 'The `id` of an item', examples: ['food:onion'] }),
});

const listResponse = z
  .strictObject({ data: listSchema })
  .meta({ id: 'ChangedShoppingListResponse', description: 'The list after the change' });

type ListRequest = KeyRequest<z.output<typeof onList>, unknown, unknown>;

async function readChanged(request: ListRequest): Promise<Loaded> {
  const { list, version } = await loadList(request.store, request.requester, weekIn(request));
  return { text: JSON.stringify({ data: list }), version };
}

/** Applies what `operate` returns for the item; nothing if it is in the wanted state already. */
async function changeItem(
  request: KeyRequest<z.output<typeof onItem>, unknown, unknown>,
  operate: (item: Item, items: Item[]) => ListOperation[],
): Promise<Refusal | undefined> {
  const { store, context, family, params } = request;
  const { list } = await readList(store, family, weekIn(request), BASE_LANGUAGE);
  const items = allItems(list);
  const item = items.find(({ id }) => id === params.itemId);
  if (!item) return refuse('not-found');
  const operations = operate(item, items);
  if (operations.length === 0) return undefined;
  return applyListOperations(context, family, weekIn(request), operations);
}

const LIST_PROBLEMS = ['week-out-of-range', 'too-many', 'list-full', 'quota-exceeded'] as const;

export const publicListChanges = [
  keyEndpoint({
    method: 'POST',
    path: '/api/shopping-lists/v1/:weekOf/items',
    access: { scope: 'lists:write' },
    operationId: 'addItems',
    summary: 'Add to the shopping list',
    description:
      'Adds lines as people write them, such as “2 l milk” or “500 g flour, 2 onions”. What is understood is added up with what the recipes need. A line stays on the lists of later weeks until it is bought.',
    tag,
    params: onList,
    body: z.strictObject({
      lines: z.array(ingredientText).min(1).max(MAX_LINES).meta({ description: 'What to buy, as text' }),
    }),
    response: listResponse,
    maxBodyBytes: DOCUMENT_BYTES,
    problems: LIST_PROBLEMS,
    async change(request) {
      const { context, family, body } = request;
      const added = body.lines.map((text) => ({ opId: newId(), kind: 'add' as const, text }));
      return applyListOperations(context, family, weekIn(request), added);
    },
    read: readChanged,
  }),

  keyEndpoint({
    method: 'PATCH',
    path: '/api/shopping-lists/v1/:weekOf/items/:itemId',
    access: { scope: 'lists:write' },
    operationId: 'tickItem',
    summary: 'Mark an item as bought',
    description: 'Marks an item as bought, or as still to buy.',
    tag,
    params: onItem,
    body: z.strictObject({ isTicked: z.boolean() }),
    response: listResponse,
    problems: ['not-found', ...LIST_PROBLEMS],
    change: (request) =>
      changeItem(request, (item, items) => {
        const isTicked = item.state === 'ticked';
        if (isTicked === request.body.isTicked) return [];
        return isTicked ? [undo(item.marks, newId)] : [purchaseOf('tick', item, items, newId())];
      }),
    read: readChanged,
  }),

  keyEndpoint({
    method: 'DELETE',
    path: '/api/shopping-lists/v1/:weekOf/items/:itemId',
    access: { scope: 'lists:write' },
    operationId: 'removeItem',
    summary: 'Remove an item',
    description:
      'A line that somebody added is taken back. What a recipe needs is removed from the list of this week and not counted as bought.',
    tag,
    params: onItem,
    response: listResponse,
    problems: ['not-found', ...LIST_PROBLEMS],
    change: (request) => changeItem(request, (item, items) => removalOf(item, items, newId)),
    read: readChanged,
  }),
];
