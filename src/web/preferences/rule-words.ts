/** What a rule counts and what it asks for, in words: for the page of wishes, and for reasons given elsewhere. */
import type { Diet } from '#domain/food/food.ts';
import type { Rule, Tag } from '#domain/preferences/preferences.ts';
import { DIET_NAMES } from '#web/recipes/recipe-words.ts';
import { SLOT_NAMES } from '#web/week/place-words.ts';
import { dayName } from '#web/i18n/dates.ts';
import type { MessageId } from '#web/i18n/message-ids.ts';
import type { Say } from '#web/i18n/words.ts';

type Words = { say: Say; locale: string };

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
export function proteinText(say: Say, protein: string): string {
  const name = PROTEIN_NAMES[protein];
  return name ? say(name) : protein;
}

function tagText(say: Say, tag: Tag): string {
  const [kind, name] = tagParts(tag);
  if (kind === 'protein') return proteinText(say, name);
  if (kind === 'diet') return say(DIET_NAMES[name as Diet]);
  return kind === 'title' ? say('wishes.tag-word', { word: name }) : name;
}

export function tagParts(tag: Tag): [kind: string, name: string] {
  const at = tag.indexOf(':');
  return [tag.slice(0, at), tag.slice(at + 1)];
}

/** `Fish: at least once (Dinner)` */
export function ruleText({ say, locale }: Words, rule: Rule): string {
  const where = [
    ...rule.slots.map((slot) => say(SLOT_NAMES[slot])),
    ...rule.days.map((day) => dayName(day, locale)),
  ];
  const what = say('wishes.rule-text', { what: tagText(say, rule.tag), how: howText(say, rule) });
  return where.length > 0 ? `${what} (${where.join(', ')})` : what;
}

function howText(say: Say, { atLeast, atMost }: Rule): string {
  if (atMost === 0) return say('wishes.rule-never');
  const most = atMost !== undefined && say('wishes.rule-most', { times: atMost });
  if (atLeast === undefined) return most || '';
  if (atLeast === atMost) return say('wishes.rule-exactly', { times: atLeast });
  return [say('wishes.rule-least', { times: atLeast }), most].filter(Boolean).join(', ');
}
