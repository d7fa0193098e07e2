/** What the files of an export are, for the people who open it. */
import { LANGUAGES, nameOfLanguage } from '#languages/language.ts';
import { findText } from '#languages/texts.ts';

/** In all languages, because another person may open the file. */
export function readmeOf(familyName: string, date: string): string {
  const parts = LANGUAGES.flatMap((language) => {
    const text = findText(language, 'export');
    return text === undefined ? [] : [`${nameOfLanguage(language).toUpperCase()}\n\n${text}`];
  });
  return [`Weekfare: ${familyName}, ${date}\n`, ...parts].join('\n');
}
