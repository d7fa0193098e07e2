/**
 * Texts that try to become more than text, typed wherever a family can type and looked at on every page in
 * the browser. Each must be there to the letter, and nothing may come of it: no script, no element, no
 * request to elsewhere, no complaint of the browser.
 */
import type { Page } from 'playwright-core';
import { type Week, weekAfter, weekAt } from '#domain/week/week.ts';
import { startBrowser } from '#test/web/browser.ts';
import { HOSTILE_TEXTS } from '#test/support/hostile-texts.ts';
import { type AppClient as Caller, signUp } from '#test/support/service.ts';
import { until } from '#test/support/until.ts';
import { setCookies, visitAndRecordErrors } from '#test/web/web.ts';
import type { TrialContext, Trial } from '../trial.ts';
import { AT_ONCE, type Shown, typeEverywhere } from './hostile-family.ts';
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
    what: 'the display takes a meal for markup',
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
    const broken = new Set(chosen).size < times ? ['There are not so many texts.'] : [];
    let visits = 0;
    for (let at = 0; at < chosen.length && broken.length === 0; at += AT_ONCE) {
      const texts = chosen.slice(at, at + AT_ONCE);
      const { pages, names, takeBack } = await typeEverywhere(owner, texts, week);
      for (let turn = 0; turn < Math.max(pages.length, names.length); turn += 1) {
        const name = names[turn % names.length] as string;
        await owner.call('PATCH', '/app/api/family', { name });
        broken.push(...(await visit(page, pages[turn % pages.length] as Shown, name)));
        visits += 1;
      }
      await takeBack();
      report(`${at + texts.length} texts, ${visits} pages looked at`);
    }
    await owner.call('POST', '/app/api/sign-out-everywhere');
    await page.goto('/profile');
    await page.getByRole('dialog', { name: 'Please sign in again' }).waitFor();
    broken.push(...(await staysText(page, [EMAIL])), ...errors);
    return { figures: { texts: chosen.length, 'pages looked at': visits }, broken };
  },
};

/** The owner's browser on the Monday of that week, early: all of it is to come, so a display shows all of it. */
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

/** Opens the page and answers what is wrong with it, also on paper where people print it. */
async function visit(page: Page, { path, texts, onPaper }: Shown, familyName: string): Promise<string[]> {
  await page.goto('about:blank');
  await page.goto(path);
  const wrong = await staysText(page, [familyName, ...texts]);
  if (!onPaper) return wrong;
  await page.emulateMedia({ media: 'print' });
  wrong.push(...(await staysText(page, texts)));
  await page.emulateMedia({ media: 'screen' });
  return wrong;
}

/** Whether all of these are on the page, letter by letter, and nothing came of them. */
async function staysText(page: Page, texts: string[]): Promise<string[]> {
  let missing = texts;
  const isThere = async () => {
    const shown = await page.evaluate<string>('document.body.textContent');
    missing = texts.filter((text) => !shown.includes(text));
    return missing.length === 0;
  };
  await until('the texts are on the page', isThere, 10_000).catch(() => {});
  const foreign = await page.evaluate<string[]>(FOREIGN);
  return [
    ...foreign.map((found) => `${page.url()} has ${found}.`),
    ...missing.map((text) => `${page.url()} does not show ${JSON.stringify(text)}.`),
  ];
}

/** Whatever no page of ours has: a trace of a script, a listener in markup, an element made of text. */
const FOREIGN = `[
  ...(window.__hit === undefined ? [] : ['__hit']),
  ...Array.from(document.querySelectorAll(
    'body script, body style, body link, body meta, base, img, iframe, object, embed, video, audio, math, template, ' +
    'svg:not([aria-hidden]), svg script, svg animate, [style*="url("], [srcdoc], form[action], ' +
    '[href^="javascript:" i], [href^="data:" i], [src]:not(head *), a[href*="evil.example"]'), (found) => found.outerHTML),
  ...Array.from(document.querySelectorAll('body *')).flatMap((element) =>
    element.getAttributeNames().filter((name) => name.startsWith('on'))),
]`;
