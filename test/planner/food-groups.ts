/** The food groups, read from their file without the program's parser. */
import { readFileSync } from 'node:fs';

/** By food id the groups that it belongs to, as `group:…`. */
export function groupsByFood(): Map<string, string[]> {
  const text = readFileSync(new URL('../../cookbook/food-groups.txt', import.meta.url), 'utf8');
  const blocks = new Map(text.split(/^# /m).map((block) => [block.split('\n')[0] ?? '', block]));
  const listed = (id: string, key: string): string[] =>
    [...(blocks.get(id) ?? '').matchAll(new RegExp(`^${key}: (.*)$`, 'gm'))].flatMap(([, ids = '']) =>
      ids.split(', '),
    );
  const foodsOf = (id: string): string[] => [
    ...listed(id, 'foods'),
    ...listed(id, 'groups').flatMap(foodsOf),
  ];
  const groups = new Map<string, string[]>();
  for (const id of blocks.keys()) {
    for (const food of new Set(foodsOf(id))) groups.set(food, [...(groups.get(food) ?? []), `group:${id}`]);
  }
  return groups;
}
