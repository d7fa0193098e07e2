/** The dishes of a meal for everyone, the main one large, with a label for leftovers and eating out. */
import { type Dish, type Meal, sharedSides } from '#domain/plan/plan.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';

const ICONS = { leftovers: 'leftovers', 'eating-out': 'out' } as const;

export function MealText({ meal, className }: { meal: Meal; className?: string }) {
  const sides = sharedSides(meal);
  return (
    <span className={className}>
      <DishText dish={meal} />
      {sides.length > 0 && (
        <span className="display-sides">
          {sides.map((dish, at) => (
            <span key={at}>
              {at > 0 && ' · '}
              <DishText dish={dish} />
            </span>
          ))}
        </span>
      )}
    </span>
  );
}

function DishText({ dish: { description, kind } }: { dish: Dish }) {
  const { t } = useTranslation();
  return (
    <>
      <bdi>{description}</bdi>
      {kind && (
        <span className="display-kind">
          <Icon name={ICONS[kind]} size={24} />
          {t(`display.kind.${kind}`)}
        </span>
      )}
    </>
  );
}
