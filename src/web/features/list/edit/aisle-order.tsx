/** The order of the aisles in a shop, which two buttons for each aisle change. */
import { useLayoutEffect, useRef } from 'react';
import type { ListAisle } from '#domain/shopping-list/item.ts';
import { IconButton } from '#web/base/ui/button.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { AISLE_NAMES } from '#web/features/list/aisles/aisle-names.ts';

type OrderProps = { order: readonly ListAisle[]; onChange: (order: readonly ListAisle[]) => void };

export function AisleOrder({ order, onChange }: OrderProps) {
  const { t } = useTranslation();
  const pressed = useRef<HTMLElement>(undefined);
  const swap = (at: number, button: HTMLElement) => {
    pressed.current = button;
    onChange(order.toSpliced(at, 2, ...order.slice(at, at + 2).toReversed()));
  };
  useLayoutEffect(() => {
    // A row that is moved in the document loses the focus.
    pressed.current?.focus();
    pressed.current = undefined;
  }, [order]);
  return (
    <ol className="shops-list">
      {order.map((aisle, at) => (
        <li key={aisle} className="shops-row">
          <span>{t(AISLE_NAMES[aisle])}</span>
          <IconButton
            label={t('list.aisle-up', { aisle: t(AISLE_NAMES[aisle]) })}
            // Not `disabled`, which would lose the focus at the limit.
            aria-disabled={at === 0}
            onClick={({ currentTarget }) => at > 0 && swap(at - 1, currentTarget)}
          >
            ↑
          </IconButton>
          <IconButton
            label={t('list.aisle-down', { aisle: t(AISLE_NAMES[aisle]) })}
            aria-disabled={at === order.length - 1}
            onClick={({ currentTarget }) => at < order.length - 1 && swap(at, currentTarget)}
          >
            ↓
          </IconButton>
        </li>
      ))}
    </ol>
  );
}
