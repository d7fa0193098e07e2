/**
 * The sign at a dish that is not for every eater: an icon and a sentence for each of them, and a quiet note for eaters
 * who eat something else. Only spans, because it is also part of buttons.
 */
import type { Meal } from '#domain/plan/plan.ts';
import {
  exceptedWarnings,
  type Warning,
  type WarningsByMeal,
  warningsOfMeal,
} from '#domain/preferences/warnings.ts';
import { Drawing, Icon } from '#web/base/ui/icon.tsx';
import { PageIcon } from '#web/base/ui/page-icon.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { exceptionText, type Sentence, sentencesOf, shortSentencesOf } from './warning-text.ts';
import './warning-sign.css';

const QUESTION =
  'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.9-1.1 1.8M12 17.01V17';
/** More sentences than these become names only. */
const MAX_SENTENCES = { names: 1, short: 2, plain: Infinity, large: Infinity };

type SignProps = {
  warnings: readonly Warning[];
  /** Those of eaters who eat something else. */
  excepted?: readonly Warning[] | undefined;
  /** `short` and `names`: where space is short. `large`: the sign of a whole page or dialog. */
  form?: keyof typeof MAX_SENTENCES;
};

export function WarningSign({ warnings, excepted = [], form = 'plain' }: SignProps) {
  const translation = useTranslation();
  const sentences = sentencesOf(translation, warnings);
  const exception = exceptionText(translation, excepted);
  if (sentences.length === 0 && exception === undefined) return null;
  const isShort = sentences.length > MAX_SENTENCES[form];
  return (
    <span className={`warning-sign warning-sign-${form}`}>
      {isShort ? (
        <>
          <Lines sentences={shortSentencesOf(translation, warnings)} isHidden />
          <span className="sr-only">{sentences.map(({ text }) => text).join('. ')}</span>
        </>
      ) : (
        <Lines sentences={sentences} />
      )}
      {exception !== undefined && (
        <span className="warning-sign-line warning-sign-exception">
          <PageIcon name="person" size={16} />
          <span>{exception}</span>
        </span>
      )}
    </span>
  );
}

type MealSignProps = Pick<SignProps, 'form'> & { meal: Meal; warnings: WarningsByMeal };

/** The sign of a meal, with the warnings of all meals. */
export function MealSign({ meal, warnings, form = 'plain' }: MealSignProps) {
  const [all, excepted] = [warningsOfMeal(meal, warnings), exceptedWarnings(meal, warnings)];
  return <WarningSign warnings={all} excepted={excepted} form={form} />;
}

/** The sign also names eaters who eat something else. */
export function hasSign(meal: Meal, warnings: WarningsByMeal): boolean {
  return warningsOfMeal(meal, warnings).length + exceptedWarnings(meal, warnings).length > 0;
}

/** `isHidden`: screen readers read a longer text instead. */
function Lines({ sentences, isHidden = false }: { sentences: Sentence[]; isHidden?: boolean }) {
  return sentences.map(({ text, isCertain }) => (
    <span
      key={text}
      className={`warning-sign-line ${isCertain ? '' : 'warning-sign-unsure'}`}
      aria-hidden={isHidden || undefined}
    >
      {isCertain ? <Icon name="warn" size={16} /> : <Drawing path={QUESTION} size={16} />}
      <span>{text}</span>
    </span>
  ));
}
