/** Rules as text, for the preferences page and for the explanations of a proposal. */
import type { Diet } from '#domain/food/food.ts';
import { foodKeyOf, isFoodTag, type Rule, type Tag } from '#domain/preferences/preferences.ts';
import { cuisineText } from '#web/recipes/cuisine-text.ts';
import { SLOT_NAMES } from '#web/week/move/place-text.ts';
import { dayName } from '#web/i18n/dates.ts';
import type { MessageId } from '#web/i18n/message-ids.ts';
import type { Translate } from '#web/i18n/translation.ts';
import type { Foods } from './foods.ts';

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

/** Names that make sense before "never" and "at most once". */
const DIET_DISHES: Record<Diet, MessageId> = {
  vegetarian: 'preferences.dishes.vegetarian',
  vegan: 'preferences.dishes.vegan',
  pescatarian: 'preferences.dishes.pescatarian',
  'no-pork': 'preferences.dishes.no-pork',
  'no-alcohol': 'preferences.dishes.no-alcohol',
  'gluten-free': 'preferences.dishes.gluten-free',
  'dairy-free': 'preferences.dishes.dairy-free',
  'halal-style': 'preferences.dishes.halal-style',
  'kosher-style': 'preferences.dishes.kosher-style',
};

/** `Fish`, or the family's own word. */
export function proteinText(t: Translate, protein: string): string {
  const name = PROTEIN_NAMES[protein];
  return name ? t(name) : protein;
}

type Names = { t: Translate; locale: string; foods: Pick<Foods, 'nameOf'> };

function tagText({ t, locale, foods }: Names, tag: Tag): string {
  if (isFoodTag(tag)) return capitalize(foods.nameOf(foodKeyOf(tag)) || '…', locale);
  const [kind, name] = tagParts(tag);
  if (kind === 'protein') return proteinText(t, name);
  if (kind === 'diet') return t(DIET_DISHES[name as Diet]);
  return kind === 'title' ? t('preferences.quoted', { text: name }) : cuisineText(t, name);
}

function capitalize(name: string, locale: string): string {
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

export function tagParts(tag: Tag): [kind: string, name: string] {
  const at = tag.indexOf(':');
  return [tag.slice(0, at), tag.slice(at + 1)];
}

/** `Fish at least once (Dinner)`, `Vegan dishes: never` */
export function ruleText(names: Names, rule: Rule): string {
  const { t, locale } = names;
  const where = [
    ...rule.slots.map((slot) => t(SLOT_NAMES[slot])),
    ...rule.days.map((day) => dayName(day, locale)),
  ];
  const what = tagText(names, rule.tag);
  const text =
    rule.atMost === 0
      ? t('preferences.rule-never', { what })
      : t('preferences.rule-text', { what, how: howText(t, rule) });
  return where.length > 0 ? `${text} (${where.join(', ')})` : text;
}

function howText(t: Translate, { atLeast, atMost }: Rule): string {
  const most = atMost !== undefined && t('preferences.rule-most', { times: atMost });
  if (atLeast === undefined) return most || '';
  if (atLeast === atMost) return t('preferences.rule-exactly', { times: atLeast });
  return [t('preferences.rule-least', { times: atLeast }), most].filter(Boolean).join(', ');
}
