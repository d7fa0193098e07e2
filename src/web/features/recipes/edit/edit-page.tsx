/** The pages that create and edit a recipe, with conflict handling. */
import { type ReactNode, useState } from 'react';
import type { RecipeSource } from '#domain/recipe/recipe-source.ts';
import type { ResponseOf } from '#http/app-api.ts';
import { api, ApiError } from '#web/base/api.ts';
import { Skeleton } from '#web/base/ui/loading.tsx';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { navigate } from '#web/base/router.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { type Draft, draftOf, NEW_DRAFT, sourceOf } from './draft.ts';
import { RecipeConflict } from './recipe-conflict.tsx';
import { RecipeForm } from './recipe-form.tsx';
import { NoRecipe } from '#web/meals/no-recipe.tsx';
import { NewPhoto } from '#web/features/recipes/photo/new-photo.tsx';
import { photoFailure, sendPhoto } from '#web/features/recipes/photo/photo-requests.ts';
import { RecipePhoto } from '#web/features/recipes/photo/recipe-photo.tsx';
import type { PreparedPhoto } from '#web/features/recipes/photo/prepare-photo.ts';
import { refreshRecipes, useRecipeToEdit } from '#web/data/queries/recipe-queries.ts';

/** The saved version, which the server sends with a conflict. */
type Current = { version: number; source: RecipeSource };
type Own = Current & { id: string };

export function NewPage() {
  const { t } = useTranslation();
  const [photo, setPhoto] = useState<PreparedPhoto>();
  const add = async (draft: Draft) => {
    const source = sourceOf(draft, { protein: '' }, t);
    const added = await api('POST /app/api/recipes', { body: source });
    // The recipe is stored; its page says so and offers the photo again.
    if (photo) {
      await sendPhoto(added.recipe.id, photo).catch((error: unknown) =>
        showToast({ kind: 'bad', text: photoFailure(t, error) }),
      );
    }
    arrive(added);
  };
  return (
    <RecipeForm
      title={t('recipes.new-title')}
      start={NEW_DRAFT}
      back="/recipes"
      hasUnsaved={photo !== undefined}
      lead={<NewPhoto photo={photo} onChange={setPhoto} />}
      send={add}
    />
  );
}

export function EditPage({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useRecipeToEdit(id);
  if (error && !data) return <NoRecipe error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton label={t('recipes.loading')} lines={8} />;
  if (!data.source || data.version === undefined) {
    return <NoRecipe error={new ApiError(404, {})} onRetry={() => void refetch()} />;
  }
  const photo = <RecipePhoto className="recipe-form-photo" recipe={data} />;
  const used = data.ingredients.flatMap(({ recipe }) => recipe ?? []);
  const titles = new Map(
    used.flatMap(({ id: usedId, title }) => (title === undefined ? [] : [[usedId, title]])),
  );
  const own = { id, version: data.version, source: data.source };
  return <Edit own={own} titles={titles} photo={photo} />;
}

/** A save is based on the version that was loaded when the page opened. */
type EditProps = { own: Own; titles: ReadonlyMap<string, string>; photo: ReactNode };

function Edit({ own, titles, photo }: EditProps) {
  const { t } = useTranslation();
  const [seen, setSeen] = useState<Current>(own);
  const [conflict, setConflict] = useState<{ mine: Draft; theirs: Current }>();
  const save = async (draft: Draft, version: number) => {
    const body = { ...sourceOf(draft, seen.source, t), version };
    arrive(await api('PUT /app/api/recipes/:id', { params: { id: own.id }, body }));
  };
  const send = (draft: Draft, { version } = seen) =>
    save(draft, version).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'stale-recipe') throw error;
      setConflict({ mine: draft, theirs: error.body.current as Current });
    });
  return (
    <>
      <RecipeForm
        // After choosing the other version, editing restarts from it.
        key={seen.version}
        title={t('recipes.edit-title')}
        start={draftOf(seen.source, t, titles)}
        back={`/recipes/${own.id}`}
        lead={photo}
        send={send}
      />
      {conflict && (
        <RecipeConflict
          mine={conflict.mine}
          theirs={draftOf(conflict.theirs.source, t, titles)}
          onMine={() => send(conflict.mine, conflict.theirs)}
          onTheirs={() => {
            setSeen(conflict.theirs);
            setConflict(undefined);
          }}
          onClose={() => setConflict(undefined)}
        />
      )}
    </>
  );
}

function arrive({ recipe: { id } }: ResponseOf<'GET /app/api/recipes/:id'>): void {
  refreshRecipes();
  navigate(`/recipes/${id}`, 'replace');
}
