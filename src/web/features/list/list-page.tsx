/** The shopping list page of a week. */
import { Suspense, useState } from 'react';
import type { Item, ShoppingList } from '#domain/shopping-list/item.ts';
import { mealsIn } from '#domain/plan/plan.ts';
import { lazyPart } from '#web/base/ui/lazy-part.ts';
import { weekOf, dateAt, isWeek } from '#web/base/calendar.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { useMinuteMs } from '#web/base/ui/now.ts';
import { Empty } from '#web/base/ui/page.tsx';
import { Skeleton } from '#web/base/ui/loading.tsx';
import { type Me, useMe } from '#web/data/session.ts';
import { retryNow, usePlan } from '#web/data/sync.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Aisles } from '#web/features/list/aisles/aisles.tsx';
import { StapleQuestions } from '#web/features/list/questions/staple-questions.tsx';
import { Notices } from '#web/features/list/questions/notices.tsx';
import {
  preloadList,
  refreshList,
  type ShoppingListState,
  useShoppingList,
} from '#web/data/shopping-list.ts';
import { WithoutRecipe } from '#web/features/list/questions/without-recipe.tsx';
import { Link } from '#web/base/ui/link.tsx';
import { AddLine } from './add-line.tsx';
import { ListHeader } from './list-header.tsx';
import './list-page.css';

const Pantry = lazyPart(async () => (await import('#web/features/list/pantry/pantry.tsx')).Pantry);
const Prices = lazyPart(async () => (await import('./prices.tsx')).Prices);
const ItemDialog = lazyPart(async () => (await import('#web/features/list/edit/item-dialog.tsx')).ItemDialog);
const ShopsDialog = lazyPart(
  async () => (await import('#web/features/list/edit/shops-dialog.tsx')).ShopsDialog,
);
const ListLinksDialog = lazyPart(
  async () => (await import('#web/accounts/list-links/list-links.tsx')).ListLinksDialog,
  'profile',
);

const NO_WARNINGS = {};

/** Without `week`, it shows the current week in the family's time zone. */
export function ListPage({ week: wanted }: { week: string | undefined }) {
  const { language } = useTranslation();
  const thisWeek = weekOf(dateAt(useMinuteMs(), useMe().family.timeZone));
  const week = wanted ?? thisWeek;
  const shopping = useShoppingList(week, language);
  const [openDialog, setOpenDialog] = useState<'pantry' | 'prices' | 'shops' | 'links' | Item>();
  const close = () => setOpenDialog(undefined);
  const refresh = () => refreshList(week);
  return (
    <div className="list">
      <ListHeader
        week={week}
        thisWeek={thisWeek}
        shopping={shopping}
        onPantry={() => setOpenDialog('pantry')}
        onPrices={() => setOpenDialog('prices')}
        onUnits={refresh}
        onShops={() => setOpenDialog('shops')}
        onLinks={() => setOpenDialog('links')}
      />
      <Notices shopping={shopping} />
      {/* Before the items, which are many tab stops; the styles put it below them. */}
      {shopping.list && <AddLine week={week} />}
      <ListContent week={week} shopping={shopping} onEdit={setOpenDialog} />
      <Suspense>
        {openDialog === 'pantry' && (
          <Pantry week={week} atHome={shopping.list?.atHome ?? []} onClose={close} onSaved={refresh} />
        )}
        {openDialog === 'prices' && <Prices week={week} onClose={close} onSaved={refresh} />}
        {openDialog === 'shops' && shopping.list && (
          <ShopsDialog week={week} list={shopping.list} onClose={close} />
        )}
        {openDialog === 'links' && <ListLinksDialog onClose={close} />}
        {typeof openDialog === 'object' && <ItemDialog week={week} item={openDialog} onClose={close} />}
      </Suspense>
    </div>
  );
}

ListPage.preloadData = async ({ family, member }: Me, wanted: string): Promise<void> => {
  const week = isWeek(wanted) ? wanted : weekOf(dateAt(Date.now(), family.timeZone));
  await preloadList({ family: family.id, member: member.id }, week);
};

type ContentProps = { week: string; shopping: ShoppingListState; onEdit: (item: Item) => void };

function ListContent({ week, shopping, onEdit }: ContentProps) {
  const { list, hasFailed, warnings = NO_WARNINGS } = shopping;
  const { t } = useTranslation();
  if (list) {
    return (
      <div className="list-things">
        <StapleQuestions week={week} items={list.probablyAtHome} warnings={warnings} />
        <EmptyList week={week} list={list} />
        <Aisles week={week} list={list} warnings={warnings} onEdit={onEdit} />
        <WithoutRecipe week={week} list={list} />
      </div>
    );
  }
  if (!hasFailed) return <Skeleton label={t('app.loading')} lines={6} />;
  return (
    <Empty title={t('list.failed')} picture={<Icon name="no-answer" size={48} />}>
      <p>{t('list.failed-why')}</p>
      <Button kind="primary" onClick={retryNow}>
        {t('list.try-again')}
      </Button>
    </Empty>
  );
}

/** The empty state of the list: the reason, and what to do next. */
function EmptyList({ week, list: { probablyAtHome, aisles } }: { week: string; list: ShoppingList }) {
  const { t } = useTranslation();
  const { meals, state } = usePlan(week);
  const items = aisles.flatMap((aisle) => aisle.items);
  if (items.some((item) => item.state === 'open') || probablyAtHome.length > 0) return null;
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
