/** Asks for a link to a new password by mail. The answer is the same for every address. */
import { useState } from 'react';
import { api } from '#web/base/api.ts';
import { EmailField } from '#web/accounts/account-fields.tsx';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { useForm } from '#web/base/ui/form/form.ts';
import { currentLanguage } from '#web/base/i18n/language.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';

export function ResetByMail() {
  const { t } = useTranslation();
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({
    fields: { email: 'auth.wrong.email' },
    send: async ({ email }) => {
      setSentTo(undefined);
      await api('POST /app/api/reset/mail', { body: { email, language: currentLanguage() } });
      setSentTo(email);
    },
  });
  return (
    <form {...form.props} className="auth-form">
      <EmailField error={form.errors.email} />
      {form.failure && <Banner kind="bad">{form.failure}</Banner>}
      {sentTo !== undefined && (
        <Banner kind="good" icon="check">
          {t('account.mail-sent', { email: sentTo })}
        </Banner>
      )}
      <Button type="submit" kind={sentTo === undefined ? 'primary' : 'plain'} busy={form.isBusy}>
        {t(sentTo === undefined ? 'account.send-link' : 'account.send-link-again')}
      </Button>
    </form>
  );
}
