/** Buttons, and links that look like them. One `primary` a page; `quiet` has no border; `danger` deletes. */
import type { ComponentProps, ReactNode } from 'react';
import { Spinner } from './loading.tsx';
import './button.css';

type Kind = 'primary' | 'plain' | 'quiet' | 'danger';
type ButtonProps = ComponentProps<'button'> & { kind?: Kind; busy?: boolean; icon?: ReactNode };

/** While `busy` it stays where the focus is and takes no second press. */
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

/** An icon alone: its name is read out and shown on hover. */
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
