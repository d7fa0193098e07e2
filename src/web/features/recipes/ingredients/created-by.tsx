/** Who answered a line, and when. */
import type { Creator } from '#domain/family/creator.ts';
import { useMe } from '#web/data/session.ts';
import { showInstant } from '#web/base/i18n/dates.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';

export function CreatedBy({ createdBy, createdAt }: { createdBy: Creator; createdAt: string }) {
  const { t, locale } = useTranslation();
  const me = useMe().member.id;
  const date = showInstant(createdAt, locale, { dateStyle: 'long' });
  return (
    <small>
      {createdBy.kind !== 'member' && t('recipes.answered-by-former', { date })}
      {createdBy.kind === 'member' && createdBy.id === me && t('recipes.answered-by-you', { date })}
      {createdBy.kind === 'member' &&
        createdBy.id !== me &&
        t('recipes.answered-by', { who: createdBy.email, date })}
    </small>
  );
}
