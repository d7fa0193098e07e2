/** Who eats, in short. The preferences page changes them. */
import type { Eater } from '#domain/preferences/preferences.ts';
import { useEaterSummary } from '#web/meals/preferences/eater-summary.ts';
import { usePreferences } from '#web/data/queries/preferences-queries.ts';
import { Link } from '#web/base/ui/link.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { useMemberName } from '#web/accounts/member-name.ts';
import { Rows, RowText, Section } from '#web/base/ui/section.tsx';

export function EatersSection() {
  const { t } = useTranslation();
  const eaters = usePreferences(({ preferences }) => preferences.eaters);
  return (
    <Section
      id="eaters"
      title={t('profile.eaters')}
      lead={t('profile.eaters-lead')}
      action={
        <Link href="/preferences" className="button button-plain">
          {t('profile.edit-eaters')}
          <span className="sr-only"> {t('profile.eaters')}</span>
        </Link>
      }
    >
      <Rows query={eaters} label={t('profile.eaters')} empty={t('profile.no-eaters')}>
        {(eater) => <EaterRow eater={eater} />}
      </Rows>
    </Section>
  );
}

function EaterRow({ eater }: { eater: Eater }) {
  return (
    <RowText name={eater.name} badge={useMemberName(eater)}>
      {useEaterSummary(eater)}
    </RowText>
  );
}
