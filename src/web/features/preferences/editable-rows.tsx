/** A list of rows that can be added, changed and removed, and the frame of one row. */
import type { Key, ReactNode } from 'react';
import { Button, IconButton } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';

export type EditProps<Item> = { onChange: (item: Item) => void; onRemove: () => void };

type RowsProps<Item> = {
  items: readonly Item[];
  keyOf: (item: Item, at: number) => Key;
  addLabel: string;
  createItem: () => Item;
  onChange: (items: Item[]) => void;
  children: (item: Item, at: number, edit: EditProps<Item>) => ReactNode;
};

export function EditableRows<Item>(props: RowsProps<Item>) {
  const { items, keyOf, addLabel, createItem, onChange, children } = props;
  return (
    <>
      {items.length > 0 && (
        <ul className="preferences-rows">
          {items.map((item, at) => (
            <li key={keyOf(item, at)}>
              {children(item, at, {
                onChange: (next) => onChange(items.with(at, next)),
                onRemove: () => onChange(items.toSpliced(at, 1)),
              })}
            </li>
          ))}
        </ul>
      )}
      <Button
        className="preferences-add"
        icon={<Icon name="plus" />}
        onClick={() => onChange([...items, createItem()])}
      >
        {addLabel}
      </Button>
    </>
  );
}

type RowProps = {
  label: string;
  /** What the remove button names. */
  what: string;
  wrong: string | undefined;
  onRemove: () => void;
  children: ReactNode;
};

export function EditableRow({ label, what, wrong, onRemove, children }: RowProps) {
  const { t } = useTranslation();
  return (
    <div className="preferences-rule" role="group" aria-label={label}>
      {children}
      <IconButton label={t('preferences.remove', { what })} onClick={onRemove}>
        <Icon name="trash" size={18} />
      </IconButton>
      {wrong && (
        <p className="field-error">
          <Icon name="warn" size={16} />
          {wrong}
        </p>
      )}
    </div>
  );
}
