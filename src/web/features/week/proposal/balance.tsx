/** The mix of a proposed week in one line of signs: meat, fish, neither, new dishes, and the cost. */
import type { WeekTotals } from '#domain/proposal/proposal.ts';
import { showMoney } from '#web/base/i18n/money.ts';
import { useMe } from '#web/data/session.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { ProposalIcon } from './proposal-icon.tsx';

const SIGNS = [
  ['meat', 'meat', 'proposal.balance.meat', 'proposal.balance-word.meat'],
  ['fish', 'fish', 'proposal.balance.fish', 'proposal.balance-word.fish'],
  ['plants', 'leaf', 'proposal.balance.plants', 'proposal.balance-word.plants'],
  ['isNew', 'new', 'proposal.balance.new', 'proposal.balance-word.new'],
] as const;

export function Balance({ totals: { balance, costCents } }: { totals: WeekTotals }) {
  const { t, locale } = useTranslation();
  const cost = showMoney(costCents, locale, useMe().family.currency);
  return (
    <ul className="proposal-balance" aria-label={t('proposal.balance')}>
      {SIGNS.filter(([figure]) => balance[figure] > 0).map(([figure, icon, text, word]) => (
        <li key={figure} title={t(text, { meals: balance[figure] })}>
          <ProposalIcon name={icon} size={18} />
          <span className="sr-only">{t(text, { meals: balance[figure] })}</span>
          <span aria-hidden="true">
            {balance[figure]}
            <span className="proposal-balance-word"> {t(word)}</span>
          </span>
        </li>
      ))}
      {costCents > 0 && (
        <li title={t('proposal.balance.cost', { cost })}>
          <ProposalIcon name="cost" size={18} />
          <span className="sr-only">{t('proposal.balance.cost', { cost })}</span>
          <span aria-hidden="true">{cost}</span>
        </li>
      )}
    </ul>
  );
}
