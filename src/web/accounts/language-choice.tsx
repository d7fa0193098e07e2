/** The choice of the language on this device, and of mails to a member who is signed in. */
import { useId } from 'react';
import { changeLanguage } from './change-language.ts';
import { type Language, LANGUAGES, nameOfLanguage } from '#languages/language.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import './language-choice.css';

export function LanguageChoice() {
  const { t, language } = useTranslation();
  const id = useId();
  return (
    <span className="language-choice">
      <label htmlFor={id}>{t('app.language')}</label>
      <select
        id={id}
        value={language}
        onChange={({ target }) => void changeLanguage(t, target.value as Language)}
      >
        {LANGUAGES.map((code) => (
          <option key={code} value={code} lang={code}>
            {nameOfLanguage(code)}
          </option>
        ))}
      </select>
    </span>
  );
}
