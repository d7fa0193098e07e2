/**
 * A small router: the address is the state. Navigating scrolls to the top, going back does not. Does not
 * know the pages.
 */
import { createStore, useStore } from './store.ts';

const address = createStore(readAddress());

function readAddress() {
  return { path: location.pathname, search: location.search };
}

/** The path, without what follows `?` or `#`. */
export function usePath(): string {
  return useStore(address, ({ path }) => path);
}

/** What follows `?`, as text. */
export function useSearch(): string {
  return useStore(address, ({ search }) => search);
}

/** `replace` for an address that the browser's back button must not lead to. */
export function navigate(to: string, how: 'push' | 'replace' = 'push'): void {
  history[how === 'push' ? 'pushState' : 'replaceState'](null, '', to);
  address.set(readAddress());
  scrollTo(0, 0);
}

/** A path of this app from untrusted text; anything else becomes `/`. */
export function safePath(text: string | null): string {
  if (!text?.startsWith('/')) return '/';
  const { origin, pathname, search, hash } = new URL(text, location.origin);
  return origin === location.origin ? pathname + search + hash : '/';
}

let block: { at: string; onTry: () => void } | undefined;

/** Prevents going back from this page, and reports each attempt, until the returned function is called. */
export function blockBack(onTry: () => void): () => void {
  block = { at: location.pathname + location.search, onTry };
  return () => (block = undefined);
}

addEventListener('popstate', () => {
  if (!block || location.pathname + location.search === block.at) return address.set(readAddress());
  // The browser has gone back already: return before anything is rendered.
  history.pushState(null, '', block.at);
  block.onTry();
});
