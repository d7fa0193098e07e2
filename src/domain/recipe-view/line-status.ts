/** What a family sees at an ingredient line: that it is not understood, or who answered what it is. */
import type { ByLanguage } from '#languages/language.ts';
import type { Creator } from '#domain/family/creator.ts';
import { type FoodCatalogue, nameOfFood } from '#domain/food/food-catalogue.ts';
import type { Allergen } from '#domain/food/food.ts';
import type { IngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { brandedWords, foodsNamedIn, isUnclear, unclearWords } from '#domain/ingredient-line/line-answers.ts';
import { brandsOfLine, foodIdsOf, possibleAllergens } from '#domain/ingredient-line/line-foods.ts';

export type LineStatus = {
  /** What only some brands of the foods of the line contain, if nobody said that the family's are free from it. */
  readonly mayContain?: {
    readonly allergens: readonly Allergen[];
    /** The line as an answer names it: in the language of the recipe's facts. */
    readonly line: string;
  };
  /** Who said that the family's brands are free from what others contain. */
  readonly freeBrands?: {
    readonly allergens: readonly Allergen[];
    readonly line: string;
    readonly createdBy: Creator;
    readonly createdAt: string;
  };
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
  if (answer && !answer.brands) {
    const { foodId, createdBy, createdAt } = answer;
    const counted = [...new Set(foodIdsOf(line))].map((id) => nameOfFood(id, foods));
    return { answer: { isHarmless: foodId === null, foods: counted, createdBy, createdAt } };
  }
  // What another recipe contains is said by that one.
  if (line.recipe?.title !== undefined) return {};
  if (!isUnclear(line)) return brandStatusOf(line, foods);
  const known = [...new Set([...foodIdsOf(line), ...(line.recipe ? [] : foodsNamedIn(line, foods))])];
  return {
    question: {
      isPartly: line.understood !== undefined,
      canBeAnswered: unclearWords(line) !== undefined,
      known: known.map((id) => nameOfFood(id, foods)),
    },
  };
}

function brandStatusOf(line: IngredientLine, foods: FoodCatalogue): LineStatus {
  if (brandedWords(line, foods) === undefined) return {};
  const possible = possibleAllergens(line, foods);
  const bought = brandsOfLine(line, foods);
  const left = possible.filter((allergen) => bought.some(({ mayContain }) => mayContain.has(allergen)));
  const free = possible.filter((allergen) => !left.includes(allergen));
  const { text, answer } = line;
  return {
    ...(left.length > 0 && { mayContain: { allergens: left, line: text } }),
    ...(answer &&
      free.length > 0 && {
        freeBrands: { allergens: free, line: text, createdBy: answer.createdBy, createdAt: answer.createdAt },
      }),
  };
}
