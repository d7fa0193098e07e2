/** Changes the language of this device, and of mails to a member who is signed in. */
import { isSignedIn, saveLanguage } from '#web/data/session.ts';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { chooseLanguage } from '#web/base/i18n/language.ts';
import type { Language } from '#languages/language.ts';
import type { Translate } from '#web/base/i18n/translation.ts';

export async function changeLanguage(t: Translate, language: Language): Promise<void> {
  try {
    await chooseLanguage(language);
  } catch {
    // The texts could not be loaded.
    return showToast({ kind: 'bad', text: t('ui.problem.no-answer') });
  }
  if (isSignedIn()) await saveLanguage(language);
}
