/** What stands at an ingredient line of which some brands have an allergen: the answer that the family's brand has not. */
import { useState } from 'react';
import { type Allergen, ALLERGENS } from '#domain/food/food.ts';
import type { LineStatus } from '#domain/recipe-view/line-status.ts';
import { api } from '#web/base/api.ts';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Actions, Dialog } from '#web/base/ui/overlay/dialog.tsx';
import { PageIcon } from '#web/base/ui/page-icon.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { withinSentence } from '#web/meals/recipe-text.ts';
import { CreatedBy } from './created-by.tsx';
import './line-note.css';

type BrandProps = {
  /** As it is shown. */
  line: string;
  status: Pick<LineStatus, 'mayContain' | 'freeBrands'>;
  /** What eaters of the family should not have and brands of this dish may contain. */
  avoided: readonly Allergen[];
  onChanged: () => Promise<void>;
};

export function BrandNote({ line, status: { mayContain, freeBrands }, avoided, onChanged }: BrandProps) {
  const { t } = useTranslation();
  const foods = useAllergenList();
  const [isOpen, setOpen] = useState(false);
  const open = mayContain?.allergens.filter((allergen) => avoided.includes(allergen)) ?? [];
  const free = freeBrands?.allergens ?? [];
  const takeBack = async () => {
    if (!freeBrands) return;
    await takeBackBrands(freeBrands.line);
    await onChanged();
    showToast({ text: t('recipes.taken-back', { line }) });
  };
  return (
    <>
      {freeBrands && (
        <>
          <span className="line-note-text">
            <PageIcon name="person" size={16} />
            <span>
              {t('recipes.brand-fine-said', { foods: foods(free) })} <CreatedBy {...freeBrands} />
            </span>
          </span>
          <TakeBack line={line} onTakeBack={takeBack} />
        </>
      )}
      {mayContain && open.length > 0 && (
        <>
          <span className="line-note-text line-note-brand">
            {t('recipes.brand-may-contain', { foods: foods(open) })}
          </span>
          <Button
            className="line-note-button"
            aria-label={`${t('recipes.brand-fine')}: ${line}`}
            onClick={() => setOpen(true)}
          >
            {t('recipes.brand-fine')}
          </Button>
        </>
      )}
      {mayContain && isOpen && (
        <BrandQuestion
          line={line}
          // Who answers says it of all of them: there is one answer to a line.
          freeFrom={ALLERGENS.filter((allergen) => open.includes(allergen) || free.includes(allergen))}
          answeredLine={mayContain.line}
          onAnswered={onChanged}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function takeBackBrands(line: string): Promise<void> {
  return api('DELETE /app/api/lines', { body: { line } });
}

export function TakeBack({ line, onTakeBack }: { line: string; onTakeBack: () => Promise<void> }) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const takeBack = async () => {
    setBusy(true);
    try {
      await onTakeBack();
    } catch (error) {
      showToast({ kind: 'bad', text: problemText(t, error) });
    }
    setBusy(false);
  };
  return (
    <Button
      kind="quiet"
      className="line-note-button"
      busy={isBusy}
      aria-label={`${t('recipes.take-back')}: ${line}`}
      onClick={() => void takeBack()}
    >
      {t('recipes.take-back')}
    </Button>
  );
}

type QuestionProps = {
  line: string;
  freeFrom: readonly Allergen[];
  /** The line in the language of the recipe's facts. */
  answeredLine: string;
  onAnswered: () => Promise<void>;
  onClose: () => void;
};

function BrandQuestion({ line, freeFrom, answeredLine, onAnswered, onClose }: QuestionProps) {
  const { t } = useTranslation();
  const foods = useAllergenList();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const send = async () => {
    setBusy(true);
    try {
      await api('PUT /app/api/lines', { body: { line: answeredLine, freeFrom: [...freeFrom] } });
      await onAnswered();
      onClose();
      const undo = () => void takeBackBrands(answeredLine).then(onAnswered);
      showToast({
        text: t('recipes.brand-did-fine', { line }),
        action: { label: t('week.undo'), run: undo },
      });
    } catch (error) {
      setFailure(problemText(t, error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={t('recipes.brand-ask', { foods: foods(freeFrom) })} onClose={onClose}>
      <p>
        <b>{line}</b>
      </p>
      <p>{t('recipes.brand-label', { foods: foods(freeFrom) })}</p>
      {failure && <Banner kind="bad">{failure}</Banner>}
      <p className="field-hint">{t('recipes.answer-everywhere')}</p>
      <Actions>
        <Button onClick={onClose}>{t('recipes.cancel')}</Button>
        <Button kind="primary" busy={isBusy} onClick={() => void send()}>
          {t('recipes.brand-fine')}
        </Button>
      </Actions>
    </Dialog>
  );
}

/** `nuts and milk` */
function useAllergenList(): (allergens: readonly Allergen[]) => string {
  const translation = useTranslation();
  const list = new Intl.ListFormat(translation.locale, { type: 'conjunction' });
  return (allergens) =>
    list.format(
      allergens.map((allergen) => withinSentence(translation, translation.t(`recipes.allergen.${allergen}`))),
    );
}
