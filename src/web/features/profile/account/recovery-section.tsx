/** How many recovery codes the member has left, and the way to a new set. */
import { useQuery } from '@tanstack/react-query';
import { api } from '#web/base/api.ts';
import { Link } from '#web/base/ui/link.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Section } from '#web/base/ui/section.tsx';

export function RecoverySection() {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['recovery-codes'],
    queryFn: () => api('GET /app/api/recovery-codes'),
  });
  return (
    <Section
      id="recovery"
      title={t('profile.recovery')}
      lead={t('profile.recovery-lead')}
      action={
        <Link href="/recovery-codes?back=/profile" className="button button-plain">
          {t(data?.left === 0 ? 'profile.recovery-make' : 'profile.recovery-renew')}
        </Link>
      }
    >
      {data && <p className="section-note">{t('profile.recovery-left', { count: data.left })}</p>}
    </Section>
  );
}
