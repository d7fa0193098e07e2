/** The dialog of a proposed meal: its reasons and alternatives, or why the slot is empty. */
import { useState } from 'react';
import type { Place } from '#domain/plan/plan.ts';
import { acceptedMeal, type Proposal, type ProposedMeal } from '#domain/proposal/proposal.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/overlay/dialog.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Link } from '#web/base/ui/link.tsx';
import type { SaidOf } from './said.ts';
import { MealSign } from '#web/meals/warnings/warning-sign.tsx';
import { showMoney } from '#web/base/i18n/money.ts';
import { nameOfMeal, nameOfPlace, shortPlace } from '#web/meals/place-text.ts';
import { recipePath } from '#web/meals/recipe-path.ts';
import { type Translation, useTranslation } from '#web/base/i18n/translation.ts';
import { Alternatives } from './alternatives.tsx';
import { ProposalIcon } from './proposal-icon.tsx';
import { type CookedMeal, isCooked, isSameSlot } from './meals.ts';
import { Offers } from './missing.tsx';
import { OwnDish } from './own-dish.tsx';
import { choose, placeMeal, proposeElse, setLocked } from './proposals.ts';
import {
  leftoversText,
  type Names,
  reasonTexts,
  timeText,
  variantTextOf,
} from '#web/features/week/proposal/texts/reason-text.ts';
import { countTexts } from '#web/features/week/proposal/texts/explanation-text.ts';
import './meal-dialog.css';

type DialogProps = {
  names: Names;
  week: string;
  meal: ProposedMeal;
  proposal: Proposal;
  said: SaidOf;
  locked: readonly Place[];
  isBusy: boolean;
  /** For screen readers. */
  onAnnounce: (text: string) => void;
  onClose: () => void;
};

export function MealDialog(props: DialogProps) {
  const { names, week, meal, proposal, said, locked, isBusy, onAnnounce, onClose } = props;
  const translation = useTranslation();
  const { t } = translation;
  const [isSearching, setSearching] = useState(false);
  const place = shortPlace(translation, meal);
  const accepted = acceptedMeal(meal);
  const replace = async () => {
    const found = await proposeElse(week, meal);
    onAnnounce(
      found
        ? t('proposal.chosen', { place, meal: titleOf(translation, found) })
        : t('proposal.nothing-else', { place }),
    );
  };
  return (
    <Dialog title={titleOf(translation, meal)} onClose={onClose}>
      <p className="proposal-where">{nameOfPlace(translation, { week, ...meal })}</p>
      {accepted && (
        <MealSign
          meal={accepted}
          warnings={said(meal).warnings}
          variantNames={meal.kind === 'recurring' ? said(meal).variantNames : undefined}
          form="large"
        />
      )}
      {isCooked(meal) && <CookedFacts names={names} meal={meal} />}
      {meal.kind === 'leftovers' && <p>{leftoversText(translation, meal.of)}</p>}
      {meal.kind === 'recurring' && <p>{t(meal.isPlaced ? 'proposal.placed' : 'proposal.recurring')}</p>}
      {meal.kind === 'gap' && (
        <>
          <Counts texts={countTexts(names, meal.slot, meal.blockingConstraints)} />
          <Offers names={names} offers={proposal.offers} kind="primary" />
        </>
      )}
      <MealActions
        week={week}
        meal={meal}
        isLocked={locked.some((lock) => isSameSlot(lock, meal))}
        isBusy={isBusy}
        onReplace={() => void replace()}
        onSearch={isSearching ? undefined : () => setSearching(true)}
        onTakeOut={() => {
          void placeMeal(week, meal, undefined);
          onClose();
        }}
      />
      {isSearching && (
        <OwnDish
          week={week}
          place={meal}
          onChoose={(chosen) => {
            void placeMeal(week, meal, chosen).then(
              (isDone) => isDone && onAnnounce(t('proposal.chosen', { place, meal: chosen.description })),
            );
            onClose();
          }}
        />
      )}
      {isCooked(meal) && !isSearching && (
        <Alternatives
          names={names}
          week={week}
          proposal={proposal}
          meal={meal}
          onChoose={(alternative) => {
            void choose(week, meal, alternative).then(
              (isDone) => isDone && onAnnounce(t('proposal.chosen', { place, meal: alternative.title })),
            );
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}

type ActionsProps = Pick<DialogProps, 'week' | 'meal' | 'isBusy'> & {
  isLocked: boolean;
  onReplace: () => void;
  /** Absent while somebody searches. */
  onSearch: (() => void) | undefined;
  onTakeOut: () => void;
};

function MealActions({ week, meal, isLocked, isBusy, onReplace, onSearch, onTakeOut }: ActionsProps) {
  const { t } = useTranslation();
  const accepted = acceptedMeal(meal);
  return (
    <div className="proposal-meal-actions">
      {isCooked(meal) && <LockButton week={week} meal={meal} isLocked={isLocked} />}
      {'recipeId' in meal && (
        <Button icon={<ProposalIcon name="again" />} busy={isBusy} onClick={onReplace}>
          {t('proposal.other')}
        </Button>
      )}
      {meal.kind === 'recurring' && meal.isPlaced && (
        <Button icon={<ProposalIcon name="again" />} busy={isBusy} onClick={onTakeOut}>
          {t('proposal.take-out')}
        </Button>
      )}
      {onSearch && (
        <Button icon={<ProposalIcon name="search" />} busy={isBusy} onClick={onSearch}>
          {t('proposal.search')}
        </Button>
      )}
      {accepted?.recipeId && (
        <Link href={recipePath(accepted)} className="button button-quiet">
          <Icon name="book" />
          {t('recipes.to-recipe')}
        </Link>
      )}
    </div>
  );
}

function titleOf(translation: Translation, meal: ProposedMeal): string {
  if (meal.kind === 'gap') return translation.t('proposal.gap');
  return meal.kind === 'recurring' ? nameOfMeal(translation, meal.meal) : meal.title;
}

/** Time and cost, the variant, and what speaks for the dish. */
function CookedFacts({ names, meal }: { names: Names; meal: CookedMeal }) {
  const { t, locale, currency } = names;
  const variant = meal.variant && variantTextOf(names, meal.variant);
  return (
    <>
      <p className="proposal-figures">
        {timeText(t, meal)} · {showMoney(meal.costCents, locale, currency)}
      </p>
      {variant && <p>{variant}</p>}
      <Reasons texts={reasonTexts(names, meal.reasons)} />
    </>
  );
}

/** The first text introduces the others. */
function Counts({ texts: [all, ...steps] }: { texts: string[] }) {
  return (
    <div>
      <p>{all}</p>
      <ul className="proposal-counts">
        {steps.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}

function Reasons({ texts }: { texts: string[] }) {
  if (texts.length === 0) return null;
  return (
    <ul className="proposal-reasons">
      {texts.map((text) => (
        <li key={text}>
          <Icon name="check" size={16} />
          {text}
        </li>
      ))}
    </ul>
  );
}

function LockButton({ week, meal, isLocked }: { week: string; meal: CookedMeal; isLocked: boolean }) {
  const { t } = useTranslation();
  return (
    <Button
      icon={<ProposalIcon name={isLocked ? 'locked' : 'unlocked'} />}
      aria-pressed={isLocked}
      onClick={() => setLocked(week, meal, !isLocked)}
    >
      {t(isLocked ? 'proposal.locked' : 'proposal.keep-it')}
    </Button>
  );
}
