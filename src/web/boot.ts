/**
 * The first script, and a small one: sends for the words and, where a week is the page, for that week,
 * while the app itself is still on its way; puts up a picture of this week.
 */
import { prefetchWeek } from './prefetch.ts';
import { putUpPicture } from './week/first-picture.ts';
import { weekAt } from './week/week-path.ts';
import { loadCatalogue, localeOf, preferredLanguage } from './i18n/catalogue.ts';
import { dayName } from './i18n/dates.ts';

/** The week that this page begins with, if it does. */
export const homeWeek = weekAt(location.pathname);
/** All is asked by then that can be asked early. */
export const prefetched = homeWeek && prefetchWeek(homeWeek.week);

const language = preferredLanguage();
const coming = loadCatalogue(language, 'common');
// The first format of dates costs a browser more than the whole picture: made while all this is on its way.
dayName('Monday', localeOf(language));
// Whoever needs words or a week asks again, and says if they do not come.
void picture().catch(() => {});

async function picture(): Promise<void> {
  const [words, early] = await Promise.all([coming, prefetched]);
  const meals = (await early?.response)?.plan?.meals;
  // A week without meals, another week and a proposal have more to say than fits a picture.
  if (!early || !meals || location.pathname + location.search !== '/') return;
  const { me, week, today } = early;
  putUpPicture({ family: me.family.name, week, today, meals, words, locale: localeOf(language) });
}
