import { type Currency, hasOwnEstimates } from '#domain/family/currency.ts';
import type { Cost } from '#domain/food/cost.ts';
import type { Translation } from '#web/base/i18n/translation.ts';
import { showMoney } from '#web/base/i18n/money.ts';

/** `about €34.20` */
export function costText(
  { t, locale }: Translation,
  { costCents, isAtLeast }: Cost,
  currency: Currency | null | undefined,
): string {
  const cost = showMoney(costCents, locale, currency);
  if (!hasOwnEstimates(currency)) return t('list.cost-rough', { cost });
  return t(isAtLeast ? 'list.cost-at-least' : 'list.cost', { cost });
}
