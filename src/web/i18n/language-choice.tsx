/** The choice of the language on this device, and of mails to a member who is signed in. */
import { useId } from 'react';
import { isSignedIn, saveLanguage } from '#web/shared/session.ts';
import { chooseLanguage, type Language, LANGUAGES } from './language.ts';
import { useTranslation } from './translation.ts';
import './language-choice.css';

export function LanguageChoice() {
  const { t, language } = useTranslation();
  const id = useId();
  return (
    <span className="language-choice">
      <label htmlFor={id}>{t('app.language')}</label>
      <select id={id} value={language} onChange={({ target }) => void choose(target.value as Language)}>
        {Object.entries(LANGUAGES).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}

async function choose(language: Language): Promise<void> {
  await chooseLanguage(language);
  if (isSignedIn()) await saveLanguage();
}
