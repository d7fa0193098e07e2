/** The header of the list: the week, the progress, the pantry and the units. */
import type { UnitSystem } from '#domain/quantity/unit-system.ts';
import type { ShoppingList } from '#domain/shopping-list/item.ts';
import { api } from '#web/base/api.ts';
import { addDays } from '#web/base/calendar.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Link } from '#web/base/ui/link.tsx';
import { Menu, MenuItem } from '#web/base/ui/overlay/menu.tsx';
import { PageHeader } from '#web/base/ui/page.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { ShareItems } from '#web/base/ui/share/share-items.tsx';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { showDates } from '#web/base/i18n/dates.ts';
import { useMe } from '#web/data/session.ts';
import { useTranslation, type Translation } from '#web/base/i18n/translation.ts';
import type { ShoppingListState } from '#web/data/shopping-list.ts';
import { itemText } from '#web/meals/amount-text.ts';
import { costText } from './cost-text.ts';
import '#web/base/ui/pill.css';
import './list-header.css';

type HeaderProps = {
  week: string;
  thisWeek: string;
  shopping: ShoppingListState;
  onPantry: () => void;
  onPrices: () => void;
  onUnits: () => void;
  onShops: () => void;
  onLinks: () => void;
};

export function ListHeader({ week, thisWeek, shopping, onPantry, onPrices, ...menu }: HeaderProps) {
  const { t, locale } = useTranslation();
  const dates = showDates(week, addDays(week, 6), locale, { day: 'numeric', month: 'long' });
  return (
    <div className="list-header">
      <PageHeader title={t('list.title')} lead={dates}>
        <Button icon={<Icon name="leftovers" />} onClick={onPantry}>
          {t('list.pantry')}
        </Button>
        <MoreMenu shopping={shopping} {...menu} />
      </PageHeader>
      <Weeks week={week} thisWeek={thisWeek} />
      <Progress shopping={shopping} onPrices={onPrices} />
    </div>
  );
}

function Weeks({ week, thisWeek }: { week: string; thisWeek: string }) {
  const { t } = useTranslation();
  const nextWeek = addDays(thisWeek, 7);
  const pathOf = (listed: string) => (listed === thisWeek ? '/list' : `/list/${listed}`);
  const step = (to: string, icon: 'back' | 'arrow', label: string) => (
    <Link href={pathOf(to)} className="button button-icon" aria-label={label} title={label}>
      <Icon name={icon} />
    </Link>
  );
  const named = (to: string, text: string) => (
    <Link href={pathOf(to)} className="pill" aria-current={week === to ? 'page' : undefined}>
      {text}
    </Link>
  );
  return (
    <nav className="list-weeks" aria-label={t('list.weeks')}>
      {step(addDays(week, -7), 'back', t('list.previous'))}
      {named(thisWeek, t('list.this-week'))}
      {named(nextWeek, t('list.next-week'))}
      {step(addDays(week, 7), 'arrow', t('list.following'))}
    </nav>
  );
}

function Progress({
  shopping: { list, waiting, cost },
  onPrices,
}: Pick<HeaderProps, 'shopping' | 'onPrices'>) {
  const translation = useTranslation();
  const { t } = translation;
  const { currency } = useMe().family;
  const items = list?.aisles.flatMap((aisle) => aisle.items) ?? [];
  if (items.length === 0) return null;
  const done = items.filter(({ state }) => state === 'ticked').length;
  return (
    <div className="list-progress">
      <progress aria-label={t('list.trolley')} max={items.length} value={done} />
      <p role="status">
        {t('list.progress', { done, all: items.length })}
        {waiting > 0 && ` · ${t('list.waiting', { count: waiting })}`}
      </p>
      {cost && (
        <Button kind="quiet" className="list-cost" onClick={onPrices}>
          {costText(translation, cost, currency)}
        </Button>
      )}
    </div>
  );
}

type MoreProps = Pick<HeaderProps, 'shopping' | 'onUnits' | 'onShops' | 'onLinks'>;

/** Ways to take the list along, and what holds for the whole family: shops and units. */
function MoreMenu({ shopping: { units, list }, onUnits, onShops, onLinks }: MoreProps) {
  const translation = useTranslation();
  const { t } = translation;
  if (!units || !list) return null;
  const choose = (chosen: UnitSystem) =>
    void api('PUT /app/api/family/units', { body: { units: chosen } })
      .then(onUnits)
      .catch((error: unknown) => showToast({ kind: 'bad', text: problemText(t, error) }));
  return (
    <Menu label={t('list.more')} button={<Icon name="more" />}>
      <ShareItems
        title={t('list.title')}
        textOf={() => listText(translation, list)}
        copied={t('list.copied')}
      />
      <MenuItem onSelect={onLinks}>{t('list.link')}</MenuItem>
      <MenuItem onSelect={() => print()}>{t('ui.print')}</MenuItem>
      <MenuItem onSelect={onShops}>{t('list.shops')}</MenuItem>
      <MenuItem isChecked={units === 'metric'} onSelect={() => choose('metric')}>
        {t('list.metric')}
      </MenuItem>
      <MenuItem isChecked={units === 'us'} onSelect={() => choose('us')}>
        {t('list.us')}
      </MenuItem>
    </Menu>
  );
}

/** What is still to be bought, by aisle. */
function listText(translation: Translation, { aisles }: ShoppingList): string {
  const parts = aisles.flatMap(({ aisle, items }) => {
    const open = items.filter(({ state }) => state === 'open');
    const lines = open.map((item) => {
      const { amount, name } = itemText(translation, item);
      return `- ${[amount, name].filter(Boolean).join(' ')}`;
    });
    return lines.length > 0 ? [[translation.t(`list.aisle.${aisle}`), ...lines].join('\n')] : [];
  });
  return parts.join('\n\n').replaceAll('\u{A0}', ' ');
}
