/** The weights of the objective as docs/planner.md states them, in tenths of a point. */

/** Of a planned meal in its slot. */
export const MEAL_WEIGHTS = {
  cooked: 1_000,
  leftoversAtLunch: 1_050,
  leftoversAtDinner: 850,
  /** For each point of appeal. */
  appeal: 200,
  oneStar: -800,
  twoStars: -300,
  dislike: -300,
  forChildren: 100,
  notForChildren: -150,
  familiar: 80,
  inSeason: 40,
  outOfSeason: -150,
  /** For each week by which it is served less than 13 weeks away. */
  served: -30,
  similarOneWeekAway: -300,
  similarTwoWeeksAway: -150,
  /** For each week by which the refusal is less than 26 weeks old. */
  refused: -60,
  needlesslyGlutenFree: -1_500,
  familyBelow: 320,
  jitterBelow: 600,
  minuteOfWork: -4,
  dayTooLate: -100,
  sweetMainMeal: -250,
};

/** Of the whole week. */
export const WEEK_WEIGHTS = {
  similarPair: -1_200,
  repetition: { protein: -60, cuisine: -40, form: -60, starch: -50, mainFood: -150 },
  neighbours: { protein: -150, cuisine: -60, form: -80, starch: -80 },
  /** For each pair of the same breakfast, and for the same one on neighbouring days. */
  sameBreakfast: -100,
  sameBreakfastNextDay: -150,
  favourite: 390,
  mix: -400,
  newDish: -150,
  overBudget: -5_000,
  centOverBudget: -5,
  pantry: 1_500,
  wanted: 1_500,
  opening: -30,
  kcal: -1,
  proteinG: -10,
  rule: -3_000,
};

/** For the estimate of the appeal. */
export const APPEAL_WEIGHTS = { protein: 0.35, cuisine: 0.25, form: 0.15, mainFood: 0.35 };

/** The share of the main meals of a favourite cuisine that is rewarded. */
export const FAVOURITE_SHARE = 0.5;

/** The shares of the main meals with meat and with fish, by mix. */
export const MIX_RANGES = {
  balanced: { meat: [0.33, 0.5], fish: [0.11, 0.22] },
  'more-plants': { meat: [0.15, 0.3], fish: [0.11, 0.22] },
  plants: { meat: [0, 0.15], fish: [0, 0.12] },
  'more-meat': { meat: [0.5, 0.75], fish: [0.06, 0.22] },
} as const;
