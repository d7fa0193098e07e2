/** What a family sees at an ingredient line: that it is not understood, or who answered what it is. */
import type { ByLanguage } from '#languages/language.ts';
import type { Creator } from '#domain/family/creator.ts';
import { type FoodCatalogue, nameOfFood } from '#domain/food/food-catalogue.ts';
import type { IngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { foodsNamedIn, isUnclear, unclearWords } from '#domain/ingredient-line/line-answers.ts';
import { foodIdsOf } from '#domain/recipe/recipe.ts';

export type LineStatus = {
  /** Absent if the line is understood for sure, is no food, or was answered. */
  readonly question?: {
    /** Whether some of the line was understood. */
    readonly isPartly: boolean;
    /** False for a line that is too long. */
    readonly canBeAnswered: boolean;
    /** What the line names for certain. It counts, whatever people say about the rest. */
    readonly known: readonly ByLanguage<string>[];
  };
  readonly answer?: {
    /** Whether somebody said that the line has nothing else that an eater must avoid. */
    readonly isHarmless: boolean;
    /** What the line counts as. */
    readonly foods: readonly ByLanguage<string>[];
    readonly createdBy: Creator;
    readonly createdAt: string;
  };
};

export function statusOfLine(line: IngredientLine, foods: FoodCatalogue): LineStatus {
  const { answer } = line;
  if (answer) {
    const { foodId, createdBy, createdAt } = answer;
    const counted = [...new Set(foodIdsOf(line))].map((id) => nameOfFood(id, foods));
    return { answer: { isHarmless: foodId === null, foods: counted, createdBy, createdAt } };
  }
  if (!isUnclear(line)) return {};
  const known = [...new Set([...foodIdsOf(line), ...foodsNamedIn(line, foods)])];
  return {
    question: {
      isPartly: line.understood !== undefined,
      canBeAnswered: unclearWords(line) !== undefined,
      known: known.map((id) => nameOfFood(id, foods)),
    },
  };
}
