/** Components that are loaded when they are first rendered, together with their messages. */
import { type ComponentType, lazy } from 'react';
import type { Me } from '#web/base/me.ts';
import type { Part } from '#web/base/i18n/catalogue.ts';
import { loadMessages } from '#web/base/i18n/language.ts';
import { whenIdle } from '#web/base/when-idle.ts';

/** How long an extra waits for a busy page. */
const EXTRA_MS = 200;

/** `preloadData` fetches what the first render of a page needs; `parameter` is that of its path. */
type Loaded<Props> = ComponentType<Props> & {
  preloadData?: (me: Me, parameter: string) => Promise<void>;
};
type Load<Props> = () => Promise<Loaded<Props>>;

/** If it cannot be loaded, the page around it fails. `preload` loads it before it is rendered. */
export function lazyPart<Props>(load: Load<Props>, ...parts: Part[]) {
  let loading: Promise<{ default: Loaded<Props> }> | undefined;
  const preload = () => (loading ??= loadPart(load, parts));
  return Object.assign(lazy(preload), { preload });
}

/**
 * The page works without it: it is loaded when the page is painted, and if it cannot be loaded, nothing is rendered.
 */
export function lazyExtra<Props>(load: Load<Props>, ...parts: Part[]) {
  return lazy<ComponentType<Props>>(async () => {
    await new Promise<void>((resolve) => whenIdle(resolve, EXTRA_MS));
    return loadPart(load, parts).catch(() => ({ default: () => null }));
  });
}

async function loadPart<Props>(load: Load<Props>, parts: Part[]): Promise<{ default: Loaded<Props> }> {
  const [component] = await Promise.all([load(), loadMessages(...parts)]);
  return { default: component };
}
