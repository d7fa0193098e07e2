/** Small planning tasks for tests of the planner: minimal dishes, preferences and weeks. */
import type { Place, Slot } from '#domain/plan/plan.ts';
import type { Day, Week } from '#domain/week/week.ts';
import type { Eater, Rule, SlotSettings, Preferences } from '#domain/preferences/preferences.ts';
import type { Dish, DishFood } from '#planner/model/dish.ts';
import type { PlanningTask } from '#planner/model/task.ts';

/** Within the nutrition band of any slot. */
const NOURISHING = { energyKcal: 800, proteinG: 40 };

/** A dinner of half an hour without foods. */
export function dish(id: string, facts: Partial<Dish> = {}): Dish {
  return {
    id,
    title: id,
    translatedTitles: [],
    titleWords: [],
    slots: ['dinner'],
    activeMinutes: 20,
    clockMinutes: facts.totalMinutes ?? 30,
    totalMinutes: 30,
    cuisine: '',
    protein: '',
    form: '',
    starch: '',
    mainFood: '',
    dishFamily: '',
    isForChildren: undefined,
    isFamiliar: undefined,
    freezes: false,
    mainKind: 'plants',
    isSweet: false,
    freshDays: Infinity,
    seasons: [],
    isReheatable: false,
    isGlutenFreeVersion: false,
    isComplete: true,
    allergens: [],
    breaks: [],
    foods: [],
    foodKeys: (facts.foods ?? []).map(({ foodId }) => foodId),
    costCents: 100,
    nutrition: { ...NOURISHING, fatG: 0, carbohydrateG: 0, fibreG: 0, saltG: 0, atLeast: [] },
    ...facts,
  };
}

export function dishes(count: number, facts: Partial<Dish> = {}): Dish[] {
  return Array.from({ length: count }, (_, at) => dish(`${facts.protein || 'dish'}-${at}`, facts));
}

/** By default no staple, keeps long, sold by weight, costs nothing. */
export function food(foodId: string, facts: Partial<DishFood> = {}): DishFood {
  return { foodId, grams: 100, isStaple: false, keepsDays: Infinity, packs: [], centsPerKg: 0, ...facts };
}

export function eater(id: string, facts: Partial<Eater> = {}): Eater {
  return { id, name: id, diets: [], allergens: [], dislikes: [], ...facts };
}

export function rule(id: string, facts: Partial<Rule> & Pick<Rule, 'tag'>): Rule {
  return { id, days: [], slots: [], isHard: true, ...facts };
}

/** Places such as `Monday dinner`; by default two servings and no time limit. */
export function settingsOf(
  ...places: (string | [string, Partial<SlotSettings>])[]
): Preferences['slotSettings'] {
  const slotSettings: Preferences['slotSettings'] = {};
  for (const named of places) {
    const [name, settings] = typeof named === 'string' ? [named, {}] : named;
    const { day, slot } = place(name);
    slotSettings[day] = { ...slotSettings[day], [slot]: { servings: 2, ...settings } };
  }
  return slotSettings;
}

export function place(name: string): Place {
  const [day, slot] = name.split(' ') as [Day, Slot];
  return { day, slot };
}

type TaskFacts = Partial<Omit<PlanningTask, 'preferences'>> & { preferences?: Partial<Preferences> };

export function task({ preferences, ...facts }: TaskFacts): PlanningTask {
  return {
    week: '2026-06-15' as Week,
    season: 'summer',
    dishes: [],
    existingMeals: {},
    servedWeeksAway: {},
    rejectedWeeksAgo: {},
    wanted: [],
    stars: {},
    pantry: [],
    locked: [],
    avoided: [],
    seed: 0,
    preferences: {
      eaters: [],
      slotSettings: {},
      rules: [],
      restWeeks: 0,
      cuisines: [],
      recurring: [],
      cooksDouble: false,
      ...preferences,
    },
    ...facts,
  };
}
