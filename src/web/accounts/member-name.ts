/** Which member an eater is. */
import type { Eater } from '#domain/preferences/preferences.ts';
import { useMe } from '#web/data/session.ts';
import { useList } from '#web/data/queries/profile-queries.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';

/** “You”, or the email address of another member. */
export function useMemberName({ id }: Eater): string | undefined {
  const { t } = useTranslation();
  const me = useMe().member.id;
  const { data } = useList('members', (all) => all.find(({ eaterId }) => eaterId === id) ?? null);
  return data?.id === me ? t('preferences.eater-is-you') : data?.email;
}
