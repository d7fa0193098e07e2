/** The open items by aisle, in the order of a walk through the shop, and the ticked items below. */
import { useDeferredValue, useId } from 'react';
import type { Item, ListAisle, ShoppingList } from '#domain/shopping-list/item.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Collapsible } from '#web/features/list/collapsible.tsx';
import { restoreItem } from '#web/features/list/commands.ts';
import { focusNeighbour } from './focus-neighbour.ts';
import { ItemRow } from './item-row.tsx';
import type { ListWarnings } from '#web/data/shopping-list.ts';
import './aisles.css';

type OpenAisle = { aisle: ListAisle; items: Item[] };

/** More rows than a phone shows at once. */
const FIRST_ROWS = 12;

type AislesProps = { week: string; list: ShoppingList; warnings: ListWarnings; onEdit: (item: Item) => void };

export function Aisles({ week, list, warnings, onEdit }: AislesProps) {
  const { t } = useTranslation();
  const open = openAisles(list);
  const isComplete = useDeferredValue(true, hasColumns());
  const shown = isComplete ? open : firstAisles(open);
  const ticked = list.aisles.flatMap(({ items }) => items.filter(({ state }) => state === 'ticked'));
  return (
    <>
      <div className="list-aisles">
        {shown.map(({ aisle, items }) => (
          <AisleCard
            key={aisle}
            aisle={aisle}
            items={items}
            week={week}
            warnings={warnings}
            onEdit={onEdit}
          />
        ))}
      </div>
      {isComplete && ticked.length > 0 && (
        <Collapsible className="list-trolley" title={t('list.trolley')} count={ticked.length}>
          <Rows items={ticked} week={week} warnings={warnings} />
        </Collapsible>
      )}
      <Dropped week={week} items={list.dropped ?? []} />
    </>
  );
}

/** The aisles with their items that are still to be bought. */
function openAisles({ aisles }: ShoppingList): OpenAisle[] {
  return aisles
    .map(({ aisle, items }) => ({ aisle, items: items.filter(({ state }) => state === 'open') }))
    .filter(({ items }) => items.length > 0);
}

/** Those that begin among the first rows. */
function firstAisles(aisles: readonly OpenAisle[]): OpenAisle[] {
  let rows = 0;
  return aisles.filter(({ items }) => (rows += items.length) - items.length < FIRST_ROWS);
}

/** Whether all rows are rendered at once: in columns, later rows would move earlier ones. */
function hasColumns(): boolean {
  return matchMedia('(min-width: 44rem)').matches;
}

/** What somebody removed, to bring it back. */
function Dropped({ week, items }: { week: string; items: readonly Item[] }) {
  const { t } = useTranslation();
  if (items.length === 0) return null;
  return (
    <Collapsible className="list-trolley list-dropped" title={t('list.dropped')} count={items.length}>
      <ul>
        {items.map((item) => (
          <li key={item.id} className="list-dropped-row" data-item={item.id}>
            <bdi>{item.name}</bdi>
            <Button
              aria-label={`${t('list.restore')}: ${item.name}`}
              onClick={({ currentTarget }) => {
                focusNeighbour(currentTarget, '.list-tick');
                restoreItem(week, item);
              }}
            >
              {t('list.restore')}
            </Button>
          </li>
        ))}
      </ul>
    </Collapsible>
  );
}

type CardProps = {
  aisle: ListAisle;
  items: Item[];
  week: string;
  warnings: ListWarnings;
  onEdit?: (item: Item) => void;
};

function AisleCard({ aisle, ...rows }: CardProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section className="list-aisle" aria-labelledby={id}>
      <h2 id={id}>{t(`list.aisle.${aisle}`)}</h2>
      <Rows {...rows} />
    </section>
  );
}

function Rows({ items, week, warnings, onEdit }: Omit<CardProps, 'aisle'>) {
  return (
    <ul>
      {items.map((item) => (
        <ItemRow
          key={item.id}
          week={week}
          item={item}
          warnings={warnings[item.foodId ?? '']}
          onEdit={onEdit}
        />
      ))}
    </ul>
  );
}
