/** The search against all weeks there are, where they are few enough to try every one. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { randomKitchen } from '#test/planner/random-cookbook.ts';
import { randomFamily } from '#test/planner/random-family.ts';
import { dish, dishes, place, rule, table, task } from '#test/small-week.ts';
import { compileProblem, EMPTY, LEFTOVERS, type Problem, type ProblemSlot } from '#planner/model/problem.ts';
import { scoreOf, type Worth } from '#planner/model/objective.ts';
import { findWeek } from './search.ts';
import type { PlanningTask } from '#planner/model/task.ts';

const { dishes: cookbook } = randomKitchen(60, 9);
const MOST_WEEKS = 40_000;

function never(): boolean {
  return false;
}

/** A family of which only the first slots are left to plan, so that all weeks can be tried. */
function smallFamily(seed: number): PlanningTask {
  const few = cookbook.slice((seed * 7) % 40, ((seed * 7) % 40) + 16);
  const family = randomFamily(seed, few, { severity: 1 + (seed % 3) });
  return { ...family, wishes: { ...family.wishes, cooksDouble: seed % 2 === 0 } };
}

function bestOfAll(problem: Problem): Worth {
  let best: Worth = { filled: -1, score: 0 };
  const week: number[] = [];
  const fill = (slot: number): void => {
    if (slot === problem.slots.length) {
      const worth = scoreOf(problem, week);
      if (keepsRules(problem, week) && isBetter(worth, best)) best = worth;
      return;
    }
    for (const content of choices(problem.slots[slot] as ProblemSlot, week)) {
      week[slot] = content;
      fill(slot + 1);
    }
    week.length = slot;
  };
  fill(0);
  return best;
}

function choices({ candidates, keepers, dinner, isLocked }: ProblemSlot, week: readonly number[]): number[] {
  const free = candidates.filter((candidate) => !week.includes(candidate));
  const leftovers = keepers.includes(week[dinner] ?? EMPTY) ? [LEFTOVERS] : [];
  return [...free, ...leftovers, ...(isLocked ? [] : [EMPTY])];
}

function keepsRules({ rules }: Problem, week: readonly number[]): boolean {
  return rules.every(({ slots, dishes, mostTagged, mostOthers }) => {
    const held = slots.map((slot) => week[slot]).filter((content) => content !== EMPTY);
    const tagged = held.filter((content) => dishes.includes(content as number)).length;
    return tagged <= mostTagged && held.length - tagged <= mostOthers;
  });
}

function isBetter(one: Worth, other: Worth): boolean {
  return one.filled > other.filled || (one.filled === other.filled && one.score > other.score);
}

function howManyWeeks({ slots }: Problem): number {
  return slots.reduce(
    (many, { candidates, keepers }) => many * (candidates.length + Math.min(1, keepers.length) + 1),
    1,
  );
}

test('it finds the best of all weeks wherever all can be tried', () => {
  let compared = 0;
  for (let seed = 0; compared < 25; seed += 1) {
    const problem = compileProblem(smallFamily(seed));
    if (problem.slots.length < 2 || howManyWeeks(problem) > MOST_WEEKS) continue;
    compared += 1;
    const week = findWeek(problem, { seed, goal: 'best', isOver: never });
    ok(keepsRules(problem, [...week]), `family ${seed}`);
    deepStrictEqual(scoreOf(problem, week), bestOfAll(problem), `family ${seed}`);
  }
});

test('a slot with one dish gets it, even if it stood elsewhere', () => {
  const quick = dish('quick', { totalMinutes: 10 });
  const wishes = { table: table('Monday dinner', 'Tuesday dinner', ['Sunday dinner', { minutes: 10 }]) };
  const problem = compileProblem(task({ dishes: [quick, ...dishes(2)], wishes }));
  strictEqual(scoreOf(problem, findWeek(problem, { seed: 1, goal: 'best', isOver: never })).filled, 3);
});

test('a rule that leaves room for one gives it to the slot that needs it', () => {
  const onlyFish = dish('fish', { protein: 'fish', totalMinutes: 10 });
  const otherFish = dish('other fish', { protein: 'fish', cuisine: 'loved' });
  const problem = compileProblem(
    task({
      dishes: [onlyFish, otherFish, ...dishes(3)],
      wishes: {
        table: table('Monday dinner', ['Sunday dinner', { minutes: 10 }]),
        cuisines: ['loved'],
        rules: [rule('r', { tag: 'protein:fish', atMost: 1 })],
      },
    }),
  );
  strictEqual(scoreOf(problem, findWeek(problem, { seed: 1, goal: 'best', isOver: never })).filled, 2);
});

test('from an earlier week it keeps what may still stand, and ends as soon as nothing is empty', () => {
  const wishes = { table: table('Monday dinner', 'Tuesday dinner', 'Wednesday dinner') };
  const problem = compileProblem(
    task({ dishes: dishes(9), avoided: [{ ...place('Tuesday dinner'), recipeId: 'dish-4' }], wishes }),
  );
  const number = (id: string): number => problem.dishes.findIndex(({ dish }) => dish.id === id);
  const from = [number('dish-3'), number('dish-4'), EMPTY];
  const [monday, tuesday, wednesday] = findWeek(problem, { seed: 1, goal: 'whole', isOver: never, from });
  strictEqual(monday, number('dish-3'));
  ok(tuesday !== EMPTY && tuesday !== number('dish-4'), 'it was turned down there');
  ok(wednesday !== EMPTY);
});

test('however early the deadline comes, no slot stays empty that something could stand in', () => {
  for (let looks = 0; looks < 12; looks += 1) {
    const problem = compileProblem(randomFamily(looks, cookbook, { severity: 2 }));
    let looked = 0;
    const week = findWeek(problem, { seed: 1, goal: 'best', isOver: () => (looked += 1) > looks });
    for (const [slot, content] of week.entries()) {
      if (content !== EMPTY) continue;
      const free = (problem.slots[slot] as ProblemSlot).candidates.filter((one) => !week.includes(one));
      ok(
        !free.some((one) => keepsRules(problem, [...week].with(slot, one))),
        `family ${looks}, slot ${slot}`,
      );
    }
  }
});
