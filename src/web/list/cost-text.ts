import type { Cost } from '#domain/food/cost.ts';
import type { Translate } from '#web/i18n/translation.ts';
import { showMoney } from '#web/preferences/money.ts';

/** `about 34.20` */
export function costText(t: Translate, locale: string, { costCents, isAtLeast }: Cost): string {
  return t(isAtLeast ? 'list.cost-at-least' : 'list.cost', { cost: showMoney(costCents, locale) });
}
