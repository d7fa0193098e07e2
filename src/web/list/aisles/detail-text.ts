/** The small print of an item: what the recipes need, and for which meals. */
import type { Item, Purpose } from '#domain/shopping-list/item.ts';
import { dayName } from '#web/i18n/dates.ts';
import type { Translation } from '#web/i18n/translation.ts';
import { needText } from './amount-text.ts';

/** Ten meals with garlic are a wall of text. */
const MAX_PURPOSES = 3;

export function detailTexts(translation: Translation, item: Item): string[] {
  const { t } = translation;
  const need = item.typed === undefined ? needText(translation, item) : undefined;
  const purposes = [...new Set(item.for.map((purpose) => purposeText(translation, purpose, item)))];
  const shown = purposes.length > MAX_PURPOSES + 1 ? purposes.slice(0, MAX_PURPOSES) : purposes;
  const rest = purposes.length - shown.length;
  return [
    ...(need ? [need] : []),
    ...(need && item.isLess ? [t('list.less')] : []),
    ...(item.isSome && item.buy.length > 0 ? [t('list.some')] : []),
    ...(item.alternatives ? [`${t('list.or')} ${item.alternatives.join(', ')}`] : []),
    ...shown,
    ...(rest > 0 ? [t('list.more-meals', { count: rest })] : []),
  ];
}

/** Concatenates typed text instead of passing it as a message argument, which Lingui would unescape. */
function purposeText({ t, locale }: Translation, purpose: Purpose, { foodId, typed }: Item): string {
  if (!('added' in purpose)) return `${purpose.description} (${dayName(purpose.day, locale, 'short')})`;
  return foodId && typed === undefined ? `${t('list.added')}: ${purpose.added}` : t('list.added');
}
