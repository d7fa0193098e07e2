/** When and by whom an invitation, a key or a display link was created. */
import type { Creator } from '#domain/family/creator.ts';
import { useMe } from '#web/data/session.ts';
import type { MessageId } from '#languages/message-ids.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { DateText } from '#web/base/ui/time-text.tsx';

const OTHERS: Record<Exclude<Creator['kind'], 'member'>, MessageId> = {
  'former-member': 'profile.by-former-member',
  operator: 'profile.by-operator',
};

export function CreatedBy({ at, createdBy }: { at: string; createdBy: Creator }) {
  const { t } = useTranslation();
  const me = useMe().member.id;
  return (
    <>
      {t('profile.made')} <DateText at={at} />{' '}
      {createdBy.kind !== 'member' ? (
        t(OTHERS[createdBy.kind])
      ) : createdBy.id === me ? (
        t('profile.by-you')
      ) : (
        <>
          {t('profile.by')} <bdi>{createdBy.email}</bdi>
        </>
      )}
    </>
  );
}
