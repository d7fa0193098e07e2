/** Buttons. One `primary` per page; `quiet` has no border; `danger` deletes. */
import type { ComponentProps, ReactNode } from 'react';
import { Spinner } from './loading.tsx';
import './button.css';

type Kind = 'primary' | 'plain' | 'quiet' | 'danger';
type ButtonProps = ComponentProps<'button'> & { kind?: Kind; busy?: boolean; icon?: ReactNode };

/** While `busy`, the button keeps the focus and ignores clicks. */
export function Button({
  kind = 'plain',
  busy = false,
  icon,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`button button-${kind} ${className ?? ''}`}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}

/** A button with only an icon. Its label is a tooltip and for screen readers. */
export function IconButton({ label, className, ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      {...rest}
      className={`button button-icon ${className ?? ''}`}
      aria-label={label}
      title={label}
    />
  );
}
