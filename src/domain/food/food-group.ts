/**
 * Food groups: foods that people name together, such as mushrooms. Dislikes and rules name a food by its id and a group
 * by its key, `group:` and its id. No food id contains a colon, so one text names either.
 */
export type GroupKey = `group:${string}`;

export type FoodGroup = {
  readonly key: GroupKey;
  /** In the words people use; the first one is for sentences: "mushrooms". */
  readonly names: { readonly en: readonly string[]; readonly de: readonly string[] };
  /** Says that the whole group is meant: "All mushrooms". */
  readonly titles: { readonly en: string; readonly de: string };
  readonly foodIds: ReadonlySet<string>;
};

export function isGroupKey(foodKey: string): foodKey is GroupKey {
  return foodKey.startsWith('group:');
}
