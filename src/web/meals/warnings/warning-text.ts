/** Warnings as sentences: whom a dish is not for, and why. */
import type { Allergen } from '#domain/food/food.ts';
import { isCertain, type Warning, type WarningReason } from '#domain/preferences/warnings.ts';
import { withinSentence } from '#web/meals/recipe-text.ts';
import type { Language } from '#languages/language.ts';
import type { Translation } from '#web/base/i18n/translation.ts';

export type WarningTranslation = Translation & { language: Language };
/** `isCertain` is false where lines were not understood. */
export type Sentence = { text: string; isCertain: boolean };

type ReasonOf<Kind extends WarningReason['kind']> = WarningReason & { kind: Kind };

/** One sentence for each eater: `Not for Mia: peanuts`. Eaters without a name share one. */
export function sentencesOf(translation: WarningTranslation, warnings: readonly Warning[]): Sentence[] {
  const named = warnings.filter(({ name }) => name !== '');
  const unnamed = mergeUnnamed(warnings.filter(({ name }) => name === ''));
  const sentences = [...named, ...unnamed].map((warning) => ({
    text: sentenceOf(translation, warning),
    isCertain: isCertain(warning),
  }));
  // Two eaters can have the same initial.
  return [...new Map(sentences.map((sentence) => [sentence.text, sentence])).values()];
}

/** One certain warning and one that is not sure, at most. */
function mergeUnnamed(warnings: readonly Warning[]): Warning[] {
  const [certain, unsure] = [warnings.filter(isCertain), warnings.filter((warning) => !isCertain(warning))];
  return [certain, unsure].flatMap(([first, ...others]) => {
    if (!first) return [];
    const reasons = [first, ...others].flatMap((warning) => warning.reasons);
    return {
      ...first,
      reasons: [...new Map(reasons.map((reason) => [JSON.stringify(reason), reason])).values()],
    };
  });
}

function sentenceOf(translation: WarningTranslation, warning: Warning): string {
  const sentence = plainSentenceOf(translation, warning);
  return warning.dish === undefined ? sentence : `${sentence} (${warning.dish})`;
}

function plainSentenceOf(translation: WarningTranslation, warning: Warning): string {
  const { t } = translation;
  const { name } = warning;
  if (!isCertain(warning)) {
    const lines = unsureLines(warning);
    return name ? t('warnings.not-sure', { name, lines }) : t('warnings.not-sure-everyone', { lines });
  }
  const reasons = reasonsText(translation, warning.reasons);
  return name ? t('warnings.not-for', { name, reasons }) : t('warnings.not-for-everyone', { reasons });
}

/** Only the names, where there is no room for the reasons: `Not for Mia, Ben and Tom`. */
export function shortSentencesOf(translation: WarningTranslation, warnings: readonly Warning[]): Sentence[] {
  if (warnings.some(({ name }) => name === '')) return sentencesOf(translation, warnings);
  const namesOf = (some: Warning[]) => listOf(translation, distinctNames(some));
  const [certain, unsure] = [warnings.filter(isCertain), warnings.filter((warning) => !isCertain(warning))];
  const { t } = translation;
  return [
    ...(certain.length > 0
      ? [{ text: t('warnings.not-for-names', { names: namesOf(certain) }), isCertain: true }]
      : []),
    ...(unsure.length > 0
      ? [{ text: t('warnings.not-sure-names', { names: namesOf(unsure) }), isCertain: false }]
      : []),
  ];
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
