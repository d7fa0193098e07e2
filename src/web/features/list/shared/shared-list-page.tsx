/**
 * The shopping list of the current week for people without an account, who have a link. It can only be read; it
 * updates automatically and can be printed.
 */
import { useId } from 'react';
import type { SharedItem } from '#domain/shopping-list/item.ts';
import type { ResponseOf } from '#http/app-api.ts';
import { addDays } from '#web/base/calendar.ts';
import { showDates, showInstant } from '#web/base/i18n/dates.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { itemText } from '#web/meals/amount-text.ts';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Logo } from '#web/base/ui/logo.tsx';
import { Empty, PageHeader } from '#web/base/ui/page.tsx';
import { Skeleton } from '#web/base/ui/loading.tsx';
import { useSharedList } from './shared-list-query.ts';
import './shared-list-page.css';

export function SharedListPage() {
  const { t, language } = useTranslation();
  const state = useSharedList(language);
  return (
    <main className="shared-list">
      {typeof state === 'object' ? (
        <SharedList {...state} />
      ) : (
        <>
          <PageHeader title={t('list.title')} />
          {state === 'waiting' && <Skeleton label={t('app.loading')} lines={6} />}
          {state === 'ended' && (
            <Empty title={t('list.shared-ended')} picture={<Logo size={48} />}>
              <p>{t('list.shared-ended-why')}</p>
            </Empty>
          )}
          {state === 'no-answer' && (
            <Empty title={t('list.shared-no-answer')} picture={<Icon name="no-answer" size={48} />}>
              <p>{t('list.shared-no-answer-why')}</p>
            </Empty>
          )}
        </>
      )}
    </main>
  );
}

function SharedList({
  shown,
  seenAtMs,
}: {
  shown: ResponseOf<'POST /app/api/shared-list'>;
  seenAtMs: number | undefined;
}) {
  const { t, locale } = useTranslation();
  const { familyName, week, aisles, probablyAtHome, done } = shown;
  const dates = showDates(week, addDays(week, 6), locale, { day: 'numeric', month: 'long' });
  const isEmpty = aisles.length === 0 && probablyAtHome.length === 0;
  const clock = { weekday: 'long', hour: 'numeric', minute: '2-digit' } as const;
  return (
    <>
      <PageHeader
        title={t('list.title')}
        lead={
          <>
            <bdi>{familyName}</bdi> · {dates}
          </>
        }
      >
        {!isEmpty && <Button onClick={() => print()}>{t('ui.print')}</Button>}
      </PageHeader>
      <div role="status" className="shared-list-status">
        {seenAtMs !== undefined && (
          <Banner kind="warn" icon="no-answer">
            {t('list.shared-old', { at: showInstant(seenAtMs, locale, clock) })}
          </Banner>
        )}
        {done > 0 && <p>{t('list.shared-done', { count: done })}</p>}
      </div>
      {isEmpty ? (
        <Empty title={t('list.shared-nothing')} picture={<Icon name="check" size={48} />}>
          <p>{t('list.shared-nothing-why')}</p>
        </Empty>
      ) : (
        <div className="shared-list-aisles">
          {aisles.map(({ aisle, items }) => (
            <Group key={aisle} title={t(`list.aisle.${aisle}`)} items={items} />
          ))}
          {probablyAtHome.length > 0 && <Group title={t('list.shared-asked')} items={probablyAtHome} />}
        </div>
      )}
      <p className="shared-list-note">{t('list.shared-note')}</p>
    </>
  );
}

function Group({ title, items }: { title: string; items: readonly SharedItem[] }) {
  const translation = useTranslation();
  const id = useId();
  return (
    <section className="shared-list-group" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>
        {items.map((item, at) => {
          const { amount, name } = itemText(translation, item);
          return (
            // Two items can have the same name.
            <li key={`${name} ${at}`}>
              {amount && <b>{amount}</b>} <bdi>{name}</bdi>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
