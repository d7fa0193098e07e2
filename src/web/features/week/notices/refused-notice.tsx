/** A change that the server refused. The board no longer shows it; its text stays here until dismissed. */
import { ApiError } from '#web/base/api.ts';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { CopyButton } from '#web/base/ui/share/copy-button.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { dismissRefused, type Refused } from '#web/data/sync.ts';
import type { MessageId } from '#languages/message-ids.ts';
import { type Translate, useTranslation } from '#web/base/i18n/translation.ts';

export function RefusedNotice({ refused }: { refused: Refused }) {
  const { t } = useTranslation();
  const texts = refused.edits.flatMap(({ after }) => (after ? [after.description] : []));
  return (
    <Banner
      kind="bad"
      icon="warn"
      action={
        <span className="week-refused-actions">
          {texts.length > 0 && <CopyButton text={texts.join('\n')} label={t('week.copy-text')} />}
          <Button onClick={() => dismissRefused(refused.id)}>{t('week.dismiss')}</Button>
        </span>
      }
    >
      <strong>{t('week.refused', { what: refused.what })}</strong> {reasonText(t, refused)}
      {texts.map((text) => (
        <q key={text} className="week-refused-text">
          {text}
        </q>
      ))}
    </Banner>
  );
}

const REASONS: Record<string, MessageId> = {
  'week-out-of-range': 'week.far',
  'invalid-input': 'week.invalid',
  'proposal-outdated': 'week.outdated',
};

function reasonText(t: Translate, { reason: { status, code, detail } }: Refused): string {
  const known = REASONS[code];
  return known ? t(known) : problemText(t, new ApiError(status, { code, detail }));
}
