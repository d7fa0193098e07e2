/**
 * The first and smallest script: while the app is still loading, it fetches the messages and, if the page is
 * a week, that week, and shows a static picture of this week.
 */
import { prefetchWeek } from './prefetch.ts';
import { putUpPicture } from './week/first-picture.ts';
import { weekAt } from './week/week-path.ts';
import { loadCatalogue, localeOf, preferredLanguage } from './i18n/catalogue.ts';
import { dayName } from './i18n/dates.ts';

/** The week of this page, if it is one. */
export const homeWeek = weekAt(location.pathname);
/** Resolves when the first requests are sent. */
export const prefetched = homeWeek && prefetchWeek(homeWeek.week);

const language = preferredLanguage();
const messages = loadCatalogue(language, 'common');
// The first date format takes a browser longer than the whole picture: make it while the responses are awaited.
dayName('Monday', localeOf(language));
// The app sends failed requests again, and shows if they fail.
void showPicture().catch(() => {});

async function showPicture(): Promise<void> {
  const [words, home] = await Promise.all([messages, prefetched]);
  const meals = (await home?.response)?.plan?.meals;
  // An empty week, another week and a proposal show more than the picture can.
  if (!home || !meals || location.pathname + location.search !== '/') return;
  const { me, week, today } = home;
  putUpPicture({ family: me.family.name, week, today, meals, words, locale: localeOf(language) });
}
