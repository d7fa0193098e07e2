/** When and by whom an invitation, a key or a display link was made. */
import type { Maker } from '#domain/family/maker.ts';
import { useMe } from '#web/session.ts';
import type { MessageId } from '#web/i18n/message-ids.ts';
import { useWords } from '#web/i18n/words.ts';
import { On } from './moment.tsx';

const OTHERS: Record<Exclude<Maker['kind'], 'member'>, MessageId> = {
  'former-member': 'profile.by-former-member',
  operator: 'profile.by-operator',
  unknown: 'profile.by-unknown',
};

export function Made({ at, maker }: { at: string; maker: Maker }) {
  const { say } = useWords();
  const me = useMe().member.id;
  return (
    <>
      {say('profile.made')} <On at={at} />{' '}
      {maker.kind !== 'member' ? (
        say(OTHERS[maker.kind])
      ) : maker.id === me ? (
        say('profile.by-you')
      ) : (
        <>
          {say('profile.by')} <bdi>{maker.email}</bdi>
        </>
      )}
    </>
  );
}
