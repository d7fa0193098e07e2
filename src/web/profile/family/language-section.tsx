/** The language of this device. */
import { LanguageChoice } from '#web/i18n/language-choice.tsx';
import { useTranslation } from '#web/i18n/translation.ts';
import { Section } from '#web/profile/section.tsx';

export function LanguageSection() {
  const { t } = useTranslation();
  return (
    <Section
      id="language"
      title={t('profile.language')}
      lead={t('profile.language-lead')}
      action={<LanguageChoice />}
    />
  );
}
