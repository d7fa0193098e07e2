/** The shops of the family and the order of aisles in each. The device remembers the shop that it shows. */
import { useState, useLayoutEffect, useRef } from 'react';
import type { Shop, ShoppingList, ListAisle } from '#domain/shopping-list/item.ts';
import { orderOf } from '#domain/shopping-list/pending.ts';
import { Button, IconButton } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/overlay/dialog.tsx';
import { Field, TextField } from '#web/base/ui/form/field.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { removeShop, saveShop } from '#web/features/list/commands.ts';
import { useShop } from '#web/data/shop.ts';
import './item-dialog.css';

const NEW = '\n';
const MAX_SHOPS = 10;

type ShopsProps = { week: string; list: ShoppingList; onClose: () => void };

export function ShopsDialog({ week, list, onClose }: ShopsProps) {
  const { t } = useTranslation();
  const [current, setCurrent] = useShop();
  const shops = list.shops ?? [];
  const [chosen, setChosen] = useState(shops.some(({ name }) => name === current) ? current : '');
  const [newName, setNewName] = useState('');
  const [hasNoName, setHasNoName] = useState(false);
  const shop = shops.find(({ name }) => name === chosen);
  const [order, setOrder] = useState(orderOf(list, chosen));
  const choose = (name: string) => {
    setChosen(name);
    setHasNoName(false);
    setOrder(orderOf(list, name));
  };
  const name = chosen === NEW ? newName.replaceAll(/\s+/g, ' ').trim() : chosen;
  const save = () => {
    if (chosen === NEW && !name) return setHasNoName(true);
    saveShop(
      week,
      { name, aisles: order },
      shops.find((shop) => shop.name === name),
    );
    setCurrent(name);
    onClose();
  };
  const remove = (removed: Shop) => {
    removeShop(week, removed);
    setCurrent('');
    onClose();
  };
  return (
    <Dialog title={t('list.shops')} onClose={onClose}>
      <ShopSelect shops={shops} chosen={chosen} onChoose={choose} />
      {chosen === NEW && (
        <TextField
          label={t('list.shop-name')}
          error={hasNoName && !name ? t('list.shop-name-missing') : undefined}
          value={newName}
          maxLength={40}
          onChange={({ target }) => setNewName(target.value)}
        />
      )}
      <AisleOrder order={order} onChange={setOrder} />
      <div className="list-change-more">
        <Button kind="primary" onClick={save}>
          {t('list.shop-save')}
        </Button>
        {shop && <Button onClick={() => remove(shop)}>{t('list.shop-remove')}</Button>}
      </div>
    </Dialog>
  );
}

type SelectProps = { shops: readonly Shop[]; chosen: string; onChoose: (name: string) => void };

function ShopSelect({ shops, chosen, onChoose }: SelectProps) {
  const { t } = useTranslation();
  return (
    <Field label={t('list.shop')}>
      {(inputProps) => (
        <select
          {...inputProps}
          className="field-input"
          value={chosen}
          onChange={({ target }) => onChoose(target.value)}
        >
          <option value="">{t('list.shop-usual')}</option>
          {shops
            .filter((shop) => shop.name !== '')
            .map((shop) => (
              <option key={shop.name} value={shop.name}>
                {shop.name}
              </option>
            ))}
          {shops.length < MAX_SHOPS && <option value={NEW}>{t('list.shop-new')}</option>}
        </select>
      )}
    </Field>
  );
}

type OrderProps = { order: readonly ListAisle[]; onChange: (order: readonly ListAisle[]) => void };

/** The order of the aisles in a shop, which two buttons for each aisle change. */
function AisleOrder({ order, onChange }: OrderProps) {
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
          <span>{t(`list.aisle.${aisle}`)}</span>
          <IconButton
            label={t('list.aisle-up', { aisle: t(`list.aisle.${aisle}`) })}
            // Not `disabled`, which would lose the focus at the limit.
            aria-disabled={at === 0}
            onClick={({ currentTarget }) => at > 0 && swap(at - 1, currentTarget)}
          >
            ↑
          </IconButton>
          <IconButton
            label={t('list.aisle-down', { aisle: t(`list.aisle.${aisle}`) })}
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
