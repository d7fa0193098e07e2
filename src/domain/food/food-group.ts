/**
 * Food groups: foods that people name together, such as mushrooms. Dislikes and rules name a food by its id and a group
 * by its key, `group:` and its id. No food id contains a colon, so one text names either.
 */
import type { ByLanguage } from '#languages/language.ts';

export type GroupKey = `group:${string}`;

export type FoodGroup = {
  readonly key: GroupKey;
  /** In the words people use; the first one is for sentences: "mushrooms". */
  readonly names: ByLanguage<readonly string[]>;
  /** Says that the whole group is meant: "All mushrooms". */
  readonly titles: ByLanguage<string>;
  readonly foodIds: ReadonlySet<string>;
};

export function isGroupKey(foodKey: string): foodKey is GroupKey {
  return foodKey.startsWith('group:');
}
