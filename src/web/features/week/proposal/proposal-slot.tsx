/**
 * A proposed meal in its slot: title and reason, buttons to keep and to replace it. A click opens the dialog.
 */
import { acceptedMeal, type ProposedMeal } from '#domain/proposal/proposal.ts';
import { DishPicture } from '#web/meals/picture/dish-picture.tsx';
import { IconButton } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { MealSign } from '#web/meals/warnings/warning-sign.tsx';
import { nameOfMeal, nameOfPlace } from '#web/meals/place-text.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { SlotText } from '#web/features/week/slot/slot.tsx';
import type { Said } from './said.ts';
import { ProposalIcon } from './proposal-icon.tsx';
import { setLocked } from './proposals.ts';
import {
  leftoversText,
  type Names,
  reasonTexts,
  timeText,
  variantTextOf,
} from '#web/features/week/proposal/texts/reason-text.ts';

type SlotProps = {
  names: Names;
  week: string;
  meal: ProposedMeal;
  said: Said;
  picture: string | undefined;
  isLocked: boolean;
  onOpen: () => void;
};

export function ProposalSlot({ names, week, meal, said, picture, isLocked, onOpen }: SlotProps) {
  const translation = useTranslation();
  const { t } = translation;
  const { title, about, variant, facts } = useSlotTexts(names, meal);
  const place = nameOfPlace(translation, { week, ...meal });
  const accepted = acceptedMeal(meal);
  return (
    <div
      className={`week-slot week-${meal.slot} proposal-slot proposal-${meal.kind} ${isLocked ? 'proposal-locked' : ''}`}
    >
      <button type="button" className="week-slot-button" aria-haspopup="dialog" onClick={onOpen}>
        <span className="sr-only">
          {t('week.slot', { place, meal: [title, variant, about, facts].filter(Boolean).join('. ') })}
        </span>
        <SlotText className="week-slot-name">{t(`week.slot.${meal.slot}`)}</SlotText>
        <SlotText className="week-slot-text">{title}</SlotText>
        {variant && <SlotText className="proposal-variant">{variant}</SlotText>}
        {about && <SlotText className="proposal-about">{about}</SlotText>}
        {facts && <SlotText className="proposal-facts">{facts}</SlotText>}
        {meal.kind === 'cooked' && <DishPicture className="proposal-picture" picture={picture} />}
        {accepted && (
          <MealSign
            meal={accepted}
            warnings={said.warnings}
            variantNames={meal.kind === 'recurring' ? said.variantNames : undefined}
            form="button"
          />
        )}
      </button>
      {meal.kind === 'cooked' && (
        <IconButton
          label={t('proposal.keep', { meal: meal.title })}
          className="proposal-lock"
          aria-pressed={isLocked}
          onClick={() => setLocked(week, meal, !isLocked)}
        >
          <ProposalIcon name={isLocked ? 'locked' : 'unlocked'} size={18} />
        </IconButton>
      )}
      {meal.kind === 'gap' && (
        <span className="proposal-mark">
          <Icon name="warn" size={18} />
        </span>
      )}
    </div>
  );
}

type SlotTexts = { title: string; about?: string | undefined; variant?: string | undefined; facts?: string };

/** The title, one reason, for whom there is a variant, and the time. */
function useSlotTexts(names: Names, meal: ProposedMeal): SlotTexts {
  const translation = useTranslation();
  const { t } = translation;
  switch (meal.kind) {
    case 'cooked': {
      const [about] = reasonTexts(names, meal.reasons);
      const variant = meal.variant && variantTextOf(names, meal.variant);
      return { title: meal.title, about, variant, facts: timeText(t, meal) };
    }
    case 'leftovers':
      return { title: meal.title, about: leftoversText(translation, meal.of) };
    case 'recurring':
      return {
        title: nameOfMeal(translation, meal.meal),
        about: t(meal.isPlaced ? 'proposal.placed' : 'proposal.recurring'),
      };
    default:
      return { title: t('proposal.gap'), about: t('proposal.gap-why') };
  }
}
