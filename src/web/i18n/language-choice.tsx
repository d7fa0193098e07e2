/** The choice of the language on this device. */
import { useId } from 'react';
import { chooseLanguage, type Language, LANGUAGES } from './language.ts';
import { useTranslation } from './translation.ts';
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
        onChange={({ target }) => void chooseLanguage(target.value as Language)}
      >
        {Object.entries(LANGUAGES).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}
