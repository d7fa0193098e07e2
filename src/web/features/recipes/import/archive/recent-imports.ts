/** The imports of the last week, and their undo. */
import { queryOptions } from '@tanstack/react-query';
import type { ResponseOf } from '#http/app-api.ts';
import { api } from '#web/base/api.ts';
import { refreshRecipes } from '#web/data/queries/recipe-queries.ts';
import { queries } from '#web/data/session.ts';

export const recentImports = queryOptions({
  queryKey: ['imports'],
  queryFn: ({ signal }) => api('GET /app/api/imports', { signal }),
});

export function refreshImports(): void {
  void queries.invalidateQueries({ queryKey: recentImports.queryKey });
}

export async function undoImport(id: string): Promise<ResponseOf<'POST /app/api/imports/:id/undo'>> {
  try {
    return await api('POST /app/api/imports/:id/undo', { params: { id } });
  } finally {
    refreshRecipes();
    refreshImports();
  }
}
