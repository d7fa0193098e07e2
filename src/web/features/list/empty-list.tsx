/** The empty state of the list: the reason, and what to do next. */
import { mealsIn } from '#domain/plan/plan.ts';
import type { ShoppingList } from '#domain/shopping-list/item.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { Link } from '#web/base/ui/link.tsx';
import { Empty } from '#web/base/ui/page.tsx';
import { usePlan } from '#web/data/sync.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';

export function EmptyList({ week, list: { asked, aisles } }: { week: string; list: ShoppingList }) {
  const { t } = useTranslation();
  const { meals, state } = usePlan(week);
  const items = aisles.flatMap((aisle) => aisle.items);
  if (items.some((item) => item.state === 'open') || asked.length > 0) return null;
  if (items.length > 0) {
    return (
      <Empty title={t('list.all-done')} picture={<Icon name="check" size={48} />}>
        <p>{t('list.all-done-why')}</p>
      </Empty>
    );
  }
  if (state !== 'ready') return null;
  const planned = mealsIn(meals);
  const hasRecipe = planned.some(({ recipeId }) => recipeId !== undefined);
  const [title, why] = hasRecipe
    ? (['list.nothing', 'list.nothing-why'] as const)
    : planned.length > 0
      ? (['list.no-recipes', 'list.no-recipes-why'] as const)
      : (['list.no-plan', 'list.no-plan-why'] as const);
  return (
    <Empty title={t(title)} picture={<Icon name={planned.length > 0 ? 'bowl' : 'week'} size={48} />}>
      <p>{t(why)}</p>
      <Link href={`/week/${week}`} className="button button-primary">
        {t('list.to-week')}
      </Link>
    </Empty>
  );
}
