/** The members. Owners change roles and remove members; every member may leave, except the last owner. */
import { type ReactNode, useState } from 'react';
import type { Role } from '#domain/family/family.ts';
import type { Member } from '#http/endpoints/account/members.ts';
import { api } from '#web/base/api.ts';
import { Button } from '#web/base/ui/button.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { clearDevice, refreshMe, useMe } from '#web/data/session.ts';
import type { MessageId } from '#languages/message-ids.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Confirm } from '#web/base/ui/overlay/confirm.tsx';
import { EaterChoice, useEaterOf } from './eater-choice.tsx';
import { Invitations } from './invitations.tsx';
import { updateCachedList, refreshList, useList } from '#web/data/queries/profile-queries.ts';
import { RemoveMember } from './remove-member.tsx';
import { ResetLink } from './reset-link.tsx';
import { ROLE_NAMES } from './roles.ts';
import { Rows, RowText, Section } from '#web/base/ui/section.tsx';

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
                : t(ROLE_MEANINGS[member.role])}
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

const ROLE_MEANINGS: Record<Role, MessageId> = {
  owner: 'profile.owner-means',
  member: 'profile.member-means',
};

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
  updateCachedList('members', (all) => all.map((one) => (one.id === id ? { ...one, role } : one)));
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
