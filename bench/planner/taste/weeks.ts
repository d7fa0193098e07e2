/** Weeks as families would live through them: variety, mix, favourite cuisines, rotation, learning and refusals. */
import type { Proposal } from '#domain/proposal/proposal.ts';
import { seededRandom } from '#domain/random.ts';
import type { Week } from '#domain/week/week.ts';
import type { Dish } from '#planner/model/dish.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import { planWeek } from '#planner/plan.ts';
import { type FamilySet, type Household, omnivores } from './household.ts';
import { cookedDishes, hasFish, hasMeat, mean, nearIdenticalPairs, share } from './measures.ts';

export type WeekFigures = {
  nearIdenticalPairs: number;
  weeksWithPair: number;
  weeksWithoutMeatOrFish: number;
  cuisines: number;
  lovedCuisineShare: number;
  firstStars: number;
  /** The share of first weeks with the dish that most of them have. */
  commonestFirstDish: number;
  /** Of random weeks with the same dishes. */
  random: { nearIdenticalPairs: number; cuisines: number; lovedCuisineShare: number; firstStars: number };
};

const WEEKS = 3;

export function measureWeeks(set: FamilySet, families: number): WeekFigures {
  const households = omnivores(set, families);
  const lives = households.map((household) => ({ household, weeks: live(household, WEEKS) }));
  const all = lives.flatMap(({ weeks }) => weeks);
  const randoms = households.map((household, index) => ({ household, week: randomWeek(household, index) }));
  return {
    nearIdenticalPairs: mean(all.map(nearIdenticalPairs)),
    weeksWithPair: share(all.map((week) => nearIdenticalPairs(week) > 0)),
    weeksWithoutMeatOrFish: share(all.map((week) => !week.some(hasMeat) || !week.some(hasFish))),
    cuisines: mean(all.map(countCuisines)),
    lovedCuisineShare: mean(
      lives.flatMap(({ household, weeks }) =>
        weeks.map((week) => share(week.map((dish) => isLoved(household, dish)))),
      ),
    ),
    firstStars: mean(lives.map(({ household, weeks }) => mean((weeks[0] ?? []).map(household.starsOf)))),
    commonestFirstDish: commonest(lives.map(({ weeks }) => weeks[0] ?? [])),
    random: {
      nearIdenticalPairs: mean(randoms.map(({ week }) => nearIdenticalPairs(week))),
      cuisines: mean(randoms.map(({ week }) => countCuisines(week))),
      lovedCuisineShare: mean(
        randoms.map(({ household, week }) => share(week.map((dish) => isLoved(household, dish)))),
      ),
      firstStars: mean(randoms.map(({ household, week }) => mean(week.map(household.starsOf)))),
    },
  };
}

function commonest(weeks: readonly (readonly Dish[])[]): number {
  const counts = Map.groupBy(weeks.flat(), (dish) => dish)
    .values()
    .map(({ length }) => length);
  return Math.max(0, ...counts) / weeks.length;
}

function isLoved({ task }: Household, dish: Dish): boolean {
  return task.preferences.cuisines.includes(dish.cuisine);
}

function countCuisines(week: readonly Dish[]): number {
  return new Set(week.map(({ cuisine }) => cuisine)).size;
}

/** Consecutive weeks; the family accepts every proposal. */
function live({ task }: Household, weeks: number): Dish[][] {
  let current = task;
  return Array.from({ length: weeks }, () => {
    const proposal = planWeek(current);
    current = nextWeek(current, proposal);
    return cookedDishes(proposal);
  });
}

function nextWeek(task: PlanningTask, proposal: Proposal): PlanningTask {
  const week = Temporal.PlainDate.from(task.week).add({ weeks: 1 }).toString() as Week;
  const older = Object.entries(task.servedWeeksAway).map(([id, weeks]) => [id, weeks + 1]);
  const served = cookedDishes(proposal).map(({ id }) => [id, 1]);
  const refused = Object.entries(task.rejectedWeeksAgo).map(([id, weeks]) => [id, weeks + 1]);
  return {
    ...task,
    week,
    servedWeeksAway: Object.fromEntries([...older, ...served]),
    rejectedWeeksAgo: Object.fromEntries(refused),
    avoided: [],
  };
}

