/** Explains empty slots and unmet rules, and describes the change that would help. */
import type { BlockingConstraint, BlockingConstraints, Offer, UnmetRule } from '#domain/proposal/proposal.ts';
import type { Slot } from '#domain/plan/plan.ts';
import type { PreferenceChange } from '#domain/preferences/preferences.ts';
import { ALLERGEN_NAMES, DIET_NAMES, withinSentence } from '#web/recipes/recipe-text.ts';
import { shortPlace, SLOT_NAMES } from '#web/week/move/place-text.ts';
import { ruleText } from '#web/preferences/rule-text.ts';
import type { Names } from './reason-text.ts';

/** `Of 84 dishes for dinner: 61 contain nuts or milk, 19 more take longer than 20 minutes.` */
export function whyText(names: Names, slot: Slot, { dishes, steps }: BlockingConstraints): string {
  const { t, locale } = names;
  const all = t('proposal.why', { dishes, slot: withinSentence(t(SLOT_NAMES[slot]), locale) });
  const taking = steps.filter((step) => step.dishes > 0);
  if (taking.length === 0) return all;
  const texts = taking.map((step, at) => stepText(names, step, at > 0 ? 'yes' : 'no'));
  return `${all} ${new Intl.ListFormat(locale, { type: 'unit' }).format(texts)}.`;
}

function stepText(names: Names, step: BlockingConstraint, more: 'yes' | 'no'): string {
  const { t, locale, foods, preferences } = names;
  const values = { dishes: step.dishes, more };
  switch (step.kind) {
    case 'allergens': {
      const what = either(
        names,
        step.allergens.map((one) => withinSentence(t(ALLERGEN_NAMES[one]), locale)),
      );
      return t('proposal.why.allergens', { ...values, what });
    }
    case 'diets': {
      const what = either(
        names,
        step.diets.map((one) => t(DIET_NAMES[one])),
      );
      return t('proposal.why.diets', { ...values, what });
    }
    case 'dislikes':
      return t('proposal.why.dislikes', { ...values, what: either(names, step.foodIds.map(foods.nameOf)) });
    case 'minutes':
      return t('proposal.why.minutes', { ...values, minutes: step.minutes });
    case 'rest':
      return t('proposal.why.rest', { ...values, weeks: step.weeks });
    case 'used':
      return t('proposal.why.used', values);
    case 'avoided':
      return t('proposal.why.avoided', values);
    default: {
      const rules = preferences?.rules.filter(({ id }) => step.ruleIds.includes(id)) ?? [];
      const what = either(
        names,
        rules.map((rule) => t('preferences.quoted', { text: ruleText(names, rule) })),
      );
      return t('proposal.why.rules', { ...values, what });
    }
  }
}

function either({ locale }: Names, texts: string[]): string {
  return new Intl.ListFormat(locale, { type: 'disjunction' }).format(texts);
}

export function unmetText(names: Names, { ruleId, wanted, possible }: UnmetRule): string {
  const rule = names.preferences?.rules.find(({ id }) => id === ruleId);
  const text = rule ? ruleText(names, rule) : '';
  return names.t('proposal.unmet', { rule: text, wanted, possible });
}

/** The label of the offer's button. */
export function offerText(names: Names, { changes }: Offer): string {
  const texts = changes.map((change) => changeText(names, change));
  return new Intl.ListFormat(names.locale, { type: 'conjunction' }).format(texts);
}

function changeText(names: Names, change: PreferenceChange): string {
  const { t, foods, preferences } = names;
  switch (change.kind) {
    case 'minutes': {
      const { minutes } = change;
      const place = shortPlace(names, change);
      return minutes === undefined
        ? t('proposal.offer.any-time', { place })
        : t('proposal.offer.minutes', { place, minutes });
    }
    case 'rest':
      return t('proposal.offer.rest', { weeks: change.weeks });
    case 'dislike': {
      const name = preferences?.eaters.find(({ id }) => id === change.eaterId)?.name ?? '';
      return t('proposal.offer.dislike', { name, food: foods.nameOf(change.foodId) });
    }
    case 'rule': {
      const rule = preferences?.rules.find(({ id }) => id === change.ruleId);
      return t('proposal.offer.rule', { rule: rule ? ruleText(names, rule) : '' });
    }
    default:
      return t('proposal.offer.unplanned', { place: shortPlace(names, change) });
  }
}
