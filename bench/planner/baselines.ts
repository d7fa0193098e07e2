/**
 * Baselines on the same families and under the same hard constraints: random choice, and a greedy choice of
 * the best dish for each slot in turn.
 */
import type { PlanningTask } from '#planner/model/task.ts';
import { planWeek } from '#planner/plan.ts';
import { oneOf, type Random } from '#domain/random.ts';
import { recordedRandom } from '#test/planner/recorded-random.ts';
import { modelOf } from '#test/planner/optimum.ts';
import type { Model } from '#test/planner/optimum/model.ts';
import { objectiveOf } from '#test/planner/integer-program.ts';
import { factsIn, familyWith150, realCookbook } from './families.ts';
import type { Proof } from './proofs.ts';

/** The score of one family's week in tenths of a point, and the number of filled slots. */
type Score = { filled: number; score: number };
export type BaselineComparison = {
  seed: number;
  random: Score;
  greedy: Score;
  planner: Score;
  best: Score | null;
};

export function compareBaselines(
  families: number,
  proofs: readonly Proof[],
  log: (text: string) => void,
): BaselineComparison[] {
  return Array.from({ length: families }, (_, seed) => {
    const task = familyWith150(seed);
    const { meals, score } = planWeek(task);
    const proof = proofs.find((each) => each.seed === seed && each.isProven);
    if (seed % 50 === 49) log(`${seed + 1} families`);
    return {
      seed,
      random: randomBaseline(task, recordedRandom(seed)),
      greedy: greedyBaseline(task),
      planner: {
        filled: meals.filter(({ kind }) => kind === 'cooked' || kind === 'leftovers').length,
        score,
      },
      best: proof ? { filled: proof.filled, score: proof.best } : null,
    };
  });
}

function randomBaseline(task: PlanningTask, random: Random): Score {
  return fill(modelOf(task, factsIn(realCookbook())), (options) => oneOf(random, options));
}

function greedyBaseline(task: PlanningTask): Score {
  return fill(modelOf(task, factsIn(realCookbook())), (options) =>
    options.reduce((best, option) => (option.objective > best.objective ? option : best)),
  );
}

type Option = { column: number; filled: number; objective: number };

/** Fills the slots in the order of the week with choices that violate no hard constraint. */
function fill({ slots, choices, program }: Model, choose: (options: Option[]) => Option): Score {
  const chosen: number[] = [];
  let filled = 0;
  for (const slot of slots) {
    const options = choices.flatMap((choice) => {
      if (choice.slots[0] !== slot) return [];
      const objective = objectiveOf(program, [...chosen, choice.column]);
      return objective === undefined
        ? []
        : [{ column: choice.column, filled: choice.slots.length, objective }];
    });
    if (options.length === 0) continue;
    const option = choose(options);
    chosen.push(option.column);
    filled += option.filled;
  }
  return { filled, score: objectiveOf(program, chosen) ?? Number.NaN };
}
