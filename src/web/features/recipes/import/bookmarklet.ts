/**
 * The bookmarklet: it opens our page beside the recipe's, waits until that asks, and hands over what the browser shows.
 * Many sites refuse servers, but not their readers.
 */

const HANDOVER_PATH = '/recipes/handover';
/** What our page sends when it is ready. It contains nothing of the family, since any page may listen. */
export const READY = 'weekfare-ready';
const KIND = 'weekfare-page';
/** In characters, before the page is made smaller. */
export const MAX_HANDOVER_LENGTH = 10_000_000;

/** The script checks who asks, so that no other page gets what is shown. */
export function bookmarklet(origin: string): string {
  const script = `(()=>{const o=${JSON.stringify(origin)},w=open(o+'${HANDOVER_PATH}');addEventListener('message',e=>{if(e.source===w&&e.origin===o&&e.data==='${READY}')w.postMessage({kind:'${KIND}',address:location.href,html:document.documentElement.outerHTML},o)})})()`;
  return `javascript:${encodeURIComponent(script)}`;
}

/** A page that another window hands over; `origin` is what the browser says about that window. */
export type HandedPage = { origin: string; address: string; html: string };

/** Undefined for messages of another kind. The address counts only if it is of the page's own origin. */
export function handedPage({ data, origin }: Pick<MessageEvent, 'data' | 'origin'>): HandedPage | undefined {
  const page = data as { kind?: unknown; address?: unknown; html?: unknown } | null;
  if (typeof page !== 'object' || page?.kind !== KIND || typeof page.html !== 'string') return undefined;
  const url = typeof page.address === 'string' ? URL.parse(page.address) : null;
  return { origin, html: page.html, address: url?.origin === origin ? url.href : origin };
}
