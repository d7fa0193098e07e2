/** What a family sees at an ingredient line: that it is not understood, or who settled it. */
import { byLanguage, type ByLanguage } from '#domain/language/language.ts';
import type { Maker } from '#domain/family/maker.ts';
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import type { IngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { foodsNamedIn, isUnsettled, wordsToSettle } from '#domain/ingredient-line/line-answers.ts';
import { foodIdsOf } from './recipe.ts';

export type LineStatus = {
  /** Absent if the line is understood for sure, is no food, or was settled. */
  readonly question?: {
    /** Whether some of the line was understood. */
    readonly isPartly: boolean;
    /** False for a line that is too long. */
    readonly canBeSettled: boolean;
    /** What the line names for certain. It counts, whatever people say about the rest. */
    readonly known: readonly ByLanguage<string>[];
  };
  readonly settled?: {
    /** Whether somebody said that the line has nothing else that an eater must avoid. */
    readonly isHarmless: boolean;
    /** What the line counts as. */
    readonly foods: readonly ByLanguage<string>[];
    readonly maker: Maker;
    readonly settledAt: string;
  };
};

export function statusOfLine(line: IngredientLine, foods: FoodCatalogue): LineStatus {
  const { settledBy } = line;
  if (settledBy) {
    const { foodId, maker, settledAt } = settledBy;
    const counted = [...new Set(foodIdsOf(line))].map((id) => nameOfFood(id, foods));
    return { settled: { isHarmless: foodId === null, foods: counted, maker, settledAt } };
  }
  if (!isUnsettled(line)) return {};
  const known = [...new Set([...foodIdsOf(line), ...foodsNamedIn(line, foods)])];
  return {
    question: {
      isPartly: line.understood !== undefined,
      canBeSettled: wordsToSettle(line) !== undefined,
      known: known.map((id) => nameOfFood(id, foods)),
    },
  };
}

export function nameOfFood(id: string, foods: FoodCatalogue): ByLanguage<string> {
  const names = foods.find(id)?.names;
  return byLanguage((language) => names?.[language][0]?.plural ?? id);
}
