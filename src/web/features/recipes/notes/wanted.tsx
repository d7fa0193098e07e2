/** The dishes that a family wants soon: a button for each recipe, and the filter that shows them all. */
import { Button, IconButton } from '#web/base/ui/button.tsx';
import { PageIcon } from '#web/base/ui/page-icon.tsx';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { showDate } from '#web/base/i18n/dates.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { changeNote, useRecipeNotes, useWantedRecipes } from '#web/data/queries/recipe-notes.ts';
import { useMe } from '#web/data/session.ts';
import { useToday } from '#web/data/today.ts';
import './wanted.css';

type RecipeProps = { recipe: { id: string; title: string } };

/** On the page of a recipe. */
export function WantedButton({ recipe }: RecipeProps) {
  const { t } = useTranslation();
  const { isWanted, toggle } = useWanted(recipe);
  return (
    <Button
      kind="quiet"
      className="wanted"
      icon={<PageIcon name="soon" />}
      aria-pressed={isWanted}
      onClick={toggle}
    >
      {t('recipes.soon-want')}
    </Button>
  );
}

/** On the page of a recipe that is in the freezer. */
export function FrozenSign({ recipe: { id, title } }: RecipeProps) {
  const { t, locale } = useTranslation();
  const { frozenSince } = useRecipeNotes()[id] ?? {};
  if (frozenSince === undefined) return null;
  const takeOut = () => {
    changeNote({ recipeId: id, frozenSince: null });
    const run = () => changeNote({ recipeId: id, frozenSince });
    showToast({ text: t('recipes.frozen-did-not', { title }), action: { label: t('week.undo'), run } });
  };
  const date = showDate(frozenSince, locale, { day: 'numeric', month: 'long' });
  return (
    <p className="wanted-frozen">
      {t('recipes.frozen-since', { date })}{' '}
      <Button kind="quiet" onClick={takeOut}>
        {t('recipes.frozen-take-out')}
      </Button>
    </p>
  );
}

/** On a card. */
export function WantedIcon({ recipe }: RecipeProps) {
  const { t } = useTranslation();
  const { isWanted, toggle } = useWanted(recipe);
  return (
    <IconButton
      className="wanted recipes-card-wanted"
      label={t('recipes.soon-want-dish', { title: recipe.title })}
      aria-pressed={isWanted}
      onClick={toggle}
    >
      <PageIcon name="soon" />
    </IconButton>
  );
}

function useWanted({ id, title }: RecipeProps['recipe']) {
  const { t } = useTranslation();
  const soonSince = useRecipeNotes()[id]?.soonSince;
  const today = useToday(useMe().family.timeZone);
  const isWanted = soonSince !== undefined;
  const toggle = () => {
    changeNote({ recipeId: id, soonSince: isWanted ? null : today });
    if (!isWanted) return showToast({ text: t('recipes.soon-did', { title }) });
    const run = () => changeNote({ recipeId: id, soonSince });
    return showToast({ text: t('recipes.soon-did-not', { title }), action: { label: t('week.undo'), run } });
  };
  return { isWanted, toggle };
}

type FilterProps = { isOn: boolean; onChange: (isOn: boolean) => void };

/** Only for families that want something. */
export function WantedFilter({ isOn, onChange }: FilterProps) {
  const { t } = useTranslation();
  const wanted = useWantedRecipes();
  const notes = useRecipeNotes();
  if (wanted.length === 0 && !isOn) return null;
  const empty = () => {
    for (const recipeId of wanted) changeNote({ recipeId, soonSince: null });
    showToast({
      text: t('recipes.soon-did-empty'),
      action: {
        label: t('week.undo'),
        run: () =>
          wanted.forEach((recipeId) => changeNote({ recipeId, soonSince: notes[recipeId]?.soonSince })),
      },
    });
  };
  return (
    <div className="recipes-fits">
      <label className="recipes-chip">
        <input
          type="checkbox"
          className="sr-only"
          checked={isOn}
          onChange={({ target }) => onChange(target.checked)}
        />
        <span>
          <PageIcon name="soon" size={18} />
          {t('recipes.soon', { count: wanted.length })}
        </span>
      </label>
      {isOn && <p>{t('recipes.soon-hint')}</p>}
      {isOn && wanted.length > 0 && (
        <Button kind="quiet" onClick={empty}>
          {t('recipes.soon-empty')}
        </Button>
      )}
    </div>
  );
}
