/** Lines of a recipe in groups with headings, while they are collected. */

export type LineGroup = { readonly heading?: string; readonly lines: string[] };

/** Groups without lines are left out, but a heading without lines is a line: it may be a food, and nothing is lost. */
export function withoutEmpty(groups: readonly LineGroup[]): LineGroup[] {
  return groups.flatMap((group) => {
    if (group.lines.length > 0) return [group];
    return group.heading === undefined ? [] : [{ lines: [group.heading] }];
  });
}
