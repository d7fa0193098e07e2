/** Changes of the menus that a family saves. */
import { newId } from '#auth/secret.ts';
import { MAX_BYTES, MAX_MENUS } from '#domain/family/quota.ts';
import { type Menu, menuMeals } from '#domain/plan/menu.ts';
import { dishesIn, withKnownRecipes } from '#domain/plan/plan.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { findKnownRecipes } from '#queries/recipe/family-recipes.ts';
import { deleteMenu, findMenu, measureMenus, menuBytes, saveMenu } from '#storage/tables/plan/menus.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';

export function addMenu(
  context: ChangeContext,
  family: string,
  { name, meals: given }: Omit<Menu, 'id'>,
): Promise<Menu | Refusal> {
  return auditedTransaction(context, family, async (tx, record) => {
    const known = await findKnownRecipes(tx, family, dishesIn(given));
    const menu = { id: newId(), name, meals: withKnownRecipes(menuMeals(given), known) };
    const { count, bytes } = await measureMenus(tx, family);
    if (count >= MAX_MENUS || bytes + menuBytes(menu) > MAX_BYTES.menus) return refuse('quota-exceeded');
    const version = await record('menu.change', { menu: menu.id });
    await saveMenu(tx, family, { ...menu, version });
    return menu;
  });
}

export function renameMenu(
  context: ChangeContext,
  family: string,
  { id, name }: Pick<Menu, 'id' | 'name'>,
): Promise<Refusal | undefined> {
  return auditedTransaction(context, family, async (tx, record) => {
    const menu = await findMenu(tx, family, id);
    if (!menu) return refuse('not-found');
    const version = await record('menu.change', { menu: id });
    await saveMenu(tx, family, { ...menu, name, version });
    return undefined;
  });
}

export function removeMenu(
  context: ChangeContext,
  family: string,
  { id }: Pick<Menu, 'id'>,
): Promise<Refusal | undefined> {
  return auditedTransaction(context, family, async (tx, record) => {
    if (!(await findMenu(tx, family, id))) return refuse('not-found');
    await record('menu.delete', { menu: id });
    await deleteMenu(tx, family, id);
    return undefined;
  });
}
