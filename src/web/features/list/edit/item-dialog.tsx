/** Changes one item: its amount or words, its aisle, whether it is bought at all or always at home. */
import { type FormEvent, useRef, useState } from 'react';
import { type Item, LIST_AISLES, type ListAisle } from '#domain/shopping-list/item.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/overlay/dialog.tsx';
import { Field, TextField } from '#web/base/ui/form/field.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { buyText } from '#web/meals/amount-text.ts';
import {
  changeAmount,
  dropItem,
  keepFoods,
  moveItem,
  removeItem,
  replaceLine,
} from '#web/features/list/commands.ts';
import { findNeighbour } from '#web/features/list/aisles/focus-neighbour.ts';
import './item-dialog.css';

type DialogProps = { week: string; item: Item; onClose: () => void };

export function ItemDialog({ week, item, onClose }: DialogProps) {
  const translation = useTranslation();
  const { t } = translation;
  const added = item.for.filter((purpose) => 'added' in purpose);
  // A line that the item consists of is changed as a whole.
  const line = added.length === 1 && item.for.length === 1 ? added[0] : undefined;
  const before = line?.added ?? item.set ?? buyText(translation, item).replaceAll('\u{A0}', ' ');
  const [aisle, setAisle] = useState<ListAisle>(item.aisle);
  const focusAfter = useRef<HTMLElement>(undefined);
  /** The row disappears, or comes back in another place. */
  const finish = (act: () => void) => {
    const row = document.querySelector<HTMLElement>(`[data-item="${CSS.escape(item.id)}"]`);
    focusAfter.current = row ? findNeighbour(row, '.list-edit') : undefined;
    act();
    onClose();
  };
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const text = (fields.text ?? '').replaceAll(/\s+/g, ' ').trim();
    const isChanged = text !== '' && text !== before;
    const isMoved = aisle !== item.aisle;
    if (isChanged && !line) changeAmount(week, item, text, before);
    if (!isMoved && !(isChanged && line)) return onClose();
    return finish(() => {
      if (isChanged && line) replaceLine(week, line, text);
      if (isMoved) moveItem(week, item, aisle);
    });
  };
  const remove = () => {
    if (line) removeItem(week, line);
    else dropItem(week, item);
  };
  return (
    <Dialog title={item.typed ?? item.name} focusAfter={focusAfter} onClose={onClose}>
      <form className="list-change" onSubmit={save}>
        <TextField
          name="text"
          label={line ? t('list.change-line') : t('list.amount')}
          defaultValue={before}
          placeholder={t('list.amount-hint')}
          maxLength={line ? 500 : 50}
          autoComplete="off"
        />
        <AisleField aisle={aisle} onChange={setAisle} />
        <Button type="submit" kind="primary">
          {t('list.change-save')}
        </Button>
        <div className="list-change-more">
          <Button icon={<Icon name="trash" />} onClick={() => finish(remove)}>
            {t('list.remove')}
          </Button>
          {item.foodId !== undefined && !line && (
            <Button
              icon={<Icon name="check" />}
              onClick={() => finish(() => keepFoods(week, item.name, [item]))}
            >
              {t('list.always')}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

type AisleProps = { aisle: ListAisle; onChange: (aisle: ListAisle) => void };

function AisleField({ aisle, onChange }: AisleProps) {
  const { t } = useTranslation();
  return (
    <Field label={t('list.change-aisle')} hint={t('list.change-aisle-hint')}>
      {(inputProps) => (
        <select
          {...inputProps}
          className="field-input"
          value={aisle}
          onChange={({ target }) => onChange(target.value as ListAisle)}
        >
          {LIST_AISLES.map((choice) => (
            <option key={choice} value={choice}>
              {t(`list.aisle.${choice}`)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
