/** Rules as text, for the preferences page and for the explanations of a proposal. */
import type { Diet } from '#domain/food/food.ts';
import { capitalize } from '#domain/text/capitalize.ts';
import { SLOTS } from '#domain/plan/plan.ts';
import { foodKeyOf, isFoodTag, type Rule, type Tag } from '#domain/preferences/preferences.ts';
import { cuisineText, isKnownCuisine } from '#web/meals/cuisine-text.ts';
import { DAYS } from '#domain/week/week.ts';
import { WEEKEND, WORKDAYS } from '#web/base/calendar.ts';
import { withinSentence } from '#web/meals/recipe-text.ts';
import { dayName } from '#web/base/i18n/dates.ts';
import type { MessageId } from '#languages/message-ids.ts';
import type { Translate } from '#web/base/i18n/translation.ts';
import type { Foods } from '#web/data/queries/foods.ts';

const PROTEIN_NAMES: Record<string, MessageId> = {
  beans: 'preferences.protein.beans',
  beef: 'preferences.protein.beef',
  cheese: 'preferences.protein.cheese',
  chicken: 'preferences.protein.chicken',
  chickpeas: 'preferences.protein.chickpeas',
  dairy: 'preferences.protein.dairy',
  eggs: 'preferences.protein.eggs',
  fish: 'preferences.protein.fish',
  grains: 'preferences.protein.grains',
  lamb: 'preferences.protein.lamb',
  lentils: 'preferences.protein.lentils',
  nuts: 'preferences.protein.nuts',
  pork: 'preferences.protein.pork',
  seafood: 'preferences.protein.seafood',
  tofu: 'preferences.protein.tofu',
  turkey: 'preferences.protein.turkey',
};

/** `Fish`, or the family's own word. */
export function proteinText(t: Translate, protein: string): string {
  const name = PROTEIN_NAMES[protein];
  return name ? t(name) : protein;
}

type Names = { t: Translate; locale: string; foods: Pick<Foods, 'nameOf'> };

/** As within a sentence: `fish`, `vegan dishes`, `pizza`, `Thai dishes`. */
function tagText({ t, locale, foods }: Names, tag: Tag): string {
  if (isFoodTag(tag)) return foods.nameOf(foodKeyOf(tag)) || '…';
  const [kind, name] = tagParts(tag);
  if (kind === 'protein') return withinSentence({ t, locale }, proteinText(t, name));
  if (kind === 'diet') return t(`diets.dishes.${name as Diet}`);
  if (kind === 'cuisine') return cuisineDishes(t, locale, name);
  if (kind === 'tag') return t('preferences.dishes.own-tag', { tag: name });
  return name || '…';
}

/** `Thai dishes`. Some languages quote a family's own word. */
function cuisineDishes(t: Translate, locale: string, name: string): string {
  const cuisine = cuisineText(t, name);
  if (!isKnownCuisine(name)) return t('preferences.dishes.own-cuisine', { cuisine });
  const adjective = withinSentence({ t, locale }, cuisine, 'adjective');
  return t('preferences.dishes.cuisine', { cuisine: adjective });
}

export function tagParts(tag: Tag): [kind: string, name: string] {
  const at = tag.indexOf(':');
  return [tag.slice(0, at), tag.slice(at + 1)];
}

/** `Fish for dinner at least once a week`, `Never vegan dishes on Monday or Tuesday`, `Fish for dinner on Friday` */
export function ruleText(names: Names, rule: Rule): string {
  const { t, locale } = names;
  const what = tagText(names, rule.tag);
  const isOnePlace = rule.slots.length === 1 && rule.days.length === 1;
  // "At least once" is always, where there is only one meal.
  const how = isOnePlace && rule.atLeast === 1 ? '' : howText(t, rule);
  const slots = slotsText(names, rule);
  const days = daysText(names, rule);
  const parts =
    rule.atMost === 0
      ? [t('preferences.rule-never', { what }), slots, days]
      : [what, slots, how, days || t('preferences.rule-week')];
  return capitalize(parts.filter(Boolean).join(' '), locale);
}

/** `at least once`, `exactly twice`, `never` */
export function howText(t: Translate, { atLeast, atMost }: Pick<Rule, 'atLeast' | 'atMost'>): string {
  if (atMost === 0) return t('preferences.never');
  const most = atMost !== undefined && t('preferences.rule-most', { times: atMost });
  if (atLeast === undefined) return most || '';
  if (atLeast === atMost) return t('preferences.rule-exactly', { times: atLeast });
  return [t('preferences.rule-least', { times: atLeast }), most].filter(Boolean).join(', ');
}

/** `for lunch or dinner`; empty for all meals of a day. */
function slotsText({ t, locale }: Names, { slots }: Rule): string {
  if (slots.length === 0 || slots.length === SLOTS.length) return '';
  const names = slots.map((slot) => withinSentence({ t, locale }, t(`week.slot.${slot}`)));
  return t('preferences.rule-slots', { slots: anyOf(locale, names) });
}

/** `on Monday or Tuesday`; empty for the whole week. */
function daysText({ t, locale }: Names, { days }: Rule): string {
  if (days.length === 0 || days.length === DAYS.length) return '';
  if (days.join() === WORKDAYS.join()) return t('preferences.rule-workdays');
  if (days.join() === WEEKEND.join()) return t('preferences.weekend');
  return t('preferences.rule-days', {
    days: anyOf(
      locale,
      days.map((day) => dayName(day, locale)),
    ),
  });
}

function anyOf(locale: string, names: string[]): string {
  return new Intl.ListFormat(locale, { type: 'disjunction' }).format(names);
}
