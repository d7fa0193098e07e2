/** Selects the recipe page for a path. */
import { NotFound } from '#web/auth/status/not-found.tsx';
import { EditPage, NewPage } from './edit/edit-page.tsx';
import type { Me } from '#web/session.ts';
import { preloadRecipes } from './recipe-queries.ts';
import { RecipePage } from './recipe-page.tsx';
import { RecipesPage } from './search/recipes-page.tsx';

export function RecipePages({ path }: { path: string }) {
  const [, id, edit] = /^\/recipes\/([\w-]{1,64})(\/edit)?$/.exec(path) ?? [];
  if (path === '/recipes') return <RecipesPage />;
  if (path === '/recipes/new') return <NewPage />;
  if (!id) return <NotFound />;
  return edit ? <EditPage key={id} id={id} /> : <RecipePage key={id} id={id} />;
}

RecipePages.preloadData = async (me: Me): Promise<void> => {
  if (location.pathname === '/recipes') await preloadRecipes(me);
};
