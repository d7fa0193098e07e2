/**
 * Prints weeks of different families, to be read as these families would: would I eat this week? Each family accepts its
 * first week and gets a second one: npm run bench:planner -- --print
 */
import { findTranslation } from '#cookbook/translations.ts';
import type { Place } from '#domain/plan/plan.ts';
import { DEFAULT_PREFERENCES, type Eater, type Preferences } from '#domain/preferences/preferences.ts';
import type { Proposal, ProposedMeal } from '#domain/proposal/proposal.ts';
import type { Language } from '#languages/language.ts';
import { DAYS, type Week } from '#domain/week/week.ts';
import type { Dish } from '#planner/model/dish.ts';
import { planWeek } from '#planner/plan.ts';
import { realCookbook } from './families.ts';

type PrintedFamily = {
  name: string;
  language: Language;
  season: string;
  preferences: Partial<Preferences>;
};

const WEEKS: readonly Week[] = ['2026-11-16' as Week, '2026-11-23' as Week];

function eater(name: string, wants: Partial<Eater> = {}): Eater {
  return { id: name, name, diets: [], allergens: [], dislikes: [], ...wants };
}

function never(...foodIds: string[]): Eater['dislikes'] {
  return foodIds.map((foodId) => ({ foodId, isHard: true }));
}

const WITH_BREAKFAST: Preferences['slotSettings'] = Object.fromEntries(
  DAYS.map((day) => [
    day,
    { breakfast: { minutes: 15 }, lunch: { minutes: 30 }, dinner: { minutes: day === 'Sunday' ? 120 : 45 } },
  ]),
);

const FAMILIES: readonly PrintedFamily[] = [
  {
    name: 'British parents with two children, love Italian and British',
    language: 'en',
    season: 'autumn',
    preferences: {
      eaters: [
        eater('Kate'),
        eater('Tom'),
        eater('Ella', { portion: 'child' }),
        eater('Max', { portion: 'child' }),
      ],
      cuisines: ['Italian', 'British'],
    },
  },
  {
    name: 'Vegetarisches Paar, kocht gern doppelt',
    language: 'de',
    season: 'winter',
    preferences: {
      eaters: [eater('Anna', { diets: ['vegetarian'] }), eater('Jonas', { diets: ['vegetarian'] })],
      cooksDouble: true,
    },
  },
  {
    name: 'Coeliac child with a nut allergy',
    language: 'en',
    season: 'spring',
    preferences: {
      eaters: [
        eater('Mum'),
        eater('Dad'),
        eater('Leo', { portion: 'child', diets: ['gluten-free'], allergens: ['nuts'] }),
      ],
    },
  },
  {
    name: 'Familie, halal, liebt die Küche des Nahen Ostens',
    language: 'de',
    season: 'summer',
    preferences: {
      eaters: ['Amira', 'Yusuf', 'Lina', 'Sami'].map((name, at) =>
        eater(name, { diets: ['halal-style'], portion: at > 1 ? 'child' : 'adult' }),
      ),
      cuisines: ['Middle Eastern', 'Turkish'],
    },
  },
  {
    name: 'Vegan student, 35 a week, breakfast, lunch and dinner, cooks double',
    language: 'en',
    season: 'autumn',
    preferences: {
      eaters: [eater('Sam', { diets: ['vegan'] })],
      slotSettings: WITH_BREAKFAST,
      budgetCents: 3_500,
      cooksDouble: true,
    },
  },
  {
    name: 'Fünf Personen, 80 Euro in der Woche',
    language: 'de',
    season: 'autumn',
    preferences: {
      eaters: ['Mama', 'Papa', 'Paul', 'Mia', 'Emil'].map((name, at) =>
        eater(name, { portion: at > 2 ? 'child' : 'adult' }),
      ),
      budgetCents: 8_000,
      cuisines: ['German'],
    },
  },
  {
    name: 'Picky toddlers: never mushrooms, fish or aubergine; lunch every day',
    language: 'en',
    season: 'winter',
    preferences: {
      eaters: [
        eater('Jo'),
        eater('Lee'),
        eater('Bea', { portion: 'toddler', dislikes: never('group:mushrooms', 'group:fish', 'aubergine') }),
        eater('Finn', { portion: 'toddler', dislikes: never('group:mushrooms') }),
      ],
      slotSettings: Object.fromEntries(
        DAYS.map((day) => [day, { lunch: { minutes: 30 }, dinner: { minutes: 40 } }]),
      ),
      cooksDouble: true,
    },
  },
  {
    name: 'Wenig Zeit: 25 Minuten an Werktagen',
    language: 'de',
    season: 'spring',
    preferences: {
      eaters: [eater('Nina'), eater('Olaf'), eater('Tim', { portion: 'child' })],
      slotSettings: Object.fromEntries(
        DAYS.map((day, at) => [
          day,
          at < 5 ? { dinner: { minutes: 25 } } : { breakfast: {}, dinner: { minutes: 60 } },
        ]),
      ),
    },
  },
  {
    name: 'Eight at the table, one vegetarian, one without lactose, all meals',
    language: 'en',
    season: 'summer',
    preferences: {
      eaters: ['Ann', 'Bob', 'Cid', 'Dee', 'Eve', 'Flo', 'Gus', 'Hal'].map((name, at) =>
        eater(name, {
          diets: at === 2 ? ['vegetarian'] : at === 5 ? ['dairy-free'] : [],
          portion: at > 5 ? 'hungry' : 'adult',
        }),
      ),
      slotSettings: WITH_BREAKFAST,
    },
  },
  {
    name: 'Pescetarian couple, fish twice, soup on Saturday, more plants, love Asian food',
    language: 'en',
    season: 'winter',
    preferences: {
      eaters: [eater('Kim', { diets: ['pescatarian'] }), eater('Lou', { diets: ['pescatarian'] })],
      mix: 'more-plants',
      cuisines: ['Thai', 'Japanese', 'Indian'],
      rules: [
        { id: 'fish', tag: 'protein:fish', days: [], slots: [], atLeast: 2, isHard: false },
        { id: 'soup', tag: 'title:soup', days: ['Saturday'], slots: ['lunch'], atLeast: 1, isHard: false },
      ],
    },
  },
];

