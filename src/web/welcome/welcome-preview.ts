/** A static preview of the page for visitors that is shown while the app loads. */
import { element, icon, showPreview } from '#web/shell/preview/elements.ts';
import type { Translation } from '#web/i18n/translation.ts';

export function showWelcomePreview({ t }: Translation): void {
  const text = element(
    '.welcome-text',
    element('h1', t('welcome.title')),
    element('p.welcome-lead', t('welcome.lead')),
    // The server has not said yet whether sign-up is open.
    element('p.welcome-actions.welcome-undecided', element('.button.button-primary', t('welcome.start'))),
  );
  const head = element('.auth-head', element('.auth-mark', icon(36), 'Weekfare'));
  showPreview(element('.auth', head, element('.auth-wide', element('.welcome', text))));
}
