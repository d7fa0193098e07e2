/** The problems of a proposal: one sentence for empty slots and unmet rules, and changes that would help. */
import { useState } from 'react';
import type { Offer, Proposal } from '#domain/proposal/proposal.ts';
import { withPreferenceChange } from '#domain/preferences/preferences.ts';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { loadPreferences, savePreferences } from '#web/data/queries/preferences-queries.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import type { Names } from '#web/features/week/proposal/texts/reason-text.ts';
import { emptyTexts, unmetText } from '#web/features/week/proposal/texts/explanation-text.ts';
import { causeText, offerText } from '#web/features/week/proposal/texts/offer-text.ts';

export function Missing({ names, proposal }: { names: Names; proposal: Proposal }) {
  const { t } = useTranslation();
  const { meals, unmet } = proposal;
  const gaps = meals.filter((meal) => meal.kind === 'gap');
  if (gaps.length === 0 && unmet.length === 0) return null;
  const sentences = [...emptyTexts(names, gaps), ...unmet.map((rule) => unmetText(names, rule))];
  return (
    <section
      className="proposal-problems"
      id="proposal-problems"
      tabIndex={-1}
      aria-label={t('proposal.missing')}
    >
      <Banner kind="warn" icon="warn">
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <Offers names={names} offers={proposal.offers} />
      </Banner>
    </section>
  );
}

type OffersProps = { names: Names; offers: readonly Offer[]; kind?: 'primary' | 'plain' };

/** `kind`: of the first one, the smallest change. */
export function Offers({ names, offers, kind = 'plain' }: OffersProps) {
  if (offers.length === 0) return null;
  return (
    <ul className="proposal-offers">
      {offers.map((offer, at) => (
        <li key={JSON.stringify(offer.changes)}>
          <OfferButton names={names} offer={offer} kind={at === 0 ? kind : 'plain'} />
          {offer.cause && <p className="field-hint">{causeText(names, offer.cause)}</p>}
        </li>
      ))}
    </ul>
  );
}

/** Changes the preferences, which triggers a new proposal. */
function OfferButton({ names, offer, kind }: { names: Names; offer: Offer; kind: 'primary' | 'plain' }) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const change = offerText(names, offer);
  const showError = (error: unknown) => showToast({ kind: 'bad', text: problemText(t, error) });
  const apply = async () => {
    setBusy(true);
    try {
      const { version, preferences } = await loadPreferences();
      const saved = await savePreferences({
        version,
        preferences: offer.changes.reduce(withPreferenceChange, preferences),
      });
      const undo = () => void savePreferences({ version: saved.version, preferences }).catch(showError);
      const action = { label: t('week.undo'), run: undo };
      showToast({ text: t('proposal.did-offer', { change }), action });
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button kind={kind} busy={isBusy} onClick={() => void apply()}>
      {offer.dishes > 0 ? t('proposal.offer', { change, dishes: offer.dishes }) : change}
    </Button>
  );
}
