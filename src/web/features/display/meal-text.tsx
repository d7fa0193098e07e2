/** A meal's description with a label for leftovers and eating out. */
import type { Meal } from '#domain/plan/plan.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';

const ICONS = { leftovers: 'leftovers', 'eating-out': 'out' } as const;

export function MealText({ meal: { description, kind }, className }: { meal: Meal; className?: string }) {
  const { t } = useTranslation();
  return (
    <span className={className}>
      <bdi>{description}</bdi>
      {kind && (
        <span className="display-kind">
          <Icon name={ICONS[kind]} size={24} />
          {t(`display.kind.${kind}`)}
        </span>
      )}
    </span>
  );
}
