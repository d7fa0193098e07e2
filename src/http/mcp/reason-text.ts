/** The planner's reasons and blocking constraints in words, for a model. The web app has its own texts, in the reader's language. */
import { BASE_LANGUAGE } from '#languages/language.ts';
import { getFoods } from '#cookbook/foods.ts';
import type { Preferences, Rule } from '#domain/preferences/preferences.ts';
import type { BlockingConstraint, BlockingConstraints, MealReason } from '#domain/proposal/proposal.ts';
import { eaterNames } from './eater-names.ts';
import { mayUse, type ToolContext } from './tool.ts';

type PreferenceNames = Pick<Preferences, 'eaters' | 'rules' | 'nameStyle'>;

export function reasonTexts(
  context: ToolContext,
  preferences: PreferenceNames,
  reasons: readonly MealReason[],
): string[] {
  return reasons.flatMap((reason) => reasonText(context, preferences, reason) ?? []);
}

/** A line, and why. */
export function withReasons(text: string, reasons: readonly string[]): string {
  return reasons.length === 0 ? text : `${text} — ${reasons.join('; ')}`;
}

/** Undefined if its rule or eater is not there any more, or if the key may not read about it. */
function reasonText(
  context: ToolContext,
  preferences: PreferenceNames,
  reason: MealReason,
): string | undefined {
  switch (reason.kind) {
    case 'rule': {
      const rule = preferences.rules.find(({ id }) => id === reason.ruleId);
      return rule && `rule: ${ruleText(rule)}`;
    }
    case 'everyone':
      return `everyone gave it ${reason.stars} stars or more`;
    case 'stars':
    case 'loves': {
      const [name] = eaterNames(context, preferences, [reason.eaterId]);
      if (!name) return undefined;
      return reason.kind === 'stars'
        ? `${name} gave it ${reason.stars} stars`
        : `${name} likes ${reason.cuisine} dishes`;
    }
    case 'pantry': {
      if (!mayUse(context, 'pantry:read')) return undefined;
      const soon = reason.bestBefore === undefined ? '' : `, best before ${reason.bestBefore}`;
      return `uses ${foodName(reason.foodId)} from the pantry${soon}`;
    }
    case 'shares':
      return `uses up the ${foodName(reason.foodId)} of ${reason.day}`;
    case 'double':
      return `cooked double: leftovers for ${reason.day} ${reason.slot}`;
    case 'quick':
      return `${reason.minutes} minutes of work`;
    case 'rested':
      return `not served for ${reason.weeks} weeks`;
    case 'cheap':
      return 'cheap';
    case 'cuisine':
      return `${reason.cuisine} cuisine`;
    default:
      return FACTS[reason.kind];
  }
}

const FACTS = {
  locked: 'kept as asked',
  wanted: 'wanted soon',
  children: 'children like it',
  season: 'in season',
  fish: 'fish of the week',
  new: 'new to the family',
} as const;

function ruleText({ tag, atLeast, atMost, days, slots }: Rule): string {
  const counts = [
    ...(atLeast === undefined ? [] : [`at least ${atLeast}`]),
    ...(atMost === undefined ? [] : [`at most ${atMost}`]),
  ].join(' and ');
  return [counts, '×', tag.replace(/^\w+:/, ''), ...days, ...slots].filter((part) => part !== '').join(' ');
}

export function unmetRuleText(preferences: PreferenceNames, ruleId: string): string | undefined {
  const rule = preferences.rules.find(({ id }) => id === ruleId);
  return rule && `The rule “${ruleText(rule)}” cannot be met.`;
}

function foodName(foodId: string): string {
  return getFoods().find(foodId)?.names[BASE_LANGUAGE][0]?.plural ?? foodId;
}

const CONSTRAINTS: { readonly [kind in BlockingConstraint['kind']]: string } = {
  allergens: 'allergies',
  diets: 'diets',
  dislikes: 'dislikes',
  minutes: 'the time to cook',
  rest: 'served recently',
  avoided: 'rejected dishes',
  used: 'already in the week',
  rules: 'rules',
};

/** `none of 240 dishes is left; excluded by allergies (200), the time to cook (40)` */
export function blockingText({ dishes, steps }: BlockingConstraints): string {
  const excluded = steps.map((step) => `${CONSTRAINTS[step.kind]} (${step.dishes})`);
  return `none of ${dishes} dishes is left${excluded.length > 0 ? `; excluded by ${excluded.join(', ')}` : ''}`;
}
