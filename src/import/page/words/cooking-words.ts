/**
 * The words of instructions that name nothing to eat, in all languages. A word that is also a food, such as "cream"
 * or "butter", must not be here: prose.ts takes every other word for an ingredient.
 */
import { wordKey } from '#domain/food/name-key.ts';
import { readWords } from '#languages/words.ts';

const WORDS = readWords('instructions');
const keys = (name: string): string[] => WORDS.list(name).map(wordKey);

const VERBS = keys('verbs');
/** Also in instructions for other things than food. */
const WEAK_VERBS = keys('verbs of other things too');
const GERMAN_VERBS = keys('verbs, all forms');

/** "Hineingießen", "umwickeln", "ausdrücken". */
const GERMAN_PREFIXES = keys('prefixes of verbs');

/** "Stirs", "stirred", "stirring", "baking". */
function englishForms(verb: string): string[] {
  const stem = verb.endsWith('e') ? verb.slice(0, -1) : verb;
  const doubled = stem + stem.slice(-1);
  return [verb, `${verb}s`, `${verb}es`, `${stem}ed`, `${stem}ing`, `${doubled}ed`, `${doubled}ing`];
}

const WEAK = new Set(WEAK_VERBS.flatMap(englishForms));
const GERMAN_COOKING = new Set(GERMAN_VERBS);
const COOKING = new Set([
  ...VERBS.flatMap(englishForms),
  ...WEAK,
  ...GERMAN_VERBS,
  ...keys('other forms of verbs'),
]);

/** Adjectives that may be inside an ingredient: "2 large eggs", "1 chopped onion". */
const ADJECTIVES = new Set([
  ...keys('adjectives'),
  ...[...VERBS, ...WEAK_VERBS].flatMap(englishForms).filter((form) => form.endsWith('ed')),
]);

const OTHERS = new Set(keys('other words'));

/** Verbs that are also something to eat, unless a clause begins with them: "serve on toast", "den Braten". */
const AMBIGUOUS = new Set(keys('verbs that are food too').flatMap((verb) => [verb, `${verb}s`, `${verb}es`]));
/** What a recipe makes of flour, or takes from a shop: "1 pack of dough". */
const MADE = new Set(keys('made of flour'));

/** A verb that tells of cooking. */
export const isKitchenVerb = (key: string): boolean => COOKING.has(key) && !WEAK.has(key);

export const isAmbiguous = (key: string): boolean => AMBIGUOUS.has(key);

export const isMade = (key: string): boolean => MADE.has(key);

export function isGermanVerb(key: string): boolean {
  const isPrefixed = (prefix: string) =>
    key.startsWith(prefix) && GERMAN_COOKING.has(key.slice(prefix.length));
  return GERMAN_COOKING.has(key) || GERMAN_PREFIXES.some(isPrefixed);
}

const IMPERATIVES = new Set([...VERBS, ...WEAK_VERBS, ...keys('imperatives')]);

/** "Mix": not "mixed" and "mixing", and not "stew", which is also something to eat. */
export const isImperativeVerb = (key: string): boolean => IMPERATIVES.has(key) && !AMBIGUOUS.has(key);

export const isCookingVerb = (key: string): boolean => COOKING.has(key);

export const isAdjective = (key: string): boolean => ADJECTIVES.has(key);

/** Whether the word is certainly not the name of something to eat. */
export function isNoFood(key: string): boolean {
  return COOKING.has(key) || OTHERS.has(key) || ADJECTIVES.has(key) || isGermanVerb(key);
}

/** Units of times, temperatures and lengths: what follows is no food. */
const NOT_EATEN = new Set(keys('units of no food'));

export const measuresNoFood = (key: string): boolean => NOT_EATEN.has(key);

const NUMBER_WORDS = new Set(keys('numbers'));
const ARTICLES = new Set(keys('articles'));

export const isNumberWord = (key: string): boolean => NUMBER_WORDS.has(key);

/** A unit must follow: "a pinch". */
export const isArticle = (key: string): boolean => ARTICLES.has(key);
