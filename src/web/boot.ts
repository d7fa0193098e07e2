/**
 * The first and smallest script: while the app is still loading, it fetches the messages and, if the page is
 * a week, that week, and shows a static preview of this week.
 */
import { prefetchWeek } from './prefetch.ts';
import { weekAt } from './week/week-path.ts';
import { showPreview } from './week/week-preview.ts';
import { loadCatalogue, localeOf, preferredLanguage } from './i18n/catalogue.ts';
import { dayName } from './i18n/dates.ts';

/** The week of this page, if it is one. */
export const homeWeek = weekAt(location.pathname);
/** Resolves when the first requests are sent. */
export const prefetched = homeWeek && prefetchWeek(homeWeek.week);

const language = preferredLanguage();
const messages = loadCatalogue(language, 'common');
// The first date format takes longer than the whole preview: create it while waiting for the responses.
dayName('Monday', localeOf(language));
// The app repeats failed requests and shows their errors.
void preview().catch(() => {});

async function preview(): Promise<void> {
  const [common, home] = await Promise.all([messages, prefetched]);
  const meals = (await home?.response)?.plan?.meals;
  // The preview cannot show an empty week, another week or a proposal.
  if (!home || !meals || location.pathname + location.search !== '/') return;
  const { me, week, today } = home;
  showPreview({ family: me.family.name, week, today, meals, messages: common, locale: localeOf(language) });
}
