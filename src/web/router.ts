/**
 * The few lines of a router: the address is the state. A page is drawn again when it changes; going
 * somewhere starts at the top, going back does not. Knows no pages.
 */
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

/** The path now, without what follows `?` or `#`. */
export function usePath(): string {
  return useSyncExternalStore(listen, () => location.pathname);
}

/** What follows `?`, as text. */
export function useSearch(): string {
  return useSyncExternalStore(listen, () => location.search);
}

/** `replace` for an address nobody should come back to. */
export function go(to: string, how: 'push' | 'replace' = 'push'): void {
  history[how === 'push' ? 'pushState' : 'replaceState'](null, '', to);
  for (const listener of listeners) listener();
  scrollTo(0, 0);
}

/** An address of our own to come back to, from a stranger's text; anything else is the start. */
export function safePath(text: string | null): string {
  if (!text?.startsWith('/')) return '/';
  const { origin, pathname, search, hash } = new URL(text, location.origin);
  return origin === location.origin ? pathname + search + hash : '/';
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('popstate', listener);
  };
}
