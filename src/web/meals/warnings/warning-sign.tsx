/**
 * The sign at a dish that is not for every eater: an icon and a sentence for each of them, and a quiet note for eaters
 * who eat something else. Only spans, because it is also part of buttons.
 */
import { dishesOf, type Meal, sharedSides } from '#domain/plan/plan.ts';
import type { VariantOffer } from '#domain/preferences/variant-offer.ts';
import { type VariantNames, variantText, variantTexts } from '#domain/preferences/variant-text.ts';
import {
  exceptedWarnings,
  type Warning,
  type WarningsByMeal,
  warningsOfMeal,
} from '#domain/preferences/warnings.ts';
import { Drawing, Icon } from '#web/base/ui/icon.tsx';
import { PageIcon } from '#web/base/ui/page-icon.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { exceptionText, namesOf, type Sentence, sentencesOf } from './warning-text.ts';
import './warning-sign.css';

const QUESTION =
  'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.9-1.1 1.8M12 17.01V17';
/** More sentences than these become names only. */
const MAX_SENTENCES = { names: 1, short: 2, button: 2, plain: Infinity, large: Infinity };

type SignProps = {
  warnings: readonly Warning[];
  /** Those of eaters who eat something else. */
  excepted?: readonly Warning[] | undefined;
  /** Who gets the variant of a dish, as sentences. */
  variants?: readonly string[] | undefined;
  /**
   * `short` and `names`: where space is short. `button`: a tap shows the text, so that quiet sentences have only names.
   * `large`: the sign of a whole page or dialog.
   */
  form?: keyof typeof MAX_SENTENCES;
};

export function WarningSign({ warnings, excepted = [], variants = [], form = 'plain' }: SignProps) {
  const translation = useTranslation();
  const sentences = sentencesOf(translation, warnings);
  const exception = exceptionText(translation, excepted);
  if (sentences.length + variants.length === 0 && exception === undefined) return null;
  const loud = sentences.filter(({ isQuiet }) => !isQuiet);
  const isShort = (form === 'button' ? loud : sentences).length > MAX_SENTENCES[form];
  const shown = isShort
    ? namesOf(translation, warnings)
    : form === 'button'
      ? [...loud, ...namesOf(translation, warnings).filter(({ isQuiet }) => isQuiet)]
      : sentences;
  const isSaid =
    shown.length === sentences.length && shown.every(({ text }, at) => text === sentences[at]?.text);
  return (
    <span className={`warning-sign warning-sign-${form}`}>
      {variants.map((text) => (
        <span key={text} className="warning-sign-line warning-sign-variant">
          {text}
        </span>
      ))}
      <Lines sentences={shown} isHidden={!isSaid} />
      {!isSaid && <span className="sr-only">{sentences.map(({ text }) => text).join('. ')}</span>}
      {exception !== undefined && (
        <span className="warning-sign-line warning-sign-exception">
          <PageIcon name="person" size={16} />
          <span>{exception}</span>
        </span>
      )}
    </span>
  );
}

type OfferSignProps = Pick<SignProps, 'form'> & {
  recipe: { warnings: readonly Warning[]; variantOffer?: VariantOffer | undefined };
};

/** The sign of a recipe: whom it is for with its variant, and what is left to warn of. */
export function OfferSign({ recipe: { warnings, variantOffer }, form = 'plain' }: OfferSignProps) {
  const translation = useTranslation();
  if (!variantOffer) return <WarningSign warnings={warnings} form={form} />;
  const text = variantText(variantOffer.title, variantOffer.names, translation);
  return <WarningSign warnings={variantOffer.warnings} variants={text ? [text] : []} form={form} />;
}

type MealSignProps = Pick<SignProps, 'form'> & {
  meal: Meal;
  warnings: WarningsByMeal;
  /** Absent where the variants are said elsewhere. */
  variantNames?: VariantNames | undefined;
  /** Where the dishes are listed with whom they are for. */
  isListed?: boolean;
};

/** The sign of a meal, with the warnings of all meals: also who gets the variant of a dish. */
export function MealSign({ meal, warnings, variantNames, isListed = false, form = 'plain' }: MealSignProps) {
  const translation = useTranslation();
  const [all, excepted] = [warningsOfMeal(meal, warnings), exceptedWarnings(meal, warnings)];
  const said = isListed ? { ...meal, sides: sharedSides(meal) } : meal;
  const variants = variantNames ? variantTexts(said, variantNames, translation) : [];
  return <WarningSign warnings={all} excepted={excepted} variants={variants} form={form} />;
}

/** The sign also names eaters who get something else. */
export function hasSign(meal: Meal, warnings: WarningsByMeal): boolean {
  const isForSome = dishesOf(meal).some(({ variant, eaterIds }) => variant ?? eaterIds);
  return isForSome || warningsOfMeal(meal, warnings).length + exceptedWarnings(meal, warnings).length > 0;
}

/** `isHidden`: screen readers read a longer text instead. */
function Lines({ sentences, isHidden = false }: { sentences: Sentence[]; isHidden?: boolean }) {
  return sentences.map(({ text, isQuiet, isPossible }) => (
    <span
      key={text}
      className={`warning-sign-line ${isQuiet ? 'warning-sign-quiet' : ''}`}
      aria-hidden={isHidden || undefined}
    >
      {isPossible ? <Drawing path={QUESTION} size={16} /> : <Icon name="warn" size={16} />}
      <span>{text}</span>
    </span>
  ));
}
