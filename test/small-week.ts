/** Small weeks for tests of the planner: dishes and tasks with nothing in them but what a test says. */
import type { Place, Slot } from '#domain/plan/plan.ts';
import type { Day, Week } from '#domain/week/week.ts';
import type { Eater, Rule, SlotSettings, Preferences } from '#domain/preferences/preferences.ts';
import type { Dish, DishFood } from '#planner/model/dish.ts';
import type { PlanningTask } from '#planner/model/task.ts';

/** Food that fills: no day is out of its band with it. */
const NOURISHING = { energyKcal: 800, proteinG: 40 };

/** A dinner of half an hour, of nothing in particular. */
export function dish(id: string, facts: Partial<Dish> = {}): Dish {
  return {
    id,
    title: id,
    slots: ['dinner'],
    totalMinutes: 30,
    cuisine: '',
    protein: '',
    seasons: [],
    keeps: false,
    isComplete: true,
    allergens: [],
    breaks: [],
    foods: [],
    costCents: 100,
    nutrition: { ...NOURISHING, fatG: 0, carbohydrateG: 0, fibreG: 0, saltG: 0, isAtLeast: false },
    ...facts,
  };
}

export function dishes(many: number, facts: Partial<Dish> = {}): Dish[] {
  return Array.from({ length: many }, (_, at) => dish(`${facts.protein || 'dish'}-${at}`, facts));
}

/** To be bought, and it keeps, unless said otherwise. */
export function food(foodId: string, facts: Partial<DishFood> = {}): DishFood {
  return { foodId, grams: 100, isStaple: false, isPerishable: false, packs: [], ...facts };
}

export function eater(id: string, facts: Partial<Eater> = {}): Eater {
  return { id, name: id, diets: [], allergens: [], dislikes: [], ...facts };
}

export function rule(id: string, facts: Partial<Rule> & Pick<Rule, 'tag'>): Rule {
  return { id, days: [], slots: [], isHard: true, ...facts };
}

/** `Monday dinner`, for two unless said otherwise. */
export function table(...places: (string | [string, Partial<SlotSettings>])[]): Preferences['table'] {
  const laid: Preferences['table'] = {};
  for (const one of places) {
    const [name, sitting] = typeof one === 'string' ? [one, {}] : one;
    const { day, slot } = place(name);
    laid[day] = { ...laid[day], [slot]: { servings: 2, ...sitting } };
  }
  return laid;
}

export function place(name: string): Place {
  const [day, slot] = name.split(' ') as [Day, Slot];
  return { day, slot };
}

type TaskFacts = Partial<Omit<PlanningTask, 'wishes'>> & { wishes?: Partial<Preferences> };

export function task({ wishes, ...facts }: TaskFacts): PlanningTask {
  return {
    week: '2026-06-15' as Week,
    season: 'summer',
    dishes: [],
    standing: {},
    served: {},
    stars: {},
    pantry: [],
    locked: [],
    avoided: [],
    seed: 0,
    wishes: {
      eaters: [],
      table: {},
      rules: [],
      restWeeks: 0,
      cuisines: [],
      recurring: [],
      cooksDouble: false,
      ...wishes,
    },
    ...facts,
  };
}
