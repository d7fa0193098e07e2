/**
 * The recipe of a meal in the slot editor: suggestions while typing, then servings and a link. Loaded on the
 * first key press; the editor works without it.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Meal } from '#domain/plan/plan.ts';
import type { RecipesResponse, WarnedCard } from '#http/app/contract.ts';
import { request } from '#web/api.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { useRecipe } from '#web/recipes/recipe-queries.ts';
import { Stars } from '#web/recipes/stars.tsx';
import { WarningSign } from '#web/warnings/warning-sign.tsx';
import { useTranslation } from '#web/i18n/translation.ts';
import { recipePath } from '#web/week/recipe-path.ts';
import './meal-recipe.css';

const MAX_SUGGESTIONS = 5;
/** The minimum length of a search. */
const FEWEST_LETTERS = 2;
const MAX_QUERY_LENGTH = 200;
/** The delay after the last key press. */
const LOOK_AFTER_MS = 150;

type RecipeProps = {
  /** The editor's text field. */
  field: HTMLTextAreaElement;
  text: string;
  meal: Meal | null;
  onChange: (meal: Meal) => void;
};

export function MealRecipe({ field, text, meal, onChange }: RecipeProps) {
  if (meal?.recipeId) return <Chosen meal={meal} onChange={onChange} />;
  const choose = ({ id, title, servings }: WarnedCard) =>
    onChange({ description: title, recipeId: id, servings, kind: meal?.kind });
  return <Suggestions field={field} text={text} onChoose={choose} />;
}

function Chosen({ meal, onChange }: { meal: Meal; onChange: (meal: Meal) => void }) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const { data: recipe } = useRecipe(meal.recipeId ?? '');
  return (
    <div ref={box} className="meal-recipe">
      <label>
        {t('recipes.servings')}
        <input
          type="number"
          className="meal-recipe-servings"
          min={1}
          max={99}
          placeholder={recipe && String(recipe.servings)}
          value={meal.servings ?? ''}
          onChange={({ target }) => {
            const isFit = target.value === '' || target.validity.valid;
            if (isFit) onChange({ ...meal, servings: Number(target.value) || undefined });
          }}
        />
      </label>
      <Link href={recipePath(meal)} className="button button-quiet">
        <Icon name="book" size={18} />
        {t('recipes.to-recipe')}
      </Link>
      {recipe && <WarningSign warnings={recipe.warnings} exceptEaters={meal.exceptEaters} />}
      <Stars
        // A dish that was merged into another has its stars under the other's id.
        recipeId={recipe?.id ?? meal.recipeId ?? ''}
        onShown={() => box.current?.closest('.week-editor')?.scrollIntoView({ block: 'nearest' })}
      />
    </div>
  );
}

type SuggestionsProps = {
  field: HTMLTextAreaElement;
  text: string;
  onChoose: (recipe: WarnedCard) => void;
};

function Suggestions({ field, text, onChoose }: SuggestionsProps) {
  const { t } = useTranslation();
  const id = useId();
  const recipes = useSuggestions(text);
  const [active, setActive] = useState(-1);
  useEffect(() => {
    setActive(-1);
    // In the last row, the suggestions would be below the visible area.
    field.closest('.week-editor')?.scrollIntoView({ block: 'nearest' });
  }, [field, recipes]);
  useTies(field, id, recipes[active] && `${id}-${active}`);
  useKeys(field, {
    count: recipes.length,
    active,
    onMove: setActive,
    onChoose: () => recipes[active] && onChoose(recipes[active]),
  });
  return (
    <>
      <p className="sr-only" role="status">
        {t('recipes.suggested', { count: recipes.length })}
      </p>
      <ul id={id} role="listbox" aria-label={t('recipes.suggestions')} hidden={recipes.length === 0}>
        {recipes.map((recipe, at) => (
          <li
            key={recipe.id}
            id={`${id}-${at}`}
            role="option"
            className="meal-recipe-option"
            aria-selected={at === active}
            // The focus stays in the field, which handles the keys.
            onClick={() => onChoose(recipe)}
          >
            <Icon name="book" size={18} />
            <span>
              {recipe.title}
              <WarningSign warnings={recipe.warnings} form="short" />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

const NONE: WarnedCard[] = [];

function useSuggestions(text: string): WarnedCard[] {
  const [sought, setSought] = useState('');
  useEffect(() => {
    const timer = window.setTimeout(() => setSought(text.trim().slice(0, MAX_QUERY_LENGTH)), LOOK_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [text]);
  const { language } = useTranslation();
  const query = new URLSearchParams({ search: sought.toWellFormed(), limit: `${MAX_SUGGESTIONS}`, language });
  const { data } = useQuery({
    queryKey: ['suggestions', sought, language],
    queryFn: ({ signal }) =>
      request<RecipesResponse>('GET', `/app/api/recipes?${query}`, undefined, { signal }),
    enabled: sought.length >= FEWEST_LETTERS,
    placeholderData: (before) => before,
    // Suggestions are optional.
    retry: false,
  });
  const found = sought.length >= FEWEST_LETTERS ? data?.recipes : undefined;
  return useMemo(() => found?.toSorted((one, other) => rank(one) - rank(other)) ?? NONE, [found]);
}

/** Recipes that fit all eaters come first. */
function rank({ warnings }: WarnedCard): number {
  return warnings.length > 0 ? 1 : 0;
}

/** Sets the ARIA attributes of a combobox on the field. */
function useTies(field: HTMLTextAreaElement, list: string, active: string | undefined): void {
  useLayoutEffect(() => {
    const ties = { 'aria-autocomplete': 'list', 'aria-controls': list, 'aria-activedescendant': active };
    for (const [name, value] of Object.entries(ties)) if (value) field.setAttribute(name, value);
    return () => {
      for (const name of Object.keys(ties)) field.removeAttribute(name);
    };
  }, [field, list, active]);
}

type Keys = { count: number; active: number; onMove: (to: number) => void; onChoose: () => void };

/** Arrow keys move through the suggestions; the editor handles all other keys. */
function useKeys(field: HTMLTextAreaElement, { count, active, onMove, onChoose }: Keys): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.isComposing || count === 0) return;
      const places = count + 1;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const isChosen = active >= 0;
      if (step) onMove(((active + 1 + step + places) % places) - 1);
      else if (event.key === 'Enter' && isChosen) onChoose();
      else if (event.key === 'Escape' && isChosen) onMove(-1);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    field.addEventListener('keydown', press);
    return () => field.removeEventListener('keydown', press);
  });
}
