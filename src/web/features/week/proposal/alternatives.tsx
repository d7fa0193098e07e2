/** The best alternatives for a slot, with their difference in time and cost. */
import { useQuery } from '@tanstack/react-query';
import type { Alternative, Proposal } from '#domain/proposal/proposal.ts';
import { DishPicture } from '#web/meals/picture/dish-picture.tsx';
import { usePictures } from '#web/meals/picture/pictures.ts';
import { problemText } from '#web/base/ui/problem-text.ts';
import { Skeleton } from '#web/base/ui/loading.tsx';
import { showTime } from '#web/meals/recipe-text.ts';
import { queries } from '#web/data/session.ts';
import { showMoney } from '#web/base/i18n/money.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import type { CookedMeal } from './meals.ts';
import { findAlternatives } from './proposals.ts';
import { type Names, reasonTexts, variantTextOf } from '#web/features/week/proposal/texts/reason-text.ts';

type AlternativesProps = {
  names: Names;
  week: string;
  proposal: Proposal;
  meal: CookedMeal;
  onChoose: (alternative: Alternative) => void;
};

export function Alternatives({ names, week, proposal, meal, onChoose }: AlternativesProps) {
  const { t, language } = useTranslation();
  const { day, slot, recipeId } = meal;
  const { data, error } = useQuery(
    {
      queryKey: ['alternatives', week, day, slot, recipeId, proposal.score, language],
      queryFn: () => findAlternatives(week, proposal, meal),
      gcTime: 0,
    },
    queries,
  );
  const pictures = usePictures(data?.map((alternative) => alternative.recipeId) ?? []);
  return (
    <section className="proposal-alternatives" aria-labelledby="proposal-alternatives">
      <h3 id="proposal-alternatives">{t('proposal.instead')}</h3>
      {!data && !error && <Skeleton label={t('app.loading')} lines={5} />}
      {error && <p className="field-error">{problemText(t, error)}</p>}
      {data?.length === 0 && <p>{t('proposal.no-alternatives')}</p>}
      <ul>
        {data?.map((alternative) => (
          <li key={alternative.recipeId}>
            <button type="button" className="proposal-alternative" onClick={() => onChoose(alternative)}>
              <DishPicture
                className="proposal-alternative-picture"
                picture={pictures[alternative.recipeId]}
              />
              <span className="proposal-alternative-title">{alternative.title}</span>
              {alternative.variant && (
                <span className="proposal-variant">{variantTextOf(names, alternative.variant)}</span>
              )}
              <span className="proposal-about">{ownReason(names, alternative, meal)}</span>
              <span className="proposal-facts">{changeText(names, alternative)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The first reason that the current dish does not have. */
function ownReason(names: Names, { reasons }: Alternative, meal: CookedMeal): string | undefined {
  const texts = reasonTexts(names, reasons);
  const shared = new Set(reasonTexts(names, meal.reasons));
  return texts.find((text) => !shared.has(text)) ?? texts[0];
}

/** `35 min, 10 min longer, 2.40 less` */
function changeText({ t, locale, currency }: Names, alternative: Alternative): string {
  const { minutes, minutesChange, costChangeCents } = alternative;
  const time = showTime(Math.abs(minutesChange), t);
  const cost = showMoney(Math.abs(costChangeCents), locale, currency);
  const texts = [
    showTime(minutes, t),
    minutesChange !== 0 && t(minutesChange > 0 ? 'proposal.longer' : 'proposal.shorter', { time }),
    costChangeCents !== 0 && t(costChangeCents > 0 ? 'proposal.dearer' : 'proposal.cheaper', { cost }),
  ];
  return texts.filter(Boolean).join(' · ');
}
