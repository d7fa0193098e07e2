/** The parts of a page: its title, which is also the window's and is read out on arrival, and its empty state. */
import { type ReactNode, useEffect, useRef } from 'react';
import './page.css';

let isFirstPage = true;

type HeaderProps = { title: string; lead?: ReactNode; children?: ReactNode };

/** One a page. `children` are what can be done here. */
export function PageHeader({ title, lead, children }: HeaderProps) {
  const heading = usePageTitle(title);
  return (
    <header className="page-header">
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead && <p className="page-lead">{lead}</p>}
      </div>
      {children && <div className="page-actions">{children}</div>}
    </header>
  );
}

/** For pages with a heading of their own: give it this `ref` and `tabIndex={-1}`. */
export function usePageTitle(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title === 'Weekfare' ? title : `${title} · Weekfare`;
  }, [title]);
  useEffect(() => {
    // A browser reads a page it loads itself; of the ones we swap in it knows nothing.
    if (!isFirstPage && !document.activeElement?.matches('input, dialog *')) heading.current?.focus();
    isFirstPage = false;
  }, []);
  return heading;
}

type EmptyProps = { title: string; picture?: ReactNode; children?: ReactNode };

/** Nothing here yet, and what to do about it. */
export function Empty({ title, picture, children }: EmptyProps) {
  return (
    <section className="empty">
      {picture}
      <h2>{title}</h2>
      {children}
    </section>
  );
}
