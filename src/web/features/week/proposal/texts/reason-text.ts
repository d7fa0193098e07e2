/** The reasons for a dish, as short texts: what is good about it for this family. */
import type { Currency } from '#domain/family/currency.ts';
import type { Place } from '#domain/plan/plan.ts';
import type { MealReason } from '#domain/proposal/proposal.ts';
import type { Preferences } from '#domain/preferences/preferences.ts';
import { variantText } from '#domain/preferences/variant-text.ts';
import { showMoney } from '#web/base/i18n/money.ts';
import { cuisineText } from '#web/meals/cuisine-text.ts';
import { ruleText } from '#web/meals/preferences/rule-text.ts';
import type { Foods } from '#web/data/queries/foods.ts';
import { showTime, withinSentence } from '#web/meals/recipe-text.ts';
import { dayName, showDate } from '#web/base/i18n/dates.ts';
import type { Translate, Translation } from '#web/base/i18n/translation.ts';
import type { CookedMeal } from '#web/features/week/proposal/meals.ts';

/** The translation, and the names of eaters, rules and foods. */
export type Names = {
  t: Translate;
  locale: string;
  preferences: Preferences | undefined;
  foods: Pick<Foods, 'nameOf'>;
  currency: Currency | null | undefined;
};

export function reasonTexts(names: Names, reasons: readonly MealReason[]): string[] {
  return reasons.flatMap((reason) => reasonText(names, reason) ?? []);
}

/** Undefined if the rule or eater no longer exists. */
function reasonText(names: Names, reason: MealReason): string | undefined {
  const { t, locale, foods } = names;
  switch (reason.kind) {
    case 'locked':
      return t('proposal.reason.locked');
    case 'everyone':
      return t('proposal.reason.everyone', { stars: reason.stars });
    case 'stars':
    case 'loves':
      return tasteText(names, reason);
    case 'pantry': {
      const food = foods.nameOf(reason.foodId);
      if (!reason.bestBefore) return t('proposal.reason.pantry', { food });
      const shape = { weekday: 'short', day: 'numeric', month: 'short' } as const;
      return t('proposal.reason.pantry-before', { food, date: showDate(reason.bestBefore, locale, shape) });
    }
    case 'shares': {
      const { foodId, lastDay } = reason;
      return t('proposal.reason.shares', { food: foods.nameOf(foodId), day: dayName(lastDay, locale) });
    }
    case 'double':
      return t('proposal.reason.double', placeWords(names, reason));
    case 'quick':
      return t('proposal.reason.quick', { minutes: reason.minutes });
    case 'rested':
      return t('proposal.reason.rested', { weeks: reason.weeks });
    case 'rule': {
      const rule = names.preferences?.rules.find(({ id }) => id === reason.ruleId);
      return rule && t('proposal.reason.rule', { rule: ruleText(names, rule) });
    }
    default:
      return factText(names, reason);
  }
}

type Taste = Extract<MealReason, { kind: 'stars' | 'loves' }>;

function tasteText({ t, preferences }: Names, reason: Taste): string | undefined {
  const name = preferences?.eaters.find(({ id }) => id === reason.eaterId)?.name;
  if (!name) return undefined;
  return reason.kind === 'stars'
    ? t('proposal.reason.stars', { name, stars: reason.stars })
    : t('proposal.reason.loves', { name, cuisine: cuisineText(t, reason.cuisine) });
}

type Fact = Extract<
  MealReason,
  { kind: 'wanted' | 'cuisine' | 'children' | 'season' | 'fish' | 'new' | 'cheap' }
>;

function factText({ t, locale, currency }: Names, reason: Fact): string {
  switch (reason.kind) {
    case 'cuisine':
      return t('proposal.reason.cuisine', { cuisine: cuisineText(t, reason.cuisine) });
    case 'wanted':
      return t('proposal.reason.wanted');
    case 'children':
      return t('proposal.reason.children');
    case 'season':
      return t('proposal.reason.season');
    case 'fish':
      return t('proposal.reason.fish');
    case 'new':
      return t('proposal.reason.new');
    default:
      return t('proposal.reason.cheap', { cost: showMoney(reason.costCents, locale, currency) });
  }
}

/** `Leftovers from Sunday’s dinner` */
export function leftoversText(translation: Translation, of: Place): string {
  return translation.t('proposal.leftovers', placeWords(translation, of));
}

/** The day and the slot, as within a sentence. */
function placeWords(translation: Translation, { day, slot }: Place): { day: string; slot: string } {
  const { t, locale } = translation;
  return { day: dayName(day, locale), slot: withinSentence(translation, t(`week.slot.${slot}`)) };
}

/** On the clock, and the work where it differs: `1 h 30 min · 20 min of work` */
export function timeText(
  t: Translate,
  { minutes, activeMinutes }: Pick<CookedMeal, 'minutes' | 'activeMinutes'>,
): string {
  const time = showTime(minutes, t);
  return activeMinutes > 0 && activeMinutes < minutes
    ? t('proposal.minutes-work', { time, work: showTime(activeMinutes, t) })
    : time;
}

/** `With beans for Mia and Ben`; undefined if none of them is there any more. */
export function variantTextOf(
  { preferences, ...reader }: Names,
  { eaterIds, title }: { readonly eaterIds: readonly string[]; readonly title: string },
): string | undefined {
  const eaters = preferences?.eaters.filter(({ id }) => eaterIds.includes(id)) ?? [];
  return variantText(
    title,
    eaters.map(({ name }) => name),
    reader,
  );
}
