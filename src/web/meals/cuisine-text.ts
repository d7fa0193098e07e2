/** The names of the cookbook's cuisines. Stored and sent are the English ones, which the planner's rules compare. */
import type { MessageId } from '#languages/message-ids.ts';
import type { Translate } from '#web/base/i18n/translation.ts';

const CUISINE_NAMES: Readonly<Record<string, MessageId>> = {
  American: 'recipes.cuisine.american',
  Austrian: 'recipes.cuisine.austrian',
  Brazilian: 'recipes.cuisine.brazilian',
  British: 'recipes.cuisine.british',
  Caribbean: 'recipes.cuisine.caribbean',
  Chinese: 'recipes.cuisine.chinese',
  'Eastern European': 'recipes.cuisine.eastern-european',
  Ethiopian: 'recipes.cuisine.ethiopian',
  Filipino: 'recipes.cuisine.filipino',
  French: 'recipes.cuisine.french',
  German: 'recipes.cuisine.german',
  Greek: 'recipes.cuisine.greek',
  Hungarian: 'recipes.cuisine.hungarian',
  Indian: 'recipes.cuisine.indian',
  Indonesian: 'recipes.cuisine.indonesian',
  Italian: 'recipes.cuisine.italian',
  Japanese: 'recipes.cuisine.japanese',
  Korean: 'recipes.cuisine.korean',
  Mexican: 'recipes.cuisine.mexican',
  'Middle Eastern': 'recipes.cuisine.middle-eastern',
  Nordic: 'recipes.cuisine.nordic',
  'North African': 'recipes.cuisine.north-african',
  Persian: 'recipes.cuisine.persian',
  Portuguese: 'recipes.cuisine.portuguese',
  Spanish: 'recipes.cuisine.spanish',
  Swiss: 'recipes.cuisine.swiss',
  Thai: 'recipes.cuisine.thai',
  Turkish: 'recipes.cuisine.turkish',
  Vietnamese: 'recipes.cuisine.vietnamese',
  'West African': 'recipes.cuisine.west-african',
};

/** `Italian`, or the family's own word. */
export function cuisineText(t: Translate, cuisine: string): string {
  const name = Object.keys(CUISINE_NAMES).find((name) => isSame(name, cuisine));
  return name === undefined ? cuisine : t(CUISINE_NAMES[name] as MessageId);
}

/** Whether the app has a name for it in every language. */
export function isKnownCuisine(cuisine: string): boolean {
  return Object.keys(CUISINE_NAMES).some((name) => isSame(name, cuisine));
}

/** What to store: the English name if the text is the name of a cuisine in the reader's language. */
export function cuisineOf(t: Translate, text: string): string {
  const known = Object.entries(CUISINE_NAMES).find(([, name]) => isSame(t(name), text));
  return known?.[0] ?? text;
}

/** Chips and options, sorted by their names. */
export function cuisineOptions(
  t: Translate,
  locale: string,
  cuisines: readonly string[],
): [string, string][] {
  const { compare } = new Intl.Collator(locale);
  return cuisines
    .map((cuisine): [string, string] => [cuisine, cuisineText(t, cuisine)])
    .toSorted(([, first], [, second]) => compare(first, second));
}

function isSame(first: string, second: string): boolean {
  return first.toLowerCase() === second.trim().toLowerCase();
}
