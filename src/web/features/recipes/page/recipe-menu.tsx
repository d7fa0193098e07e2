/** The menus of a recipe: edit and delete an own one; copy, share and download any. */
import { useState } from 'react';
import type { RecipeView } from '#domain/recipe/recipe-view.ts';
import { api } from '#web/base/api.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { PageIcon } from '#web/base/ui/page-icon.tsx';
import { Link } from '#web/base/ui/link.tsx';
import { Menu, MenuItem } from '#web/base/ui/overlay/menu.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { Confirm } from '#web/base/ui/overlay/confirm.tsx';
import { navigate } from '#web/base/router.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { refreshRecipes } from '#web/data/queries/recipe-queries.ts';
import { ShareMenu } from './share-menu.tsx';

export function RecipeMenu({ recipe }: { recipe: RecipeView }) {
  const { id, title, own } = recipe;
  const { t, language } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [isEnding, setEnding] = useState(false);
  const copy = async () => {
    setBusy(true);
    try {
      const wanted = { params: { id }, query: { language } };
      const { recipe } = await api('POST /app/api/recipes/:id/copy', wanted);
      refreshRecipes();
      navigate(`/recipes/${recipe.id}/edit`);
    } catch (error) {
      showToast({ kind: 'bad', text: problemText(t, error) });
      setBusy(false);
    }
  };
  const remove = async () => {
    await api('DELETE /app/api/recipes/:id', { params: { id } });
    refreshRecipes();
    showToast({ text: t('recipes.deleted', { title }) });
    navigate('/recipes', 'replace');
  };
  if (!own) {
    return (
      <>
        <Button icon={<Icon name="copy" />} busy={isBusy} onClick={() => void copy()}>
          {t('recipes.copy')}
        </Button>
        <ShareMenu recipe={recipe} />
      </>
    );
  }
  return (
    <>
      <Link href={`/recipes/${id}/edit`} className="button button-plain">
        <PageIcon name="pencil" />
        {t('recipes.edit')}
      </Link>
      <ShareMenu recipe={recipe} />
      <Menu label={t('recipes.options')} button={<Icon name="more" />}>
        <MenuItem icon={<Icon name="copy" />} onSelect={() => void copy()}>
          {t('recipes.copy')}
        </MenuItem>
        <MenuItem isDanger icon={<Icon name="trash" />} onSelect={() => setEnding(true)}>
          {t('recipes.delete')}
        </MenuItem>
      </Menu>
      {isEnding && (
        <Confirm
          title={t('recipes.delete-title', { title })}
          action={t('recipes.delete')}
          cancelLabel={t('recipes.keep')}
          run={remove}
          onClose={() => setEnding(false)}
        >
          <p>{t('recipes.delete-why')}</p>
        </Confirm>
      )}
    </>
  );
}
