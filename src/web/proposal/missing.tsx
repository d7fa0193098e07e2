/**
 * The problems of a proposal: empty slots and unmet rules with their reasons, and one change that would help.
 */
import { useState } from 'react';
import type { Offer, Proposal } from '#domain/proposal/proposal.ts';
import { withPreferenceChange } from '#domain/preferences/preferences.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { problemText } from '#web/ui/problem-text.ts';
import { showToast } from '#web/ui/toast.tsx';
import { shortPlace } from '#web/week/move/place-text.ts';
import { loadPreferences, savePreferences } from '#web/preferences/preferences-queries.ts';
import { useTranslation } from '#web/i18n/translation.ts';
import type { Names } from './reason-text.ts';
import { offerText, unmetText, whyText } from './explanation-text.ts';

export function Missing({ names, proposal }: { names: Names; proposal: Proposal }) {
  const { t } = useTranslation();
  const { meals, unmet, offer } = proposal;
  const gaps = meals.filter((meal) => meal.kind === 'gap');
  if (gaps.length === 0 && unmet.length === 0) return null;
  const byReason = Map.groupBy(gaps, (gap) => whyText(names, gap.slot, gap.obstacles));
  return (
    <Banner kind="warn" icon="warn" action={offer && <OfferButton names={names} offer={offer} />}>
      <ul className="proposal-missing">
        {Array.from(byReason, ([why, empty]) => (
          <li key={why}>
            <strong>
              {t('proposal.empty', {
                places: empty.map((gap) => shortPlace(names, gap)).join(' · '),
                count: empty.length,
              })}
            </strong>{' '}
            {why}
          </li>
        ))}
        {unmet.map((rule) => (
          <li key={rule.ruleId}>{unmetText(names, rule)}</li>
        ))}
      </ul>
    </Banner>
  );
}

/** Changes the preferences, which triggers a new proposal. */
export function OfferButton({ names, offer }: { names: Names; offer: Offer }) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const change = offerText(names, offer);
  const showError = (error: unknown) => showToast({ kind: 'bad', text: problemText(t, error) });
  const apply = async () => {
    setBusy(true);
    try {
      const { version, wishes: preferences } = await loadPreferences();
      const saved = await savePreferences({
        version,
        wishes: offer.changes.reduce(withPreferenceChange, preferences),
      });
      const undo = () =>
        void savePreferences({ version: saved.version, wishes: preferences }).catch(showError);
      const action = { label: t('week.undo'), run: undo };
      showToast({ text: t('proposal.did-offer', { change }), action });
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button kind="primary" busy={isBusy} onClick={() => void apply()}>
      {offer.dishes > 0 ? t('proposal.offer', { change, dishes: offer.dishes }) : change}
    </Button>
  );
}
