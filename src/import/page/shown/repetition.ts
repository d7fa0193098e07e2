/** Removes what pages repeat: the whole list again for print or small screens, and the same control on every line. */
import type { IngredientGroup } from '#import/imported-recipe.ts';
import { lettersAndDigits } from '#import/page/plain-text.ts';

/** Shorter lists may have the same lines twice for two parts of a dish. */
const MIN_LINES = 3;
const MAX_COPIES = 4;

/** The first copy of a list that consists of copies of itself. */
export function withoutCopies(groups: readonly IngredientGroup[]): readonly IngredientGroup[] {
  const lines = groups.flatMap((group) => group.lines).map(lettersAndDigits);
  for (let copies = MAX_COPIES; copies > 1; copies -= 1) {
    const length = lines.length / copies;
    if (!Number.isInteger(length) || length < MIN_LINES) continue;
    if (lines.every((line, at) => line === lines[at % length])) return firstLines(groups, length);
  }
  return groups;
}

function firstLines(groups: readonly IngredientGroup[], count: number): IngredientGroup[] {
  let left = count;
  const shortened = groups.map((group) => {
    const lines = group.lines.slice(0, left);
    left -= lines.length;
    return { ...group, lines };
  });
  return shortened.filter((group) => group.lines.length > 0);
}

/** "2 leeks Add to list", "1 egg Add to list": words that all lines end with belong to a control. */
export function withoutCommonEnding(lines: readonly string[]): string[] {
  const [first, ...others] = lines.map((line) => line.split(' ').toReversed());
  if (first === undefined || lines.length < MIN_LINES) return [...lines];
  let count = 0;
  while (count < first.length - 1 && others.every((words) => words[count] === first[count])) count += 1;
  const isControl = count > 1 && others.every((words) => words.length > count);
  return isControl ? lines.map((line) => line.split(' ').slice(0, -count).join(' ')) : [...lines];
}
