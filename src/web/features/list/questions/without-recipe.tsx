/** Says which dishes add nothing to the list because they have no recipe. Below the list, which it must not move. */
import { dishesWithoutRecipe, mealsIn } from '#domain/plan/plan.ts';
import type { ShoppingList } from '#domain/shopping-list/item.ts';
import { Link } from '#web/base/ui/link.tsx';
import { usePlan } from '#web/data/sync.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import './without-recipe.css';

export function WithoutRecipe({ week, list }: { week: string; list: ShoppingList }) {
  const { t } = useTranslation();
  const { meals } = usePlan(week);
  const names = mealsIn(meals)
    .flatMap(dishesWithoutRecipe)
    .map(({ description }) => description);
  const hasItems = list.probablyAtHome.length + list.aisles.length > 0;
  if (!hasItems || names.length === 0) return null;
  return (
    <ul className="list-without">
      {[...new Set(names)].map((name) => (
        <li key={name}>
          <bdi>{name}</bdi> {t('list.buys-nothing')}{' '}
          <Link href={`/week/${week}`}>{t('list.choose-recipe')}</Link>
        </li>
      ))}
    </ul>
  );
}
