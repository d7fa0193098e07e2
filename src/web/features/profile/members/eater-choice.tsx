/** Who of the eaters a member is. Members choose it themselves; an eater whom another member is, is not offered. */
import type { Eater } from '#domain/preferences/preferences.ts';
import type { Member } from '#http/endpoints/account/members.ts';
import { api } from '#web/base/api.ts';
import { usePreferences } from '#web/data/queries/preferences-queries.ts';
import { problemText } from '#web/base/ui/problem-text.ts';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { refreshMe } from '#web/data/session.ts';
import { refreshList } from '#web/data/queries/profile-queries.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';

/** The eater who is this member. */
export function useEaterOf({ eaterId }: Member): Eater | undefined {
  return usePreferences().data?.preferences.eaters.find(({ id }) => id === eaterId);
}

export function EaterChoice({ me, members }: { me: Member; members: Member[] }) {
  const { t } = useTranslation();
  const { data } = usePreferences();
  const taken = members.filter(({ id }) => id !== me.id).map(({ eaterId }) => eaterId);
  const free = data?.preferences.eaters.filter(({ id }) => !taken.includes(id)) ?? [];
  if (free.length === 0) return null;
  const choose = async (eaterId: string | null) => {
    try {
      await api('PUT /app/api/me/eater', { body: { eaterId } });
      showToast({ text: t('profile.saved') });
    } catch (error) {
      showToast({ kind: 'bad', text: problemText(t, error) });
    }
    await Promise.all([refreshMe(), refreshList('members')]);
  };
  return (
    <select
      className="field-input section-select"
      aria-label={t('profile.eater')}
      value={me.eaterId ?? ''}
      onChange={({ target }) => void choose(target.value || null)}
    >
      <option value="">{t('profile.i-am-nobody')}</option>
      {free.map(({ id, name }) => (
        <option key={id} value={id}>
          {t('profile.i-am', { name })}
        </option>
      ))}
    </select>
  );
}
