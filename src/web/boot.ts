/**
 * The first and smallest script: while the app is still loading, it fetches the messages and what the page shows
 * first, and shows a static preview of this week.
 */
import { cachedMe } from './me.ts';
import { prefetchList, prefetchRecipes, prefetchWeek } from './prefetch.ts';
import { weekAt } from './week/week-path.ts';
import { showPreview } from './week/week-preview.ts';
import { loadCatalogue, localeOf, type Part, preferredLanguage } from './i18n/catalogue.ts';
import { dayName } from './i18n/dates.ts';

const PAGE_MESSAGES: Partial<Record<string, Part[]>> = {
  list: ['list', 'recipes'],
  recipes: ['recipes', 'list'],
  'shared-list': ['list'],
  'sign-in': ['auth'],
  'sign-up': ['auth'],
};

/** The week of this page, if it is one. */
export const homeWeek = weekAt(location.pathname);
const language = preferredLanguage();
const homePlan = homeWeek && prefetchWeek(homeWeek.week);
/** Resolves when the first requests are sent. */
export const prefetched: Promise<unknown> | undefined = homePlan ?? prefetchPage(location);

const messages = loadCatalogue(language, 'common');
// The first date format takes longer than the whole preview: create it while waiting for the responses, if the page has
// dates.
if (homeWeek || location.pathname.startsWith('/list')) dayName('Monday', localeOf(language));
// The app repeats failed requests and shows their errors.
void preview().catch(() => {});
// Without a member on this device, this may be the page for visitors.
if (homeWeek && !cachedMe()) {
  for (const part of ['auth', 'welcome'] as const) void loadCatalogue(language, part).catch(() => {});
}

function prefetchPage({ pathname, search }: Location): Promise<void> | undefined {
  const [, page = '', week] = /^\/([\w-]*)(?:\/([\d-]+))?$/.exec(pathname) ?? [];
  // As in app.tsx.
  for (const part of PAGE_MESSAGES[page] ?? []) void loadCatalogue(language, part).catch(() => {});
  if (page === 'list') return prefetchList(week, language);
  return pathname + search === '/recipes' ? prefetchRecipes(language) : undefined;
}

async function preview(): Promise<void> {
  const [common, home] = await Promise.all([messages, homePlan]);
  const meals = (await home?.response)?.plan?.meals;
  // The preview cannot show an empty week, another week or a proposal.
  if (!home || !meals || location.pathname + location.search !== '/') return;
  const { me, week, today } = home;
  showPreview({ family: me.family, week, today, meals, messages: common, locale: localeOf(language) });
}
