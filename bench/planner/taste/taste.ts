/** The headline figures: what families notice, on families that the weights were tuned with and on untouched ones. */
import { type EverydayRulesFigures, measureEverydayRules } from './everyday-rules.ts';
import type { FamilySet } from './household.ts';
import { measureShopping, type ShoppingFigures } from './shopping.ts';
import {
  measureBreadth,
  measureLearning,
  measureOtherIdeas,
  measureRejectedDishes,
  measureSeeds,
  measureWeeks,
  type WeekFigures,
} from './weeks.ts';

export type TasteFigures = WeekFigures &
  ShoppingFigures &
  EverydayRulesFigures & {
    differentDishes: number;
    rejectedAgain: number;
    newWithOtherIdeas: number;
    newWithAnotherSeed: number;
    /** Mean stars by week, if every dish is rated. */
    learning: number[];
  };
export type TasteResult = { [S in FamilySet]: TasteFigures };

export function measureTaste(isQuick: boolean, log: (text: string) => void): TasteResult {
  return { tuned: measureSet('tuned', isQuick, log), untouched: measureSet('untouched', isQuick, log) };
}

function measureSet(set: FamilySet, isQuick: boolean, log: (text: string) => void): TasteFigures {
  const [many, some, few] = isQuick ? [10, 4, 2] : [50, 20, 10];
  log(`weeks of ${many} ${set} families`);
  const weeks = measureWeeks(set, many);
  log('shopping and rules');
  const shopping = measureShopping(set, many);
  const rules = measureEverydayRules(set, some);
  log('twelve weeks');
  return {
    ...weeks,
    ...shopping,
    ...rules,
    differentDishes: measureBreadth(set, few),
    rejectedAgain: measureRejectedDishes(set, few).again,
    newWithOtherIdeas: measureOtherIdeas(set, some),
    newWithAnotherSeed: measureSeeds(set, some),
    learning: measureLearning(set, few),
  };
}