/** Dishes that fit the slots, each drawn at random. */
function randomWeek({ task }: Household, index: number): Dish[] {
  const random = seededRandom(index);
  const used = new Set<Dish>();
  const slots = Object.values(task.preferences.slotSettings).flatMap((day) => Object.entries(day ?? {}));
  for (const [slot, settings] of slots) {
    const fitting = task.dishes.filter(
      (dish) =>
        !used.has(dish) &&
        (dish.slots as readonly string[]).includes(slot) &&
        dish.totalMinutes <= (settings?.minutes ?? Infinity),
    );
    const dish = fitting[random(fitting.length)];
    if (dish) used.add(dish);
  }
  return [...used];
}

const LONG_RUN_WEEKS = 12;

/** Different dishes in twelve weeks of a family that rates nothing. */
export function measureBreadth(set: FamilySet, families: number): number {
  return mean(
    omnivores(set, families).map((household) => new Set(live(household, LONG_RUN_WEEKS).flat()).size),
  );
}

/** How often a dish that was refused is proposed again in twelve weeks. The family refuses what it would give two stars or less. */
export function measureRejectedDishes(set: FamilySet, families: number): { refused: number; again: number } {
  const each = omnivores(set, families).map(({ task, starsOf }) => {
    let current = task;
    const refused = new Set<Dish>();
    let again = 0;
    for (let week = 0; week < LONG_RUN_WEEKS; week += 1) {
      let proposal = planWeek(current);
      for (let tries = 0; tries < 20; tries += 1) {
        const bad = cookedDishes(proposal).filter((dish) => starsOf(dish) <= 2);
        again += bad.filter((dish) => refused.has(dish)).length;
        if (bad.length === 0) break;
        for (const dish of bad) refused.add(dish);
        current = {
          ...current,
          avoided: [...current.avoided, ...bad.map(({ id }) => id)],
          rejectedWeeksAgo: {
            ...current.rejectedWeeksAgo,
            ...Object.fromEntries(bad.map(({ id }) => [id, 0])),
          },
        };
        proposal = planWeek(current);
      }
      current = nextWeek(current, proposal);
    }
    return { refused: refused.size, again };
  });
  return {
    refused: mean(each.map((figures) => figures.refused)),
    again: mean(each.map((figures) => figures.again)),
  };
}

/** "Other ideas", three times: the share of dishes that were not shown before. */
export function measureOtherIdeas(set: FamilySet, families: number): number {
  const shares = omnivores(set, families).flatMap(({ task }) => {
    const shown = new Set(cookedDishes(planWeek(task)));
    return [1, 2, 3].map((seed) => {
      const dishes = cookedDishes(planWeek({ ...task, seed, avoided: [...shown].map(({ id }) => id) }));
      const isNew = dishes.map((dish) => !shown.has(dish));
      for (const dish of dishes) shown.add(dish);
      return share(isNew);
    });
  });
  return mean(shares);
}

/** The same by the seed alone, without a list of what was shown. */
export function measureSeeds(set: FamilySet, families: number): number {
  return mean(
    omnivores(set, families).map(({ task }) => {
      const first = new Set(cookedDishes(planWeek(task)));
      return share(cookedDishes(planWeek({ ...task, seed: 1 })).map((dish) => !first.has(dish)));
    }),
  );
}

/** Mean stars by week, if all eaters rate every dish that they ate. */
export function measureLearning(set: FamilySet, families: number): number[] {
  const lives = omnivores(set, families).map(({ task, starsOf }) => {
    let current = task;
    return Array.from({ length: 8 }, () => {
      const proposal = planWeek(current);
      const dishes = cookedDishes(proposal);
      const rated = Object.fromEntries(dishes.map((dish) => [dish.id, Math.round(starsOf(dish))]));
      const next = nextWeek(current, proposal);
      const stars = Object.fromEntries(
        task.preferences.eaters.map(({ id }) => [id, { ...current.stars[id], ...rated }]),
      );
      current = { ...next, stars };
      return mean(dishes.map(starsOf));
    });
  });
  return Array.from({ length: 8 }, (_, week) => mean(lives.map((stars) => stars[week] ?? 0)));
}
