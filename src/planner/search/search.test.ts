/** The search compared with exhaustive enumeration, on instances that are small enough for it. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { isMainMeal } from '#planner/model/slots.ts';
import { randomCookbook } from '#test/planner/random-cookbook.ts';
import { randomFamily } from '#test/planner/random-family.ts';
import { dish, dishes, rule, settingsOf, task } from '#test/planner/small-week.ts';
import {
  compileTask,
  EMPTY,
  leftoversOf,
  leftoversSource,
  type CompiledInstance,
  type CompiledSlot,
} from '#planner/model/compiled-instance.ts';
import { evaluate, type ObjectiveValue } from '#planner/model/objective.ts';
import { searchWeek } from './search.ts';
import type { PlanningTask } from '#planner/model/task.ts';

const { dishes: cookbook } = randomCookbook(60, 9);
const MAX_WEEKS = 40_000;

function never(): boolean {
  return false;
}

/** A family with few dishes, so that many of the instances are small enough. */
function smallFamily(seed: number): PlanningTask {
  const few = cookbook.slice((seed * 7) % 40, ((seed * 7) % 40) + 16);
  const family = randomFamily(seed, few, { severity: 1 + (seed % 3) });
  return { ...family, preferences: { ...family.preferences, cooksDouble: seed % 2 === 0 } };
}

function enumerateBest(instance: CompiledInstance): ObjectiveValue {
  let best: ObjectiveValue = { filled: -1, score: 0 };
  const week: number[] = [];
  const fill = (slot: number): void => {
    if (slot === instance.slots.length) {
      const value = evaluate(instance, week);
      if (meetsHardRules(instance, week) && isBetter(value, best)) best = value;
      return;
    }
    for (const content of choices(instance, slot, week)) {
      week[slot] = content;
      fill(slot + 1);
    }
    week.length = slot;
  };
  fill(0);
  return best;
}

function choices({ dishes, slots }: CompiledInstance, slot: number, week: readonly number[]): number[] {
  const { candidates, leftoverDishes, leftoverSources, locked } = slots[slot] as CompiledSlot;
  if (locked !== undefined) return [locked];
  const isSmall = (at: number): boolean => !isMainMeal(slots[at]?.place ?? { slot: 'dinner' });
  const free = candidates.filter(
    (candidate) =>
      !week.some((content, place) => content === candidate && !(isSmall(slot) && isSmall(place))),
  );
  const leftovers = leftoverSources.flatMap((source) => {
    const content = week[source.slot] ?? EMPTY;
    const cooked = dishes[content]?.dish;
    const lasts = cooked && (cooked.freezes || (cooked.isReheatable && !source.isFrozen));
    const isFree = !week.includes(leftoversOf(source.slot));
    return lasts && isFree && leftoverDishes.includes(content) ? leftoversOf(source.slot) : [];
  });
  return [...free, ...leftovers, EMPTY];
}

/** The dish that is eaten in a slot. */
function eatenAt(slot: number, week: readonly number[]): number {
  return week[leftoversSource(week[slot] ?? EMPTY) ?? slot] ?? EMPTY;
}

function meetsHardRules({ rules }: CompiledInstance, week: readonly number[]): boolean {
  return rules.every(({ slots, dishes, maxTagged, maxUntagged }) => {
    const held = slots.map((slot) => eatenAt(slot, week)).filter((content) => content !== EMPTY);
    const tagged = held.filter((content) => dishes.includes(content)).length;
    return tagged <= maxTagged && held.length - tagged <= maxUntagged;
  });
}

function isBetter(first: ObjectiveValue, second: ObjectiveValue): boolean {
  return first.filled > second.filled || (first.filled === second.filled && first.score > second.score);
}

function weekCount({ slots }: CompiledInstance): number {
  return slots.reduce(
    (count, { candidates, leftoverDishes, leftoverSources }) =>
      count * (candidates.length + (leftoverDishes.length > 0 ? leftoverSources.length : 0) + 1),
    1,
  );
}

test('finds the optimum of every instance that can be enumerated', () => {
  let compared = 0;
  for (let seed = 0; compared < 25; seed += 1) {
    const instance = compileTask(smallFamily(seed));
    if (instance.slots.length < 2 || weekCount(instance) > MAX_WEEKS) continue;
    compared += 1;
    const week = searchWeek(instance, { seed, goal: 'best', shouldStop: never });
    ok(meetsHardRules(instance, [...week]), `family ${seed}`);
    deepStrictEqual(evaluate(instance, week), enumerateBest(instance), `family ${seed}`);
  }
});

test('gives a slot its only candidate even if another slot had it', () => {
  const quick = dish('quick', { totalMinutes: 10 });
  const preferences = {
    slotSettings: settingsOf('Monday dinner', 'Tuesday dinner', ['Sunday dinner', { minutes: 10 }]),
  };
  const instance = compileTask(task({ dishes: [quick, ...dishes(2)], preferences }));
  strictEqual(
    evaluate(instance, searchWeek(instance, { seed: 1, goal: 'best', shouldStop: never })).filled,
    3,
  );
});

test('gives the only dish that a rule allows to the slot that has no other candidate', () => {
  const onlyFish = dish('fish', { protein: 'fish', totalMinutes: 10 });
  const otherFish = dish('other fish', { protein: 'fish', cuisine: 'loved' });
  const instance = compileTask(
    task({
      dishes: [onlyFish, otherFish, ...dishes(3)],
      preferences: {
        slotSettings: settingsOf('Monday dinner', ['Sunday dinner', { minutes: 10 }]),
        cuisines: ['loved'],
        rules: [rule('r', { tag: 'protein:fish', atMost: 1 })],
      },
    }),
  );
  strictEqual(
    evaluate(instance, searchWeek(instance, { seed: 1, goal: 'best', shouldStop: never })).filled,
    2,
  );
});

test('starts from an earlier week without contents that are no longer allowed, and stops when no slot is empty', () => {
  const preferences = { slotSettings: settingsOf('Monday dinner', 'Tuesday dinner', 'Wednesday dinner') };
  const instance = compileTask(task({ dishes: dishes(9), avoided: ['dish-4'], preferences }));
  const number = (id: string): number => instance.dishes.findIndex(({ dish }) => dish.id === id);
  const from = [number('dish-3'), number('dish-4'), EMPTY];
  const [monday, tuesday, wednesday] = searchWeek(instance, {
    seed: 1,
    goal: 'complete',
    shouldStop: never,
    start: from,
  });
  strictEqual(monday, number('dish-3'));
  ok(tuesday !== EMPTY && tuesday !== number('dish-4'), 'the family rejected it');
  ok(wednesday !== EMPTY);
});

test('leaves no slot empty that a dish could fill, however early the deadline stops it', () => {
  for (let maxChecks = 0; maxChecks < 12; maxChecks += 1) {
    const instance = compileTask(randomFamily(maxChecks, cookbook, { severity: 2 }));
    let checks = 0;
    const week = searchWeek(instance, { seed: 1, goal: 'best', shouldStop: () => (checks += 1) > maxChecks });
    for (const [slot, content] of week.entries()) {
      if (content !== EMPTY) continue;
      const free = (instance.slots[slot] as CompiledSlot).candidates.filter(
        (candidate) => !week.includes(candidate),
      );
      ok(
        !free.some((candidate) => meetsHardRules(instance, [...week].with(slot, candidate))),
        `family ${maxChecks}, slot ${slot}`,
      );
    }
  }
});
