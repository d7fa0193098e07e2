/**
 * The first script, and a small one: sends for the words and, where a week is the page, for that week,
 * while the app itself is still on its way.
 */
import { askEarly } from './early.ts';
import { weekAt } from './week/week-path.ts';
import { loadCatalogue, wantedLanguage } from './words/catalogue.ts';

/** The week that this page begins with, if it does. */
export const home = weekAt(location.pathname);
/** All is asked by then that can be asked early. */
export const asked = home && askEarly(home.week);

// Whoever speaks them asks again, and says if they do not come.
void loadCatalogue(wantedLanguage(), 'common').catch(() => {});
