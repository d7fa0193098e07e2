/** Which language this device speaks. */
import { LanguageChoice } from '#web/i18n/language-choice.tsx';
import { useWords } from '#web/i18n/words.ts';
import { Section } from './section.tsx';

export function LanguageSection() {
  const { say } = useWords();
  return (
    <Section
      id="language"
      title={say('profile.language')}
      lead={say('profile.language-lead')}
      action={<LanguageChoice />}
    />
  );
}
