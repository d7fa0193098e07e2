/** Sections with a heading, and lists of rows with their loading, error and empty states. */
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { problemText } from './problem-text.ts';
import { Skeleton } from './loading.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import './section.css';

type SectionProps = {
  /** The fragment that leads here: `/profile#keys`. */
  id: string;
  title: string;
  lead?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
};

export function Section({ id, title, lead, action, children }: SectionProps) {
  const titleId = useId();
  return (
    <section id={id} className="section" aria-labelledby={titleId}>
      <header className="section-head">
        <h2 id={titleId}>{title}</h2>
        {action}
      </header>
      {lead && <p className="section-lead">{lead}</p>}
      {children}
    </section>
  );
}

type RowsProps<Item> = {
  query: UseQueryResult<Item[]>;
  empty?: string;
  label: string;
  children: (item: Item) => ReactNode;
};

/** One row per item, or the loading, error or empty state. */
export function Rows<Item extends { id: string }>({ query, empty, label, children }: RowsProps<Item>) {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = query;
  if (!data && !error) return <Skeleton label={t('app.loading')} lines={2} />;
  if (!data) {
    return (
      <Banner
        kind="warn"
        action={
          <Button busy={isFetching} onClick={() => void refetch()}>
            {t('profile.try-again')}
          </Button>
        }
      >
        {problemText(t, error)}
      </Banner>
    );
  }
  if (data.length === 0) return empty ? <p className="section-empty">{empty}</p> : null;
  return (
    <ul className="section-rows" aria-label={label}>
      {data.map((item) => (
        <li key={item.id} className="section-row">
          {children(item)}
        </li>
      ))}
    </ul>
  );
}

/** A row's name, with details in small print. */
export function RowText({
  name,
  badge,
  note,
  children,
}: {
  name: string;
  badge?: string | undefined;
  /** A grey badge, such as “Expired”. */
  note?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <div className="section-text">
      <p className="section-name">
        <bdi>{name}</bdi>
        {badge && <span className="section-badge">{badge}</span>}
        {note && <span className="section-badge section-badge-old">{note}</span>}
      </p>
      {children && <p className="section-detail">{children}</p>}
    </div>
  );
}
