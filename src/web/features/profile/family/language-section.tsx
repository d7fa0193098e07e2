/** The language of this device. */
import { LanguageChoice } from '#web/accounts/language-choice.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Section } from '#web/base/ui/section.tsx';

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
