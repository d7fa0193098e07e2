/** The shops of the family and the order of aisles in each. The device remembers the shop that it shows. */
import { useLayoutEffect, useRef, useState } from 'react';
import { LIST_AISLES, type ListAisle, type ShoppingList } from '#domain/shopping-list/item.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Field, TextField } from '#web/ui/form/field.tsx';
import { useTranslation } from '#web/i18n/translation.ts';
import { AISLE_NAMES } from '#web/list/aisles/aisle-names.ts';
import { removeShop, saveShop } from '#web/list/commands.ts';
import { useShop } from '#web/list/shopping-list.ts';
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
  const shop = shops.find(({ name }) => name === chosen);
  const shown = [...new Set([...list.aisles.map(({ aisle }) => aisle), ...LIST_AISLES])];
  const [order, setOrder] = useState<readonly ListAisle[]>(shop?.aisles ?? shown);
  const choose = (name: string) => {
    setChosen(name);
    setOrder(shops.find((one) => one.name === name)?.aisles ?? shown);
  };
  const name = chosen === NEW ? newName.replaceAll(/\s+/g, ' ').trim() : chosen;
  const pressed = useRef<HTMLElement>(undefined);
  const swap = (at: number, button: HTMLElement) => {
    pressed.current = button;
    setOrder(order.toSpliced(at, 2, ...order.slice(at, at + 2).toReversed()));
  };
  // A row that is moved in the document loses the focus.
  useLayoutEffect(() => pressed.current?.focus(), [order]);
  const save = () => {
    if (chosen === NEW && !name) return;
    saveShop(
      week,
      { name, aisles: order },
      shops.find((one) => one.name === name),
    );
    setCurrent(name);
    onClose();
  };
  return (
    <Dialog title={t('list.shops')} onClose={onClose}>
      <Field label={t('list.shop')}>
        {(wiring) => (
          <select
            {...wiring}
            className="field-input"
            value={chosen}
            onChange={({ target }) => choose(target.value)}
          >
            <option value="">{t('list.shop-usual')}</option>
            {shops
              .filter((one) => one.name !== '')
              .map((one) => (
                <option key={one.name} value={one.name}>
                  {one.name}
                </option>
              ))}
            {shops.length < MAX_SHOPS && <option value={NEW}>{t('list.shop-new')}</option>}
          </select>
        )}
      </Field>
      {chosen === NEW && (
        <TextField
          label={t('list.shop-name')}
          value={newName}
          maxLength={40}
          onChange={({ target }) => setNewName(target.value)}
        />
      )}
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
      <div className="list-change-more">
        <Button kind="primary" onClick={save}>
          {t('list.shop-save')}
        </Button>
        {shop && (
          <Button
            onClick={() => {
              removeShop(week, shop);
              setCurrent('');
              onClose();
            }}
          >
            {t('list.shop-remove')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
