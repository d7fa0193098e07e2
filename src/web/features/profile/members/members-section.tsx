/** The members. Owners change roles and remove members; every member may leave, except the last owner. */
import { type ReactNode, useState } from 'react';
import type { Role } from '#domain/family/family.ts';
import type { Eater } from '#domain/preferences/preferences.ts';
import type { Member } from '#http/endpoints/account/members.ts';
import { api } from '#web/base/api.ts';
import { Button } from '#web/base/ui/button.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { clearDevice, refreshMe, useMe } from '#web/data/session.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Confirm } from '#web/base/ui/overlay/confirm.tsx';
import { updateCachedList, refreshList, useList } from '#web/data/queries/profile-queries.ts';
import { Rows, RowText, Section } from '#web/base/ui/section.tsx';
import { SecretDialog } from '#web/base/ui/share/secret-dialog.tsx';
import { usePreferences } from '#web/data/queries/preferences-queries.ts';
import { Invitations } from './invitations.tsx';
import { RemoveMember } from './remove-member.tsx';
import { ROLE_NAMES } from './roles.ts';

export function MembersSection() {
  const { t } = useTranslation();
  const me = useMe().member;
  const members = useList('members');
  const isLastOwner = (members.data ?? []).filter(({ role }) => role === 'owner').length === 1;
  return (
    <Section id="members" title={t('profile.members')} lead={t('profile.members-lead')}>
      <Rows query={members} label={t('profile.members')}>
        {(member) => (
          <>
            <MemberText member={member} isMe={member.id === me.id}>
              {member.role === 'owner' && isLastOwner
                ? t('profile.last-owner')
                : t(`profile.role-means.${member.role}`)}
            </MemberText>
            <div className="section-actions">
              {member.id === me.id && <EaterChoice me={member} members={members.data ?? []} />}
              {me.role === 'owner' && !(member.role === 'owner' && isLastOwner) && (
                <RoleChoice member={member} />
              )}
              {me.role === 'owner' && member.id !== me.id && <ResetLink member={member} />}
              <Departure member={member} isLast={member.role === 'owner' && isLastOwner} />
            </div>
          </>
        )}
      </Rows>
      {me.role === 'owner' ? <Invitations /> : <p className="section-note">{t('profile.invite-owners')}</p>}
    </Section>
  );
}

/** Members have the name of their eater; all others only an email address. */
function MemberText({ member, isMe, children }: { member: Member; isMe: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  const { name } = useEaterOf(member) ?? {};
  return (
    <RowText name={name ?? member.email} badge={isMe ? t('profile.you') : undefined}>
      {name && (
        <>
          <bdi>{member.email}</bdi> ·{' '}
        </>
      )}
      {children}
    </RowText>
  );
}

function RoleChoice({ member }: { member: Member }) {
  const { t } = useTranslation();
  const change = async (role: Role) => {
    showRole(member.id, role);
    try {
      await api('PATCH /app/api/members/:id', { params: { id: member.id }, body: { role } });
      showToast({ text: t('profile.saved') });
      await refreshMe();
    } catch (error) {
      showRole(member.id, member.role);
      showToast({ kind: 'bad', text: problemText(t, error) });
    }
    // The invitations of a demoted owner no longer work.
    await Promise.all([refreshList('members'), refreshList('invitations')]);
  };
  return (
    <select
      className="field-input section-select"
      aria-label={t('profile.role-of', { email: member.email })}
      value={member.role}
      onChange={({ target }) => void change(target.value as Role)}
    >
      {Object.entries(ROLE_NAMES).map(([role, name]) => (
        <option key={role} value={role}>
          {t(name)}
        </option>
      ))}
    </select>
  );
}

function showRole(id: string, role: Role): void {
  updateCachedList('members', (all) =>
    all.map((member) => (member.id === id ? { ...member, role } : member)),
  );
}

/** The button to leave the family, or to remove another member. */
function Departure({ member, isLast }: { member: Member; isLast: boolean }) {
  const { t } = useTranslation();
  const me = useMe().member;
  const [isAsking, setAsking] = useState(false);
  const isMe = member.id === me.id;
  if (isLast || (!isMe && me.role !== 'owner')) return null;
  const { email } = member;
  const close = () => setAsking(false);
  const go = async () => {
    // The family may depend on the member's keys and displays; an owner can revoke them.
    await api('DELETE /app/api/members/:id', {
      params: { id: member.id },
      body: { endKeysAndDisplays: false },
    });
    await clearDevice();
  };
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        {t(isMe ? 'profile.leave' : 'profile.remove')}
        {!isMe && <span className="sr-only"> {email}</span>}
      </Button>
      {isAsking && !isMe && <RemoveMember member={member} onClose={close} />}
      {isAsking && isMe && (
        <Confirm title={t('profile.leave-title')} action={t('profile.leave')} run={go} onClose={close}>
          <p>{t('profile.leave-means')}</p>
        </Confirm>
      )}
    </>
  );
}

/** Makes a link with which another member sets a new password, for owners. */
function ResetLink({ member: { id, email } }: { member: Member }) {
  const { t } = useTranslation();
  const [link, setLink] = useState<string>();
  const make = async () => {
    try {
      const made = await api('POST /app/api/members/:id/reset-link', { params: { id } });
      setLink(made.link);
    } catch (error) {
      showToast({ kind: 'bad', text: problemText(t, error) });
    }
  };
  return (
    <>
      <Button kind="quiet" onClick={() => void make()}>
        {t('profile.reset-link')}
        <span className="sr-only"> {email}</span>
      </Button>
      {link !== undefined && (
        <SecretDialog
          title={t('profile.reset-link-for', { email })}
          secrets={[
            {
              label: t('profile.link'),
              text: link,
              copy: t('profile.copy-link'),
              shareTitle: t('profile.reset-link'),
            },
          ]}
          onClose={() => setLink(undefined)}
        >
          <p>{t('profile.reset-link-how')}</p>
        </SecretDialog>
      )}
    </>
  );
}

/** The eater who is this member. */
function useEaterOf({ eaterId }: Member): Eater | undefined {
  return usePreferences().data?.preferences.eaters.find(({ id }) => id === eaterId);
}

function EaterChoice({ me, members }: { me: Member; members: Member[] }) {
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
