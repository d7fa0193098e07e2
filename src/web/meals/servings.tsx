/** The input for the number of servings. */
import { IconButton } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { PageIcon } from '#web/base/ui/page-icon.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import './servings.css';

const MAX_SERVINGS = 99;

type ServingsProps = { servings: number; onChange: (servings: number) => void };

export function Servings({ servings, onChange }: ServingsProps) {
  const { t } = useTranslation();
  return (
    <div className="recipes-servings" role="group" aria-label={t('recipes.servings')}>
      <IconButton
        label={t('recipes.fewer')}
        // Not `disabled`, which would lose the focus at the limit.
        aria-disabled={servings <= 1}
        onClick={() => onChange(Math.max(1, servings - 1))}
      >
        <PageIcon name="minus" />
      </IconButton>
      <output aria-live="polite">{t('recipes.servings-count', { servings })}</output>
      <IconButton
        label={t('recipes.more-servings')}
        aria-disabled={servings >= MAX_SERVINGS}
        onClick={() => onChange(Math.min(MAX_SERVINGS, servings + 1))}
      >
        <Icon name="plus" />
      </IconButton>
    </div>
  );
}
