/** The family's webhook endpoints, and when the dinner of today is sent; for owners. */
import { useState } from 'react';
import type { Webhook } from '#http/endpoints/keys-and-links/webhooks.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { PageIcon } from '#web/base/ui/page-icon.tsx';
import { useMe } from '#web/data/session.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { PremiumBanner } from '#web/features/profile/premium/premium-banner.tsx';
import { useList } from '#web/data/queries/profile-queries.ts';
import { Rows, Section } from '#web/base/ui/section.tsx';
import { CreateWebhook } from './create-webhook.tsx';
import { DeleteWebhook } from './delete-webhook.tsx';
import { DinnerTime } from './dinner-time.tsx';
import { RotateSecret } from './rotate-secret.tsx';
import { WebhookRow } from './webhook-row.tsx';

export function WebhooksSection() {
  const { t } = useTranslation();
  const { member } = useMe();
  const [isCreating, setCreating] = useState(false);
  const isOwner = member.role === 'owner';
  return (
    <Section
      id="webhooks"
      title={t('profile.webhooks')}
      lead={t('profile.webhooks-lead')}
      action={
        isOwner && (
          <Button icon={<Icon name="plus" />} onClick={() => setCreating(true)}>
            {t('profile.make-webhook')}
          </Button>
        )
      }
    >
      <PremiumBanner icon={<PageIcon name="key" />} text={t('profile.webhooks-premium')} />
      {isOwner ? <Webhooks /> : <p className="section-note">{t('profile.webhooks-owners')}</p>}
      {isCreating && <CreateWebhook onClose={() => setCreating(false)} />}
    </Section>
  );
}

function Webhooks() {
  const { t } = useTranslation();
  // Not in the state of the row: a deleted webhook has no row, and the dialog would disappear with it.
  const [open, setOpen] = useState<{ dialog: 'rotate' | 'delete'; webhook: Webhook }>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Rows query={useList('webhooks')} label={t('profile.webhooks')} empty={t('profile.no-webhooks')}>
        {(webhook) => (
          <WebhookRow
            webhook={webhook}
            onRotate={() => setOpen({ dialog: 'rotate', webhook })}
            onDelete={() => setOpen({ dialog: 'delete', webhook })}
          />
        )}
      </Rows>
      <DinnerTime />
      {open?.dialog === 'rotate' && <RotateSecret webhook={open.webhook} onClose={close} />}
      {open?.dialog === 'delete' && <DeleteWebhook webhook={open.webhook} onClose={close} />}
    </>
  );
}
