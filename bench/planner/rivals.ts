/**
 * What others do, on the same families and under the same hard rules: draw each dish at random, or take
 * for each slot in turn what is best there just then.
 */
import type { PlanningTask } from '#planner/model/task.ts';
import { planWeek } from '#planner/plan.ts';
import { type Chance, oneOf, seededChance } from '#test/chance.ts';
import { type Model, modelOf } from '#test/planner/optimum.ts';
import { worthOf } from '#test/planner/program.ts';
import { familyWith150 } from './families.ts';
import type { Proof } from './proofs.ts';

/** Tenths of a point of one family's week, and how many slots it fills; the best one where it is proven. */
type Score = { filled: number; score: number };
export type Rivalry = { seed: number; random: Score; greedy: Score; planner: Score; best: Score | null };

export function compareRivals(
  families: number,
  proofs: readonly Proof[],
  say: (text: string) => void,
): Rivalry[] {
  return Array.from({ length: families }, (_, seed) => {
    const task = familyWith150(seed);
    const { meals, score } = planWeek(task);
    const proof = proofs.find((each) => each.seed === seed && each.isProven);
    if (seed % 50 === 49) say(`${seed + 1} families`);
    return {
      seed,
      random: drawAtRandom(task, seededChance(seed)),
      greedy: takeTheBest(task),
      planner: {
        filled: meals.filter(({ kind }) => kind === 'cooked' || kind === 'leftovers').length,
        score,
      },
      best: proof ? { filled: proof.filled, score: proof.best } : null,
    };
  });
}

function drawAtRandom(task: PlanningTask, chance: Chance): Score {
  return fill(modelOf(task), (options) => oneOf(chance, options));
}

function takeTheBest(task: PlanningTask): Score {
  return fill(modelOf(task), (options) =>
    options.reduce((best, option) => (option.worth > best.worth ? option : best)),
  );
}

type Option = { column: number; seats: number; worth: number };

/** Slot by slot, in the order of the week, from whatever breaks no hard rule there. */
function fill({ seats, choices, program }: Model, choose: (options: Option[]) => Option): Score {
  const chosen: number[] = [];
  let filled = 0;
  for (const seat of seats) {
    const options = choices.flatMap((choice) => {
      if (choice.seats[0] !== seat) return [];
      const worth = worthOf(program, [...chosen, choice.column]);
      return worth === undefined ? [] : [{ column: choice.column, seats: choice.seats.length, worth }];
    });
    if (options.length === 0) continue;
    const { column, seats: many } = choose(options);
    chosen.push(column);
    filled += many;
  }
  return { filled, score: worthOf(program, chosen) ?? Number.NaN };
}
