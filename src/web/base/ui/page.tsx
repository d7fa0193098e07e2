/** The header of a page, which sets the document title and takes the focus, and the empty state. */
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import './page.css';

let isFirstPage = true;

type HeaderProps = { title: string; lead?: ReactNode; children?: ReactNode };

/** One per page. `children` are actions. */
export function PageHeader({ title, lead, children }: HeaderProps) {
  const heading = usePageTitle(title);
  return (
    <header className="page-header">
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead && <div className="page-lead">{lead}</div>}
      </div>
      {children && <div className="page-actions">{children}</div>}
    </header>
  );
}

/** For pages with another heading: pass it this `ref` and `tabIndex={-1}`. */
export function usePageTitle(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title === 'Weekfare' ? title : `${title} · Weekfare`;
  }, [title]);
  useLayoutEffect(() => {
    // Screen readers announce loaded pages, but not client-side navigation: focus the heading.
    if (!isFirstPage && !document.activeElement?.matches('input, textarea, select, dialog *'))
      heading.current?.focus();
    isFirstPage = false;
  }, []);
  return heading;
}

type EmptyProps = { title: string; picture?: ReactNode; children?: ReactNode };

export function Empty({ title, picture, children }: EmptyProps) {
  return (
    <section className="empty">
      {picture}
      <h2>{title}</h2>
      {children}
    </section>
  );
}
