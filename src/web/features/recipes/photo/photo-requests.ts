/** Stores and removes the photo of a recipe. Needs a connection: a photo is not part of the outbox. */
import { photoTypeOf } from '#domain/photo/photo-file.ts';
import type { ResponseOf } from '#http/app-api.ts';
import { api, ApiError } from '#web/base/api.ts';
import type { MessageId } from '#languages/message-ids.ts';
import type { Translate } from '#web/base/i18n/translation.ts';
import { refreshRecipes } from '#web/data/queries/recipe-queries.ts';
import { queries } from '#web/data/session.ts';
import { problemText } from '#web/base/ui/problem-text.ts';
import { type PreparedPhoto, UnreadablePhoto } from './prepare-photo.ts';

type PhotoResponse = ResponseOf<'PUT /app/api/recipes/:id/photo'>;

export async function sendPhoto(recipeId: string, { small, large }: PreparedPhoto): Promise<PhotoResponse> {
  const response = await api('PUT /app/api/recipes/:id/photo', {
    params: { id: recipeId },
    query: { small: String(small.length) },
    file: new Blob([small, large]),
  });
  refreshPictures();
  return response;
}

export async function removePhoto(recipeId: string): Promise<void> {
  await api('DELETE /app/api/recipes/:id/photo', { params: { id: recipeId } });
  refreshPictures();
}

function refreshPictures(): void {
  refreshRecipes();
  void queries.invalidateQueries({ queryKey: ['pictures'] });
}

/** The address of a photo that is not sent yet. Pages may show no `blob:` addresses. */
export function previewOf({ small }: PreparedPhoto): string {
  const binary = Array.from(small, (byte) => String.fromCharCode(byte)).join('');
  return `data:${photoTypeOf(small)};base64,${btoa(binary)}`;
}

const TEXTS: Record<string, MessageId> = {
  'no-answer': 'recipes.photo-offline',
  'photo-quota-exceeded': 'recipes.photo-full',
  'photo-refused': 'recipes.photo-unreadable',
  'import-busy': 'recipes.photo-busy',
};

export function photoFailure(t: Translate, error: unknown): string {
  if (error instanceof UnreadablePhoto) return t('recipes.photo-unreadable');
  const id = error instanceof ApiError ? TEXTS[error.code] : undefined;
  return id ? t(id) : problemText(t, error);
}
