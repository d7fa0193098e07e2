/** The menu of ways to take a recipe along: share, copy, print, and files for other apps. */
import type { RecipeView } from '#domain/recipe/recipe-view.ts';
import { slugOf } from '#domain/text/slug.ts';
import { fetchFile } from '#web/base/api.ts';
import { saveFile } from '#web/base/download.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Menu, MenuItem } from '#web/base/ui/overlay/menu.tsx';
import { PageIcon } from '#web/base/ui/page-icon.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { ShareItems } from '#web/base/ui/share/share-items.tsx';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { recipeText } from './recipe-as-text.ts';

const ENDINGS = { cooklang: 'cook', 'json-ld': 'json' } as const;

export function ShareMenu({ recipe }: { recipe: RecipeView }) {
  const translation = useTranslation();
  const { t, language } = translation;
  const save = (format: keyof typeof ENDINGS) => {
    const wanted = { params: { id: recipe.id }, query: { format, language } };
    const name = `${slugOf(recipe.title, 'recipe')}.${ENDINGS[format]}`;
    fetchFile('GET /app/api/recipes/:id/file', wanted)
      .then((file) => saveFile(file, name))
      .catch((error: unknown) => showToast({ kind: 'bad', text: problemText(t, error) }));
  };
  return (
    <Menu label={t('recipes.share')} button={<PageIcon name="share" />}>
      <ShareItems
        title={recipe.title}
        textOf={() => recipeText(translation, recipe)}
        copied={t('recipes.copied')}
      />
      <MenuItem onSelect={() => print()}>{t('ui.print')}</MenuItem>
      <MenuItem onSelect={() => save('cooklang')}>{t('recipes.save-cooklang')}</MenuItem>
      <MenuItem onSelect={() => save('json-ld')}>{t('recipes.save-json-ld')}</MenuItem>
    </Menu>
  );
}
