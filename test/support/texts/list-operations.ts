/** Random operations on a shopping list, with few ids and items, so that they often affect each other. */
import * as fc from 'fast-check';
import type { ListOperation } from '#domain/shopping-list/operations.ts';

const ids = Array.from({ length: 12 }, (_, at) => `operation-${at}`);
const itemId = fc.constantFrom('food:onion', 'food:milk', 'food:milk:2', 'line:soup', 'added:operation-1');

/** One operation for each id. An undo may name any id, also its own, and the same id twice. */
export const anyOperations: fc.Arbitrary<ListOperation[]> = fc
  .tuple(
    ...ids.map((opId): fc.Arbitrary<ListOperation> =>
      fc.oneof(
        fc.record(
          {
            opId: fc.constant(opId),
            kind: fc.constantFrom('tick', 'drop'),
            itemId,
            bought: fc.constant({}),
            lines: fc.uniqueArray(fc.constantFrom(...ids), { maxLength: 2 }),
          },
          { requiredKeys: ['opId', 'kind', 'itemId', 'bought'] },
        ),
        fc.record({
          opId: fc.constant(opId),
          kind: fc.constant('amount'),
          itemId,
          text: fc.constantFrom('3', '1 kg', 'loads'),
          seen: fc.constant({}),
        }),
        fc.record({
          opId: fc.constant(opId),
          kind: fc.constant('keep'),
          foodId: fc.constantFrom('salt', 'milk'),
        }),
        fc.record({
          opId: fc.constant(opId),
          kind: fc.constant('move'),
          key: fc.constantFrom('food:milk', 'text:rice'),
          aisle: fc.constantFrom('frozen', 'other'),
        }),
        fc.record({
          opId: fc.constant(opId),
          kind: fc.constant('order'),
          shop: fc.constantFrom('', 'Market'),
          aisles: fc.constantFrom(['frozen'], []),
        }),
        fc.record({ opId: fc.constant(opId), kind: fc.constant('want'), itemId }),
        fc.record({ opId: fc.constant(opId), kind: fc.constant('add'), text: fc.constantFrom('rice', 'ä') }),
        fc.record({
          opId: fc.constant(opId),
          kind: fc.constant('undo'),
          undoes: fc.array(fc.constantFrom(...ids, 'never-arrives'), { minLength: 1, maxLength: 3 }),
        }),
      ),
    ),
  )
  .chain((all) => fc.subarray(all));

/** The operations in random order and in batches, some of them twice. */
export function inAnyOrder(
  all: ListOperation[],
): fc.Arbitrary<{ all: ListOperation[]; batches: ListOperation[][] }> {
  const sent = fc
    .subarray(all)
    .chain((again) => fc.shuffledSubarray([...all, ...again], { minLength: all.length + again.length }));
  return fc.tuple(sent, fc.infiniteStream(fc.integer({ min: 1, max: 5 }))).map(([order, sizes]) => {
    const [left, batches] = [[...order], [] as ListOperation[][]];
    for (const size of sizes) {
      if (left.length === 0) break;
      batches.push(left.splice(0, size));
    }
    return { all, batches };
  });
}
