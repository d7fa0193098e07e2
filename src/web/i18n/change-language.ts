/** Changes the language of this device, and of mails to a member who is signed in. */
import { isSignedIn, saveLanguage } from '#web/shared/session.ts';
import { showToast } from '#web/ui/overlay/toast.tsx';
import { chooseLanguage, type Language } from './language.ts';
import type { Translate } from './translation.ts';

export async function changeLanguage(t: Translate, language: Language): Promise<void> {
  try {
    await chooseLanguage(language);
  } catch {
    // The texts could not be loaded.
    return showToast({ kind: 'bad', text: t('ui.problem.no-answer') });
  }
  if (isSignedIn()) await saveLanguage(language);
}
