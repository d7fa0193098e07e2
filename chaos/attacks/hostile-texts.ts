/**
 * Injection: texts that contain markup or scripts, entered into every text field and shown on every page in the
 * browser. Each must appear literally and have no effect: no script, no element, no request to another host, no
 * console error.
 */
import type { Page } from 'playwright-core';
import { type Week, weekAfter, weekAt } from '#domain/week/week.ts';
import { startBrowser } from '#test/web/support/browser.ts';
import { HOSTILE_TEXTS } from '#test/support/texts/hostile-texts.ts';
import { type AppClient as Caller, signUp } from '#test/support/service.ts';
import { until } from '#test/support/until.ts';
import { setCookies, visitAndRecordErrors } from '#test/web/support/web.ts';
import type { TrialContext, Trial } from '../trial.ts';
import { BATCH, type PageWithTexts, enterEverywhere } from './hostile-family.ts';
import { spread } from './routes.ts';
import { startTarget, type Target } from './target.ts';

const EMAIL = '<img/src=x/onerror=window.__hit=1>@example.org';

export const hostileTexts: Trial = {
  name: 'hostile-texts',
  part: 'attacks',
  promise:
    '1,000 hostile strings through every text field, shown on every page in the browser: nothing executed, nothing loaded from elsewhere',
  times: { full: 1_000, short: 6 },
  defect: {
    what: 'the display renders a meal as HTML',
    file: 'src/web/display/meal-text.tsx',
    from: '{description}',
    to: '<span dangerouslySetInnerHTML={{ __html: description }} />',
  },

  async run(context) {
    const { times, report } = context;
    const target = await startTarget(context);
    const { browser: owner } = await signUp(target, { email: EMAIL, timeZone: 'UTC' });
    const week = weekAfter(weekAt(Temporal.Now.instant(), 'UTC'));
    const { page, errors } = await openPage(context, target, owner, week);
    const chosen = spread(HOSTILE_TEXTS, times);
    const broken = new Set(chosen).size < times ? ['There are not enough texts.'] : [];
    let visits = 0;
    for (let at = 0; at < chosen.length && broken.length === 0; at += BATCH) {
      const texts = chosen.slice(at, at + BATCH);
      const { pages, names, remove } = await enterEverywhere(owner, texts, week);
      for (let turn = 0; turn < Math.max(pages.length, names.length); turn += 1) {
        const name = names[turn % names.length] as string;
        await owner.call('PATCH', '/app/api/family', { name });
        broken.push(...(await visit(page, pages[turn % pages.length] as PageWithTexts, name)));
        visits += 1;
      }
      await remove();
      report(`${at + texts.length} texts, ${visits} pages opened`);
    }
    await owner.call('POST', '/app/api/sign-out-everywhere');
    await page.goto('/profile');
    await page.getByRole('dialog', { name: 'Please sign in again' }).waitFor();
    broken.push(...(await textFaults(page, [EMAIL])), ...errors);
    return { figures: { texts: chosen.length, 'pages looked at': visits }, broken };
  },
};

/** Opens the owner's browser early on Monday of the week, when a display shows the whole week. */
async function openPage({ scope }: TrialContext, target: Target, owner: Caller, week: Week) {
  const { page, context, errors } = await visitAndRecordErrors(await startBrowser(scope), target.url);
  scope.after(() => context.close());
  await context.clock.install({ time: `${week}T05:00:00Z` });
  await setCookies(context, target, owner.cookies);
  context.on('page', (other) => errors.push(`A window was opened: ${other.url()}`));
  page.on('dialog', (dialog) => {
    errors.push(`A dialog was opened: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { page, errors };
}

/** Opens the page and returns its faults, also of the printed page. */
async function visit(
  page: Page,
  { path, texts, onPaper }: PageWithTexts,
  familyName: string,
): Promise<string[]> {
  await page.goto('about:blank');
  await page.goto(path);
  const faults = await textFaults(page, [familyName, ...texts]);
  if (!onPaper) return faults;
  await page.emulateMedia({ media: 'print' });
  faults.push(...(await textFaults(page, texts)));
  await page.emulateMedia({ media: 'screen' });
  return faults;
}

/** Checks that the page contains all texts literally and nothing of FOREIGN. */
async function textFaults(page: Page, texts: string[]): Promise<string[]> {
  let missing = texts;
  const hasTexts = async () => {
    const shown = await page.evaluate<string>('document.body.textContent');
    missing = texts.filter((text) => !shown.includes(text));
    return missing.length === 0;
  };
  await until('the texts are on the page', hasTexts, 10_000).catch(() => {});
  const foreign = await page.evaluate<string[]>(FOREIGN);
  return [
    ...foreign.map((found) => `${page.url()} has ${found}.`),
    ...missing.map((text) => `${page.url()} does not show ${JSON.stringify(text)}.`),
  ];
}

/** Finds what no page of the app has: the effect of a script, a listener attribute, an injected element. */
const FOREIGN = `[
  ...(window.__hit === undefined ? [] : ['__hit']),
  ...Array.from(document.querySelectorAll(
    'body script, body style, body link, body meta, base, img, iframe, object, embed, video, audio, math, template, ' +
    'svg:not([aria-hidden]), svg script, svg animate, [style*="url("], [srcdoc], form[action], ' +
    '[href^="javascript:" i], [href^="data:" i], [src]:not(head *), a[href*="evil.example"]'), (found) => found.outerHTML),
  ...Array.from(document.querySelectorAll('body *')).flatMap((element) =>
    element.getAttributeNames().filter((name) => name.startsWith('on'))),
]`;
