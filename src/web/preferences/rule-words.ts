/** What a rule counts and what it asks for, in words: for the page of wishes, and for reasons given elsewhere. */
import type { Diet } from '#domain/food/food.ts';
import type { Rule, Tag } from '#domain/preferences/preferences.ts';
import { DIET_NAMES } from '#web/recipes/recipe-words.ts';
import { SLOT_NAMES } from '#web/week/place-words.ts';
import { dayName } from '#web/i18n/dates.ts';
import type { MessageId } from '#web/i18n/message-ids.ts';
import type { Translate } from '#web/i18n/words.ts';

type Words = { t: Translate; locale: string };

const PROTEIN_NAMES: Record<string, MessageId> = {
  beans: 'wishes.protein.beans',
  beef: 'wishes.protein.beef',
  cheese: 'wishes.protein.cheese',
  chicken: 'wishes.protein.chicken',
  chickpeas: 'wishes.protein.chickpeas',
  dairy: 'wishes.protein.dairy',
  eggs: 'wishes.protein.eggs',
  fish: 'wishes.protein.fish',
  grains: 'wishes.protein.grains',
  lamb: 'wishes.protein.lamb',
  lentils: 'wishes.protein.lentils',
  nuts: 'wishes.protein.nuts',
  pork: 'wishes.protein.pork',
  seafood: 'wishes.protein.seafood',
  tofu: 'wishes.protein.tofu',
};

/** `Fish`; what a family wrote itself is shown as it is. */
export function proteinText(t: Translate, protein: string): string {
  const name = PROTEIN_NAMES[protein];
  return name ? t(name) : protein;
}

function tagText(t: Translate, tag: Tag): string {
  const [kind, name] = tagParts(tag);
  if (kind === 'protein') return proteinText(t, name);
  if (kind === 'diet') return t(DIET_NAMES[name as Diet]);
  return kind === 'title' ? t('wishes.tag-word', { word: name }) : name;
}

export function tagParts(tag: Tag): [kind: string, name: string] {
  const at = tag.indexOf(':');
  return [tag.slice(0, at), tag.slice(at + 1)];
}

/** `Fish: at least once (Dinner)` */
export function ruleText({ t, locale }: Words, rule: Rule): string {
  const where = [
    ...rule.slots.map((slot) => t(SLOT_NAMES[slot])),
    ...rule.days.map((day) => dayName(day, locale)),
  ];
  const what = t('wishes.rule-text', { what: tagText(t, rule.tag), how: howText(t, rule) });
  return where.length > 0 ? `${what} (${where.join(', ')})` : what;
}

function howText(t: Translate, { atLeast, atMost }: Rule): string {
  if (atMost === 0) return t('wishes.rule-never');
  const most = atMost !== undefined && t('wishes.rule-most', { times: atMost });
  if (atLeast === undefined) return most || '';
  if (atLeast === atMost) return t('wishes.rule-exactly', { times: atLeast });
  return [t('wishes.rule-least', { times: atLeast }), most].filter(Boolean).join(', ');
}
