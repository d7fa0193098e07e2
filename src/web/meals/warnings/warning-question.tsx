/** Asks when a dish is placed that surely has an allergen of an eater. It has to be answered: Esc does not close it. */
import type { Warning } from '#domain/preferences/warnings.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Actions, Dialog } from '#web/base/ui/overlay/dialog.tsx';
import { brief } from '#web/meals/meal-text.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { WarningSign } from './warning-sign.tsx';
import { exceptionText } from './warning-text.ts';

type QuestionProps = {
  dish: string;
  /** Of the eaters who would eat it and must not. */
  warnings: readonly Warning[];
  /** Those eaters eat something else: the meal is placed. */
  onExcept: (eaterIds: string[]) => void;
  /** The meal is not placed. */
  onChooseElse: () => void;
};

export function WarningQuestion({ dish, warnings, onExcept, onChooseElse }: QuestionProps) {
  const translation = useTranslation();
  const { t } = translation;
  return (
    <Dialog title={t('warnings.ask', { dish: brief(dish) })}>
      <WarningSign warnings={warnings} form="large" />
      <Actions>
        <Button onClick={onChooseElse}>{t('warnings.choose-else')}</Button>
        <Button kind="primary" onClick={() => onExcept(warnings.map(({ eaterId }) => eaterId))}>
          {exceptionText(translation, warnings)}
        </Button>
      </Actions>
    </Dialog>
  );
}
