/**
 * The first requests of a page, which are sent while the app is still loading: its messages, who is signed in, and what
 * the page shows first.
 */
import { cachedMe } from '#web/base/me.ts';
import { prefetchList, prefetchRecipes, prefetchWeek } from '#web/base/prefetch.ts';
import { weekAt } from '#web/base/week-path.ts';
import { loadCatalogue, preferredLanguage } from '#web/base/i18n/catalogue.ts';
import { startLanguage } from '#web/base/i18n/language.ts';
import { PAGE_MESSAGES } from './page-messages.ts';

const { pathname, search } = location;
const [, page = '', weekOfList] = /^\/([\w-]*)(?:\/([\d-]+))?$/.exec(pathname) ?? [];
const language = preferredLanguage();

/** The week of this page, if it is one. */
export const homeWeek = weekAt(pathname);
/** Resolves when the requests are sent. */
export const prefetched = prefetchPage();
/** Resolves when the language of the page is active. */
export const startedLanguage = startLanguage();
// Without a member on this device, `/` may be the page for visitors.
const start = homeWeek && !cachedMe() ? 'welcome' : page;
const parts = Object.hasOwn(PAGE_MESSAGES, start) ? PAGE_MESSAGES[start as keyof typeof PAGE_MESSAGES] : [];
// The app repeats failed requests and shows their errors.
for (const part of parts) void loadCatalogue(language, part).catch(() => {});

async function prefetchPage(): Promise<void> {
  if (homeWeek) await prefetchWeek(homeWeek.week);
  else if (page === 'list') await prefetchList(weekOfList, language);
  else if (pathname + search === '/recipes') await prefetchRecipes(language);
}
