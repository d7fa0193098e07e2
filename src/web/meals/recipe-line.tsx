/** An ingredient line that stands for another recipe: a link to that one, with the servings that are taken of it. */
import type { ReactNode } from 'react';
import type { RecipeView } from '#domain/recipe-view/recipe-view.ts';
import { Link } from '#web/base/ui/link.tsx';

export type LineOfRecipe = RecipeView['ingredients'][number]['recipe'];

/** Other lines, and those whose recipe is gone, are only text. */
export function RecipeLine({ used, children }: { used: LineOfRecipe; children: ReactNode }) {
  if (used?.title === undefined) return children;
  const servings = used.servings === undefined ? '' : `?servings=${used.servings}`;
  return <Link href={`/recipes/${used.id}${servings}`}>{children}</Link>;
}
