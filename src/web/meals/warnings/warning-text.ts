/** Warnings as sentences: whom a dish is not for, and why. */
import type { Allergen } from '#domain/food/food.ts';
import {
  hasCertainAllergen,
  isCertain,
  isPossible,
  type Warning,
  type WarningReason,
} from '#domain/preferences/warnings.ts';
import { withinSentence } from '#web/meals/recipe-text.ts';
import type { Language } from '#languages/language.ts';
import type { Translate, Translation } from '#web/base/i18n/translation.ts';

export type WarningTranslation = Translation & { language: Language };
/** `isQuiet`: about everything but a certain allergen. `isPossible`: it depends on brands or unknown lines. */
export type Sentence = { text: string; isQuiet: boolean; isPossible: boolean };

type ReasonOf<Kind extends WarningReason['kind']> = WarningReason & { kind: Kind };

/**
 * One sentence for each eater and reason: `Not for Mia: peanuts`, with the dishes where a meal has several. Eaters without
 * a name share one of each kind.
 */
export function sentencesOf(translation: WarningTranslation, warnings: readonly Warning[]): Sentence[] {
  const named = warnings.filter(({ name }) => name !== '');
  const byDish = Map.groupBy(
    warnings.filter(({ name }) => name === ''),
    ({ dish }) => dish,
  );
  const unnamed = [...byDish.values()].flatMap((ofDish) => groupsOf(ofDish).map(mergeReasons));
  return distinct(
    mergeDishes(
      translation,
      [...named, ...unnamed].map((warning) => ({ warning, text: sentenceOf(translation, warning) })),
    ),
  );
}

/** The same sentence about two dishes is said once. */
function mergeDishes(
  translation: Translation,
  sentences: readonly { warning: Warning; text: string }[],
): Sentence[] {
  return [...Map.groupBy(sentences, ({ text }) => text)].flatMap(([text, [first, ...others]]) => {
    if (!first) return [];
    const dishes = new Set([first, ...others].flatMap(({ warning }) => warning.dish ?? []));
    const ofDishes = dishes.size === 0 ? text : `${text} (${listOf(translation, [...dishes])})`;
    return withKind(first.warning, ofDishes);
  });
}

/** Two eaters can have the same initial. */
function distinct(sentences: Sentence[]): Sentence[] {
  return [...new Map(sentences.map((sentence) => [sentence.text, sentence])).values()];
}

function withKind(warning: Warning, text: string): Sentence {
  return { text, isQuiet: !hasCertainAllergen(warning), isPossible: isPossible(warning) };
}

type WarningGroup = readonly [Warning, ...Warning[]];

const LEVELS = ['allergen', 'certain', 'brand', 'unsure'] as const;
type Level = (typeof LEVELS)[number];

function levelOf(warning: Warning): Level {
  if (hasCertainAllergen(warning)) return 'allergen';
  if (!isPossible(warning)) return 'certain';
  return isCertain(warning) ? 'brand' : 'unsure';
}

/** The loudest first. */
function groupsOf(
  warnings: readonly Warning[],
  level: (warning: Warning) => Level = levelOf,
): WarningGroup[] {
  const groups = Map.groupBy(warnings, level);
  return LEVELS.flatMap((each) => {
    const [first, ...others] = groups.get(each) ?? [];
    return first ? [[first, ...others]] : [];
  });
}

function mergeReasons([first, ...others]: WarningGroup): Warning {
  const reasons = [first, ...others].flatMap((warning) => warning.reasons);
  return {
    ...first,
    reasons: [...new Map(reasons.map((reason) => [JSON.stringify(reason), reason])).values()],
  };
}

function sentenceOf(translation: WarningTranslation, warning: Warning): string {
  const { t } = translation;
  const { name } = warning;
  if (!isCertain(warning)) {
    const lines = unsureLines(warning);
    return name ? t('warnings.not-sure', { name, lines }) : t('warnings.not-sure-everyone', { lines });
  }
  const reasons = reasonsText(translation, warning.reasons);
  if (isPossible(warning))
    return name
      ? t('warnings.maybe-not-for', { name, reasons })
      : t('warnings.maybe-not-for-everyone', { reasons });
  return name ? t('warnings.not-for', { name, reasons }) : t('warnings.not-for-everyone', { reasons });
}

/** Without its reasons, what depends on brands and on unknown lines is the same. */
function levelOfNames(warning: Warning): Level {
  return isPossible(warning) ? 'unsure' : levelOf(warning);
}

/** Only the names, where there is no room for the reasons: `Not for Mia, Ben and Tom`. */
export function namesOf(translation: WarningTranslation, warnings: readonly Warning[]): Sentence[] {
  const { t } = translation;
  const sentences = groupsOf(warnings, levelOfNames).flatMap((group) =>
    [...Map.groupBy(group, ({ dish }) => dish).values()].flatMap(([first, ...others]) => {
      if (!first) return [];
      const names = distinctNames([first, ...others]);
      return { warning: first, text: namesText(t, names, listOf(translation, names), isPossible(first)) };
    }),
  );
  return distinct(mergeDishes(translation, sentences));
}

function namesText(t: Translate, all: readonly string[], names: string, possible: boolean): string {
  if (all.includes('')) return t(possible ? 'warnings.not-sure-someone' : 'warnings.not-for-someone');
  return possible ? t('warnings.not-sure-names', { names }) : t('warnings.not-for-names', { names });
}

/** `Mia eats something else`; undefined if everyone eats the dish. */
export function exceptionText(
  translation: WarningTranslation,
  excepted: readonly Warning[],
): string | undefined {
  const { t } = translation;
  if (excepted.length === 0) return undefined;
  if (excepted.some(({ name }) => name === '')) return t('warnings.something-else-someone');
  const names = distinctNames(excepted);
  return t('warnings.something-else', { names: listOf(translation, names), count: names.length });
}

/** `peanuts, not vegan, may contain gluten and milk` */
function reasonsText(translation: WarningTranslation, reasons: readonly WarningReason[]): string {
  const { t, language } = translation;
  const ofKind = <Kind extends WarningReason['kind']>(kind: Kind) =>
    reasons.filter((reason): reason is ReasonOf<Kind> => reason.kind === kind);
  const allergenName = ({ allergen }: { allergen: Allergen }) =>
    withinSentence(translation, t(`recipes.allergen.${allergen}`));
  const mayContain = ofKind('may-contain').map(allergenName);
  return [
    ...ofKind('contains').map(allergenName),
    ...ofKind('breaks').map(({ diet }) => t(`diets.broken.${diet}`)),
    ...ofKind('disliked').map(({ food }) => food[language]),
    ...ofKind('may-break').map(({ diet }) => t(`diets.maybe-broken.${diet}`)),
    ...(mayContain.length > 0 ? [t('warnings.may-contain', { foods: listOf(translation, mayContain) })] : []),
  ].join(', ');
}

function unsureLines({ reasons }: Warning): number {
  return Math.max(...reasons.map((reason) => (reason.kind === 'not-sure' ? reason.lines : 0)));
}

function distinctNames(warnings: readonly Warning[]): string[] {
  return [...new Set(warnings.map(({ name }) => name))];
}

function listOf({ locale }: Translation, words: readonly string[]): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(words);
}
