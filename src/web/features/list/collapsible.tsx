/** A collapsible section of the list. */
import type { ReactNode } from 'react';
import { Icon } from '#web/base/ui/icon.tsx';
import './collapsible.css';

type CollapsibleProps = {
  title: string;
  count: number;
  className: string;
  isOpen?: boolean;
  children: ReactNode;
};

export function Collapsible({ title, count, className, isOpen = false, children }: CollapsibleProps) {
  return (
    <details className={`list-fold ${className}`} open={isOpen}>
      <summary>
        <Icon name="arrow" size={18} />
        <h2>{title}</h2>
        <span className="list-count">{count}</span>
      </summary>
      {children}
    </details>
  );
}
