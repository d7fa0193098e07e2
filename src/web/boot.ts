/** The first and smallest script: sends the first requests of the page, and loads the app beside them. */
import './shell/styles.ts';
import './shell/first-page.ts';

void import('./main.tsx');
