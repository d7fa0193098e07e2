/** One item: a row that is one large checkbox, with its meals in small print. */
import { memo, useId } from 'react';
import type { Item, Purpose } from '#domain/shopping-list/item.ts';
import type { Warning } from '#domain/preferences/warnings.ts';
import { IconButton } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { WarningSign } from '#web/meals/warnings/warning-sign.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { dayName } from '#web/base/i18n/dates.ts';
import type { Translation } from '#web/base/i18n/translation.ts';
import { itemText, needText } from '#web/meals/amount-text.ts';
import { removeItem, tickItem, untickItem } from '#web/features/list/commands.ts';
import { focusNeighbour } from './focus-neighbour.ts';
import './item-row.css';

export type RowProps = {
  week: string;
  item: Item;
  warnings?: readonly Warning[] | undefined;
  onEdit?: ((item: Item) => void) | undefined;
};

/** Ten meals with garlic are a wall of text. */
const MAX_PURPOSES = 3;

const NO_WARNINGS: readonly Warning[] = [];

/** Rendered again only when its item changes: a tick changes two rows of sixty. */
export const ItemRow = memo(function ItemRow({ week, item, warnings = NO_WARNINGS, onEdit }: RowProps) {
  const { t } = useTranslation();
  const id = useId();
  const isTicked = item.state === 'ticked';
  const added = item.for.filter((purpose) => 'added' in purpose);
  return (
    <li className="list-row" data-item={item.id}>
      <button
        type="button"
        role="checkbox"
        className="list-tick"
        aria-checked={isTicked}
        aria-labelledby={id}
        aria-describedby={warnings.length > 0 ? `${id}-more ${id}-warnings` : `${id}-more`}
        onClick={({ currentTarget }) => {
          focusNeighbour(currentTarget, '.list-tick');
          if (isTicked) untickItem(week, item);
          else tickItem(week, item);
        }}
      >
        <span className="list-box">{isTicked && <Icon name="check" size={18} />}</span>
        <span className="list-what">
          <ItemName id={id} item={item} />
          <ItemDetail id={`${id}-more`} item={item} />
          <ItemWarnings id={`${id}-warnings`} warnings={warnings} />
        </span>
      </button>
      {added.map((purpose) => (
        <IconButton
          key={purpose.opId}
          className="list-remove"
          label={`${t('list.remove')}: ${purpose.added}`}
          onClick={({ currentTarget }) => {
            focusNeighbour(currentTarget, '.list-tick');
            removeItem(week, purpose);
          }}
        >
          <Icon name="close" size={18} />
        </IconButton>
      ))}
      {onEdit && (
        <IconButton
          className="list-edit"
          label={`${t('list.change')}: ${item.typed ?? item.name}`}
          onClick={() => onEdit(item)}
        >
          <Icon name="more" size={18} />
        </IconButton>
      )}
    </li>
  );
});

function ItemName({ id, item }: { id: string; item: Item }) {
  const { amount, name } = itemText(useTranslation(), item);
  return (
    <span className="list-name" id={id}>
      {amount && <b className="list-amount">{amount}</b>} <bdi>{name}</bdi>
    </span>
  );
}

export function ItemDetail({ id, item }: { id: string; item: Item }) {
  const translation = useTranslation();
  return (
    <span className="list-detail" id={id}>
      {detailTexts(translation, item).map((part) => (
        <bdi key={part}>{part}</bdi>
      ))}
    </span>
  );
}

/** The small print: what the recipes need, and for which meals. */
function detailTexts(translation: Translation, item: Item): string[] {
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

type ItemWarningsProps = { id?: string; warnings: RowProps['warnings'] };

export function ItemWarnings({ id, warnings = [] }: ItemWarningsProps) {
  if (warnings.length === 0) return null;
  return (
    <span id={id} className="list-warnings">
      <WarningSign warnings={warnings} form="short" />
    </span>
  );
}
