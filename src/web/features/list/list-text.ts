/** The list as plain text, to send it to somebody or to paste it into a note. */
import type { ShoppingList } from '#domain/shopping-list/item.ts';
import type { Translation } from '#web/base/i18n/translation.ts';
import { AISLE_NAMES } from '#web/features/list/aisles/aisle-names.ts';
import { itemText } from '#web/meals/amount-text.ts';

/** What is still to be bought, by aisle. */
export function listText(translation: Translation, { aisles }: ShoppingList): string {
  const parts = aisles.flatMap(({ aisle, items }) => {
    const open = items.filter(({ state }) => state === 'open');
    const lines = open.map((item) => {
      const { amount, name } = itemText(translation, item);
      return `- ${[amount, name].filter(Boolean).join(' ')}`;
    });
    return lines.length > 0 ? [[translation.t(AISLE_NAMES[aisle]), ...lines].join('\n')] : [];
  });
  return parts.join('\n\n').replaceAll('\u{A0}', ' ');
}