export function printWeeks(): void {
  for (const family of FAMILIES) {
    let servedWeeksAway: { [recipeId: string]: number } = {};
    for (const week of WEEKS) {
      const proposal = planWeek({
        familyId: family.name,
        week,
        season: family.season,
        preferences: { ...DEFAULT_PREFERENCES, ...family.preferences },
        dishes: realCookbook().dishes,
        existingMeals: {},
        servedWeeksAway,
        rejectedWeeksAgo: {},
        wanted: [],
        stars: {},
        pantry: [],
        locked: [],
        avoided: [],
        seed: 0,
      });
      console.log(textOf(family, proposal));
      servedWeeksAway = {
        ...Object.fromEntries(Object.entries(servedWeeksAway).map(([id, weeks]) => [id, weeks + 1])),
        ...Object.fromEntries(
          proposal.meals.flatMap((meal) => (meal.kind === 'cooked' ? [[meal.recipeId, 1]] : [])),
        ),
      };
    }
  }
}

function textOf({ name, language, season }: PrintedFamily, { week, meals, totals }: Proposal): string {
  const lines = meals.map((meal) => `  ${placeText(meal)}${mealText(meal, language)}`);
  return [`\n${name}, ${season}, ${week}, ${(totals.costCents / 100).toFixed(2)}`, ...lines].join('\n');
}

function placeText({ day, slot }: Place): string {
  return `${day.slice(0, 3)} ${slot}`.padEnd(14);
}

function mealText(meal: ProposedMeal, language: Language): string {
  if (meal.kind === 'gap') return '(empty)';
  if (meal.kind === 'recurring') return meal.meal.description;
  const title = findTranslation(meal.recipeId, language)?.title ?? meal.title;
  if (meal.kind === 'leftovers') return `leftovers of ${placeText(meal.of).trim()}: ${title}`;
  const { protein, cuisine, form, starch, mainFood } = realCookbook().dishes.find(
    ({ id }) => id === meal.recipeId,
  ) as Dish;
  const traits = [protein, cuisine, form, starch, mainFood].join(', ');
  const served = meal.variant ? `${title} / ${meal.variant.title}` : title;
  const reasons = meal.reasons.map(({ kind }) => kind).join(' ');
  return `${served.padEnd(46)} ${meal.activeMinutes}/${meal.minutes} min (${traits}) ${reasons}`;
}
