/** The menus of a recipe: edit and delete an own one; copy, share and download any. */
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { RecipeView } from '#domain/recipe-view/recipe-view.ts';
import { slugOf } from '#domain/text/slug.ts';
import { groupLines } from '#domain/recipe/headings.ts';
import { api, fetchFile } from '#web/base/api.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { PageIcon } from '#web/base/ui/page-icon.tsx';
import { Link } from '#web/base/ui/link.tsx';
import { Menu, MenuItem } from '#web/base/ui/overlay/menu.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { Confirm } from '#web/base/ui/overlay/confirm.tsx';
import { navigate } from '#web/base/router.ts';
import { useTranslation, type Translation } from '#web/base/i18n/translation.ts';
import { refreshRecipes } from '#web/data/queries/recipe-queries.ts';
import { saveFile } from '#web/base/download.ts';
import { ShareItems } from '#web/base/ui/share/share-items.tsx';
import { showTime, unscaledText } from '#web/meals/recipe-text.ts';

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
          <UsedBy id={id} />
        </Confirm>
      )}
    </>
  );
}

/** The recipes in which this one is an ingredient: nobody will know what those contain. */
function UsedBy({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['recipes', id, 'used-by'],
    queryFn: ({ signal }) => api('GET /app/api/recipes/:id/used-by', { params: { id }, signal }),
    gcTime: 0,
  });
  if (!data || data.titles.length === 0) return null;
  return <p>{t('recipes.delete-used-by', { titles: data.titles.join(', ') })}</p>;
}

const ENDINGS = { cooklang: 'cook', 'json-ld': 'json' } as const;

/** The menu of ways to take a recipe along: share, copy, print, and files for other apps. */
function ShareMenu({ recipe }: { recipe: RecipeView }) {
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

/** For the servings that the page shows. */
function recipeText({ t }: Translation, recipe: RecipeView): string {
  const { title, shownServings, totalMinutes, ingredients, steps, source } = recipe;
  const about = source?.about;
  const facts = [
    t('recipes.servings-count', { servings: shownServings }),
    totalMinutes > 0 ? showTime(totalMinutes, t) : '',
  ].filter((fact) => fact !== '');
  const lines = groupLines(ingredients.map(({ shown }) => shown)).map(group((line) => `- ${line}`));
  let number = 0;
  const method = groupLines(steps).map(group((line) => `${(number += 1)}. ${line}`));
  const parts = [
    [title, facts.join(' · ')],
    ...(lines.length > 0 ? [[t('recipes.ingredients'), ...lines.flat(), ...unscaledText(t, recipe)]] : []),
    ...(method.length > 0 ? [[t('recipes.steps'), ...method.flat()]] : []),
    ...(about?.notes ? [about.notes] : []),
    ...(about?.source ? [[about.source]] : []),
  ];
  return parts
    .map((part) => part.join('\n'))
    .join('\n\n')
    .replaceAll('\u{A0}', ' ');
}

function group(text: (line: string) => string) {
  return ({ heading, lines }: { heading?: string; lines: readonly string[] }): string[] => [
    ...(heading === undefined ? [] : [`${heading}:`]),
    ...lines.map(text),
  ];
}
