/**
 * Removes a member. Lists the keys, display links and webhooks they created and offers to revoke them, since the member
 * may have copies.
 */
import { useState } from 'react';
import type { Creator } from '#domain/family/creator.ts';
import type { Member } from '#http/endpoints/account/members.ts';
import { api } from '#web/base/api.ts';
import { useMinuteMs } from '#web/base/ui/now.ts';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Confirm } from '#web/base/ui/overlay/confirm.tsx';
import { isActive, refreshList, useList } from '#web/data/queries/profile-queries.ts';
import './remove-member.css';

export function RemoveMember({ member, onClose }: { member: Member; onClose: () => void }) {
  const { t } = useTranslation();
  const { email } = member;
  const made = useCreatedBy(member.id);
  const [isEnding, setEnding] = useState(true);
  const remove = async () => {
    await api('DELETE /app/api/members/:id', {
      params: { id: member.id },
      body: { endKeysAndDisplays: isEnding },
    });
    await Promise.all((['members', 'keys', 'displays', 'invitations', 'webhooks'] as const).map(refreshList));
    showToast({ text: t('profile.removed', { email }) });
  };
  return (
    <Confirm
      title={t('profile.remove-title', { email })}
      action={t('profile.remove')}
      run={remove}
      onClose={onClose}
    >
      <p>{t('profile.remove-means')}</p>
      {made !== 'nothing' && (
        <>
          <div className="remove-member-made">
            <p>{t('profile.made-these', { email })}</p>
            {made !== 'unknown' && (
              <ul aria-label={t('profile.made-these', { email })}>
                {made.keys.map(({ id, name }) => (
                  <li key={id}>
                    {t('profile.made-key')} <bdi>{name}</bdi>
                  </li>
                ))}
                {made.webhooks.map(({ id, name }) => (
                  <li key={id}>
                    {t('profile.made-webhook')} <bdi>{name}</bdi>
                  </li>
                ))}
                {made.displays.map(({ id, name }) => (
                  <li key={id}>
                    {t('profile.made-display')} <bdi>{name}</bdi>
                  </li>
                ))}
              </ul>
            )}
          </div>
          <fieldset className="remove-member-choice">
            <legend className="field-label">{t('profile.what-of-these')}</legend>
            <Choice
              title={t('profile.end-made')}
              means={t('profile.end-made-means')}
              isChosen={isEnding}
              onChoose={() => setEnding(true)}
            />
            <Choice
              title={t('profile.keep-made')}
              means={t('profile.keep-made-means')}
              isChosen={!isEnding}
              onChoose={() => setEnding(false)}
            />
          </fieldset>
        </>
      )}
    </Confirm>
  );
}

type ChoiceProps = { title: string; means: string; isChosen: boolean; onChoose: () => void };

function Choice({ title, means, isChosen, onChoose }: ChoiceProps) {
  return (
    <label className="remove-member-option">
      <input type="radio" name="made" checked={isChosen} onChange={onChoose} />
      <span>
        <strong>{title}</strong>
        <span className="field-hint">{means}</span>
      </span>
    </label>
  );
}

/** The member's active keys and display links, and webhooks; `unknown` while the lists load. */
function useCreatedBy(member: string) {
  const nowMs = useMinuteMs();
  const isTheirs = ({ createdBy }: { createdBy: Creator }) =>
    createdBy.kind === 'member' && createdBy.id === member;
  const keys = useList('keys').data;
  const displays = useList('displays').data;
  const webhooks = useList('webhooks').data;
  if (!keys || !displays || !webhooks) return 'unknown';
  const made = {
    keys: keys.filter((key) => isTheirs(key) && isActive(key, nowMs)),
    displays: displays.filter((display) => isTheirs(display) && isActive(display, nowMs)),
    webhooks: webhooks.filter(isTheirs),
  };
  return made.keys.length + made.displays.length + made.webhooks.length > 0 ? made : 'nothing';
}
