/** Why a dish was chosen, in one short sentence a person would say. */
import type { MealReason } from '#domain/proposal/proposal.ts';
import type { Wishes } from '#domain/preferences/preferences.ts';
import { showMoney } from '#web/preferences/money.ts';
import { ruleText } from '#web/preferences/rule-words.ts';
import type { Foods } from '#web/preferences/wishes-queries.ts';
import { dayName, showDate } from '#web/i18n/dates.ts';
import type { Say } from '#web/i18n/words.ts';

/** What reasons speak of: the family's people, rules and foods. */
export type Names = { say: Say; locale: string; wishes: Wishes | undefined; foods: Foods };

/** Undefined where what it speaks of is no longer there. */
function reasonText(names: Names, reason: MealReason): string | undefined {
  const { say, locale, wishes, foods } = names;
  switch (reason.kind) {
    case 'locked':
      return say('proposal.reason.locked');
    case 'rule': {
      const rule = wishes?.rules.find(({ id }) => id === reason.ruleId);
      return rule && say('proposal.reason.rule', { rule: ruleText(names, rule) });
    }
    case 'stars': {
      const name = wishes?.eaters.find(({ id }) => id === reason.eaterId)?.name;
      return name && say('proposal.reason.stars', { name, stars: reason.stars });
    }
    case 'pantry': {
      const food = foods.nameOf(reason.foodId);
      if (!reason.bestBefore) return say('proposal.reason.pantry', { food });
      const shape = { weekday: 'short', day: 'numeric', month: 'short' } as const;
      return say('proposal.reason.pantry-before', { food, date: showDate(reason.bestBefore, locale, shape) });
    }
    case 'shares': {
      const { foodId, day } = reason;
      return say('proposal.reason.shares', { food: foods.nameOf(foodId), day: dayName(day, locale) });
    }
    case 'double':
      return say('proposal.reason.double', { day: dayName(reason.day, locale) });
    case 'quick':
      return say('proposal.reason.quick', { minutes: reason.minutes, day: dayName(reason.day, locale) });
    case 'cuisine':
      return say('proposal.reason.cuisine', { cuisine: reason.cuisine });
    case 'season':
      return say('proposal.reason.season');
    case 'new':
      return say('proposal.reason.new');
    case 'rested':
      return say('proposal.reason.rested', { weeks: reason.weeks });
    case 'cheap':
      return say('proposal.reason.cheap', { cost: showMoney(reason.costCents, locale) });
    default:
      return say('proposal.reason.fits');
  }
}

export function reasonTexts(names: Names, reasons: readonly MealReason[]): string[] {
  return reasons.flatMap((reason) => reasonText(names, reason) ?? []);
}
