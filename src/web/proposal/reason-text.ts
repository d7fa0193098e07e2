/** The reasons for a dish, as short texts. */
import type { MealReason } from '#domain/proposal/proposal.ts';
import type { Preferences } from '#domain/preferences/preferences.ts';
import { showMoney } from '#web/preferences/money.ts';
import { cuisineText } from '#web/recipes/cuisine-text.ts';
import { ruleText } from '#web/preferences/rule-text.ts';
import type { Foods } from '#web/preferences/foods.ts';
import { dayName, showDate } from '#web/i18n/dates.ts';
import type { Translate } from '#web/i18n/translation.ts';

/** The translation, and the names of eaters, rules and foods. */
export type Names = { t: Translate; locale: string; preferences: Preferences | undefined; foods: Foods };

/** Undefined if the rule or eater no longer exists. */
function reasonText(names: Names, reason: MealReason): string | undefined {
  const { t, locale, preferences, foods } = names;
  switch (reason.kind) {
    case 'locked':
      return t('proposal.reason.locked');
    case 'rule': {
      const rule = preferences?.rules.find(({ id }) => id === reason.ruleId);
      return rule && t('proposal.reason.rule', { rule: ruleText(names, rule) });
    }
    case 'stars': {
      const name = preferences?.eaters.find(({ id }) => id === reason.eaterId)?.name;
      return name && t('proposal.reason.stars', { name, stars: reason.stars });
    }
    case 'pantry': {
      const food = foods.nameOf(reason.foodId);
      if (!reason.bestBefore) return t('proposal.reason.pantry', { food });
      const shape = { weekday: 'short', day: 'numeric', month: 'short' } as const;
      return t('proposal.reason.pantry-before', { food, date: showDate(reason.bestBefore, locale, shape) });
    }
    case 'shares': {
      const { foodId, day } = reason;
      return t('proposal.reason.shares', { food: foods.nameOf(foodId), day: dayName(day, locale) });
    }
    case 'double':
      return t('proposal.reason.double', { day: dayName(reason.day, locale) });
    case 'quick':
      return t('proposal.reason.quick', { minutes: reason.minutes, day: dayName(reason.day, locale) });
    case 'cuisine':
      return t('proposal.reason.cuisine', { cuisine: cuisineText(t, reason.cuisine) });
    case 'season':
      return t('proposal.reason.season');
    case 'new':
      return t('proposal.reason.new');
    case 'rested':
      return t('proposal.reason.rested', { weeks: reason.weeks });
    case 'cheap':
      return t('proposal.reason.cheap', { cost: showMoney(reason.costCents, locale) });
    default:
      return t('proposal.reason.fits');
  }
}

export function reasonTexts(names: Names, reasons: readonly MealReason[]): string[] {
  return reasons.flatMap((reason) => reasonText(names, reason) ?? []);
}
