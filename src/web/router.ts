/**
 * The few lines of a router: the address is the state. A page is drawn again when it changes; going
 * somewhere starts at the top, going back does not. Knows no pages.
 */
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

/** The path now, without what follows `?` or `#`. */
export function usePath(): string {
  return useSyncExternalStore(subscribe, () => location.pathname);
}

/** What follows `?`, as text. */
export function useSearch(): string {
  return useSyncExternalStore(subscribe, () => location.search);
}

/** `replace` for an address nobody should come back to. */
export function navigate(to: string, how: 'push' | 'replace' = 'push'): void {
  history[how === 'push' ? 'pushState' : 'replaceState'](null, '', to);
  notifyListeners();
  scrollTo(0, 0);
}

/** An address of our own to come back to, from a stranger's text; anything else is the start. */
export function safePath(text: string | null): string {
  if (!text?.startsWith('/')) return '/';
  const { origin, pathname, search, hash } = new URL(text, location.origin);
  return origin === location.origin ? pathname + search + hash : '/';
}

let block: { at: string; onTry: () => void } | undefined;

/** Lets nobody go back from here, and tells of each try, until it is released. */
export function blockBack(onTry: () => void): () => void {
  block = { at: location.pathname + location.search, onTry };
  return () => (block = undefined);
}

addEventListener('popstate', () => {
  if (!block || location.pathname + location.search === block.at) return notifyListeners();
  // The browser has gone already. It comes back before anyone hears of it.
  history.pushState(null, '', block.at);
  block.onTry();
});

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
