/** Changes what a page shows without loading the app again, which takes most of the time of a browser test. */
import type { Page } from 'playwright-core';

/** Opens a path of the app as the browser's Back button does. */
export async function navigate(page: Page, path: string): Promise<void> {
  await page.evaluate(`(() => {
    history.pushState(null, '', ${JSON.stringify(path)});
    dispatchEvent(new PopStateEvent('popstate'));
  })()`);
}

/** Fetches what has changed elsewhere, as the app does when somebody returns to its window. Needs a test clock. */
export async function returnToPage(page: Page): Promise<void> {
  // Younger data are not fetched again.
  await page.clock.fastForward(6_000);
  await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
}
