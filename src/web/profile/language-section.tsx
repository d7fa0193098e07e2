/** Which language this device speaks. */
import { LanguageChoice } from '#web/words/language-choice.tsx';
import { useWords } from '#web/words/words.ts';
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
