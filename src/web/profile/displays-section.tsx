/** Links for kitchen displays: everyone sees which there are, an owner makes and revokes them. */
import { useState } from 'react';
import { ask } from '#web/api.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Actions, Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { useForm } from '#web/ui/form.ts';
import { Icon } from '#web/ui/icon.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { useMinuteMs } from '#web/ui/now.ts';
import { problemText } from '#web/ui/problem-text.ts';
import { useMe } from '#web/session.ts';
import { useWords } from '#web/i18n/words.ts';
import { Confirm } from './confirm.tsx';
import { chosenEnd, LifeField } from './life-field.tsx';
import { type Display, isLive, refreshList, useList } from './lists.ts';
import { Made } from './made-by.tsx';
import { Ago, On } from './moment.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { Rows, RowText, Section } from './section.tsx';

const LIVES = ['none', 'week', 'days', 'year', 'date'] as const;

export function DisplaysSection() {
  const { say } = useWords();
  const isOwner = useMe().member.role === 'owner';
  const displays = useList('displays');
  const [isMaking, setMaking] = useState(false);
  return (
    <Section
      id="displays"
      title={say('profile.displays')}
      lead={say('profile.displays-lead')}
      action={
        isOwner && (
          <Button icon={<Icon name="plus" />} onClick={() => setMaking(true)}>
            {say('profile.make-display')}
          </Button>
        )
      }
    >
      <Rows query={displays} label={say('profile.displays')} empty={say('profile.no-displays')}>
        {(display) => <DisplayRow display={display} isOwner={isOwner} />}
      </Rows>
      {!isOwner && <p className="section-note">{say('profile.displays-owners')}</p>}
      {isMaking && <MakeDisplay onClose={() => setMaking(false)} />}
    </Section>
  );
}

function DisplayRow({ display, isOwner }: { display: Display; isOwner: boolean }) {
  const { id, name, createdAt, lastSeenAt, expiresAt, maker } = display;
  const { say } = useWords();
  const [isAsking, setAsking] = useState(false);
  const hasEnded = !isLive(display, useMinuteMs());
  const revoke = async () => {
    await ask('DELETE', `/app/api/displays/${id}`);
    await refreshList('displays');
    showToast({ text: say('profile.display-revoked', { name }) });
  };
  /** It shows nothing any more: there is nothing to ask. */
  const clear = async () => {
    try {
      await ask('DELETE', `/app/api/displays/${id}`);
    } catch (error) {
      showToast({ kind: 'bad', text: problemText(say, error) });
    }
    await refreshList('displays');
  };
  return (
    <>
      <RowText name={name} note={hasEnded ? say('profile.ended') : undefined}>
        <Made at={createdAt} maker={maker} /> ·{' '}
        {lastSeenAt ? (
          <>
            {say('profile.last-seen')} <Ago at={lastSeenAt} />
          </>
        ) : (
          say('profile.never-seen')
        )}{' '}
        ·{' '}
        {expiresAt === null ? (
          say('profile.never-ends')
        ) : hasEnded ? (
          <>
            {say('profile.expired')} <On at={expiresAt} />
          </>
        ) : (
          <>
            {say('profile.ends')} <Ago at={expiresAt} />
          </>
        )}
      </RowText>
      {isOwner && (
        <Button kind="quiet" onClick={() => (hasEnded ? void clear() : setAsking(true))}>
          {say(hasEnded ? 'profile.remove' : 'profile.revoke')}
          <span className="unseen"> {name}</span>
        </Button>
      )}
      {isAsking && (
        <Confirm
          title={say('profile.revoke-display-title', { name })}
          action={say('profile.revoke')}
          run={revoke}
          onClose={() => setAsking(false)}
        >
          <p>{say('profile.revoke-display-means')}</p>
        </Confirm>
      )}
    </>
  );
}

function MakeDisplay({ onClose }: { onClose: () => void }) {
  const { say } = useWords();
  const [link, setLink] = useState<string>();
  const form = useForm({
    fields: { name: 'profile.wrong.name', expiresAt: 'profile.wrong.date' },
    codes: { 'past-expiry': 'expiresAt' },
    send: async ({ name, ...life }) => {
      const wish = { name, expiresAt: chosenEnd(life) };
      const made = await ask<{ link: string }>('POST', '/app/api/displays', wish);
      void refreshList('displays');
      setLink(made.link);
    },
  });
  if (link) {
    return (
      <SecretDialog
        title={say('profile.display-made')}
        secrets={[{ label: say('profile.link'), text: link, copy: say('profile.copy-link') }]}
        onClose={onClose}
      >
        <p>{say('profile.display-how')}</p>
      </SecretDialog>
    );
  }
  return (
    <Dialog title={say('profile.make-display')} onClose={onClose}>
      <form {...form.props} className="section-form">
        <TextField
          label={say('profile.display-name')}
          hint={say('profile.display-name-hint')}
          name="name"
          maxLength={100}
          autoComplete="off"
          required
          error={form.errors.name}
        />
        <LifeField lives={LIVES} error={form.errors.expiresAt} />
        {form.failure && <Banner kind="bad">{form.failure}</Banner>}
        <Actions>
          <Button type="submit" kind="primary" busy={form.isBusy}>
            {say('profile.make-link')}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
