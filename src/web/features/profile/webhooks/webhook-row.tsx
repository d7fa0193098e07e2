/** One webhook endpoint: where it sends what, whether that works, its last deliveries, and its buttons. */
import { useState } from 'react';
import type { Webhook, WebhookDelivery } from '#http/endpoints/keys-and-links/webhooks.ts';
import { api } from '#web/base/api.ts';
import { Button } from '#web/base/ui/button.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import type { MessageId } from '#languages/message-ids.ts';
import { type Translate, useTranslation } from '#web/base/i18n/translation.ts';
import { CreatedBy } from '#web/accounts/created-by.tsx';
import { refreshList } from '#web/data/queries/profile-queries.ts';
import { RowText } from '#web/base/ui/section.tsx';
import { RelativeTime } from '#web/base/ui/time-text.tsx';
import './webhook-row.css';

const OFF_NOTES: Record<NonNullable<Webhook['offReason']>, MessageId> = {
  member: 'profile.webhook-off',
  gone: 'profile.webhook-off-gone',
  failing: 'profile.webhook-off-failing',
};

type WebhookRowProps = { webhook: Webhook; onRotate: () => void; onDelete: () => void };

export function WebhookRow({ webhook, onRotate, onDelete }: WebhookRowProps) {
  const { t } = useTranslation();
  const { name, url, types, createdAt, offReason, failingSince, createdBy } = webhook;
  const isFailing = offReason === null && failingSince !== null;
  const note = offReason === null ? undefined : t(OFF_NOTES[offReason]);
  return (
    <div className="webhook">
      <RowText name={name} note={isFailing ? t('profile.webhook-failing') : note}>
        <bdi className="webhook-url">{url}</bdi> · {types.join(', ')} ·{' '}
        <CreatedBy at={createdAt} createdBy={createdBy} />
        {isFailing && (
          <>
            {' · '}
            {t('profile.webhook-failing-since')} <RelativeTime at={failingSince} />
          </>
        )}
      </RowText>
      <WebhookActions webhook={webhook} onRotate={onRotate} onDelete={onDelete} />
      <Deliveries deliveries={webhook.deliveries} />
    </div>
  );
}

function WebhookActions({ webhook, onRotate, onDelete }: WebhookRowProps) {
  const { t } = useTranslation();
  const { id, name, offReason } = webhook;
  const [busy, setBusy] = useState<'test' | 'switch'>();
  const run = async (what: 'test' | 'switch', work: () => Promise<string>) => {
    setBusy(what);
    try {
      showToast({ text: await work() });
    } catch (error) {
      showToast({ text: problemText(t, error), kind: 'bad' });
    }
    await refreshList('webhooks');
    setBusy(undefined);
  };
  const test = async () => {
    const { isDelivered, outcome } = await api('POST /app/api/webhooks/:id/test', { params: { id } });
    if (isDelivered) return t('profile.webhook-test-done', { name });
    return t('profile.webhook-test-failed', { reason: outcomeText(outcome, t) });
  };
  const isOn = offReason === null;
  const toggle = async () => {
    await api('PATCH /app/api/webhooks/:id', { params: { id }, body: { isOn: !isOn } });
    return t(isOn ? 'profile.webhook-switched-off' : 'profile.webhook-switched-on', { name });
  };
  const hiddenName = <span className="sr-only"> {name}</span>;
  return (
    <div className="section-actions">
      <Button kind="quiet" busy={busy === 'test'} onClick={() => void run('test', test)}>
        {t('profile.webhook-test')}
        {hiddenName}
      </Button>
      <Button kind="quiet" busy={busy === 'switch'} onClick={() => void run('switch', toggle)}>
        {t(isOn ? 'profile.webhook-switch-off' : 'profile.webhook-switch-on')}
        {hiddenName}
      </Button>
      <Button kind="quiet" onClick={onRotate}>
        {t('profile.webhook-rotate')}
        {hiddenName}
      </Button>
      <Button kind="quiet" onClick={onDelete}>
        {t('profile.webhook-delete')}
        {hiddenName}
      </Button>
    </div>
  );
}

function Deliveries({ deliveries }: Pick<Webhook, 'deliveries'>) {
  const { t } = useTranslation();
  return (
    <details className="section-more webhook-deliveries">
      <summary>{t('profile.webhook-deliveries')}</summary>
      {deliveries.length === 0 ? (
        <p className="section-note">{t('profile.webhook-no-deliveries')}</p>
      ) : (
        <ul>
          {deliveries.map((delivery) => (
            <li key={delivery.id}>
              <DeliveryText delivery={delivery} />
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

function DeliveryText({ delivery }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation();
  const { type, state, attempts, attemptedAt, createdAt, outcome, dueAt } = delivery;
  return (
    <>
      <p className="webhook-delivery">
        <strong>{type === 'test' ? t('profile.webhook-test-type') : type}</strong>
        <span className={`section-badge webhook-${state}`}>{t(stateName(delivery))}</span>
      </p>
      <p className="section-detail">
        <RelativeTime at={attemptedAt ?? createdAt} />
        {outcome !== null && ` · ${outcomeText(outcome, t)}`}
        {attempts > 0 && ` · ${t('profile.webhook-attempts', { count: attempts })}`}
        {dueAt !== null && attempts > 0 && (
          <>
            {' · '}
            {t('profile.webhook-next')} <RelativeTime at={dueAt} />
          </>
        )}
      </p>
    </>
  );
}

const STATE_NAMES: Record<WebhookDelivery['state'], MessageId> = {
  waiting: 'profile.webhook-waits',
  delivered: 'profile.webhook-arrived',
  'given-up': 'profile.webhook-given-up',
};

/** A test is not repeated, so it is not given up. */
function stateName({ type, state }: WebhookDelivery): MessageId {
  return type === 'test' && state === 'given-up' ? 'profile.webhook-not-arrived' : STATE_NAMES[state];
}

const REASONS: Record<string, MessageId> = {
  'fetch-off': 'profile.webhook-reason.fetch-off',
  'address-private': 'profile.webhook-reason.private',
  'page-too-slow': 'profile.webhook-reason.slow',
};

/** The status of a response, or why there was none. */
function outcomeText(outcome: string, t: Translate): string {
  if (/^\d+$/.test(outcome)) return t('profile.webhook-status', { status: outcome });
  return t(REASONS[outcome] ?? 'profile.webhook-reason.unreachable');
}
