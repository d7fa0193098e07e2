/**
 * The recipe of a meal in the slot editor: suggestions while typing, then servings and a link. Loaded on the
 * first key press; the editor works without it.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useMemo, useState } from 'react';
import type { Dish, EarlierMeal, Meal } from '#domain/plan/plan.ts';
import type { ResponseOf } from '#http/app-api.ts';
import type { WarnedCard } from '#http/endpoints/recipe/recipe-schemas.ts';
import { api } from '#web/base/api.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Link } from '#web/base/ui/link.tsx';
import type { WeekPlace } from '#web/data/edit.ts';
import { usePlaceWarnings } from '#web/data/queries/meal-warnings.ts';
import { useRecipe } from '#web/data/queries/recipe-queries.ts';
import { VariantToggle } from '#web/meals/warnings/variant-toggle.tsx';
import { MealSign, OfferSign } from '#web/meals/warnings/warning-sign.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { recipePath } from '#web/meals/recipe-path.ts';
import { titledRecipe } from '#web/meals/link-title.ts';
import { mealOfRecipe, useSuggestedRecipes } from '#web/meals/suggested-recipes.ts';
import './meal-recipe.css';

type EarlierMealsResponse = ResponseOf<'GET /app/api/earlier-meals'>;

/** The minimum length of a search. */
const MIN_QUERY_LENGTH = 2;
const MAX_QUERY_LENGTH = 200;
/** The delay after the last key press. */
const LOOK_AFTER_MS = 150;
const MAX_SHOWN = 5;
/** Many, since most recipes that are found may be main dishes. */
const MAX_FOUND_SIDES = 30;

type RecipeProps = {
  /** The editor's text field. */
  field: HTMLTextAreaElement;
  text: string;
  /** The main dish. */
  meal: Meal | null;
  place: WeekPlace;
  onChange: (meal: Meal) => void;
};

export function MealRecipe({ field, text, meal, place, onChange }: RecipeProps) {
  // The text for which the person does not want the recipe of the same title.
  const [unlinked, setUnlinked] = useState('');
  const unlink = ({ description, kind }: Meal) => {
    setUnlinked(description);
    onChange({ description, kind });
    field.focus();
  };
  if (meal?.recipeId) return <Chosen meal={meal} place={place} onChange={onChange} onUnlink={unlink} />;
  const choose = (chosen: EarlierMeal) => onChange({ ...chosen, kind: meal?.kind });
  return (
    <Suggestions field={field} text={text} place={place} canLink={text !== unlinked} onChoose={choose} />
  );
}

type ChosenProps = Pick<RecipeProps, 'place' | 'onChange'> & { meal: Meal; onUnlink: (meal: Meal) => void };

function Chosen({ meal, place, onChange, onUnlink }: ChosenProps) {
  const { t } = useTranslation();
  const { data: recipe } = useRecipe(meal.recipeId ?? '');
  const { warnings } = usePlaceWarnings([meal], place);
  return (
    <div className="meal-recipe">
      {recipe?.variantOffer && (
        <VariantToggle
          offer={recipe.variantOffer}
          variant={meal.variant}
          onChange={(variant) => onChange({ ...meal, variant })}
        />
      )}
      <DishServings dish={meal} onChange={onChange} />
      <Link href={recipePath(meal)} className="button button-quiet">
        <Icon name="book" size={18} />
        {t('recipes.to-recipe')}
      </Link>
      <Button kind="quiet" onClick={() => onUnlink(meal)}>
        {t('recipes.without-recipe')}
      </Button>
      {/* The variant is said by its button, and other dishes have their own signs. */}
      <MealSign meal={{ ...meal, sides: undefined }} warnings={warnings} />
    </div>
  );
}

type ServingsProps<Some extends Dish> = { dish: Some; onChange: (dish: Some) => void };

export function DishServings<Some extends Dish>({ dish, onChange }: ServingsProps<Some>) {
  const { t } = useTranslation();
  const { data: recipe } = useRecipe(dish.recipeId ?? '');
  return (
    <label className="meal-recipe-servings">
      {t('recipes.servings')}
      <input
        type="number"
        min={1}
        max={99}
        placeholder={recipe && String(recipe.servings)}
        value={dish.servings ?? ''}
        onChange={({ target }) => {
          const isFit = target.value === '' || target.validity.valid;
          if (isFit) onChange({ ...dish, servings: Number(target.value) || undefined });
        }}
      />
    </label>
  );
}

type SuggestionsProps = {
  field: HTMLTextAreaElement;
  text: string;
  place: WeekPlace;
  /** Whether a recipe with exactly this title is taken. */
  canLink?: boolean;
  /** Of a further dish: sides, salads, desserts and drinks come first. */
  isSide?: boolean;
  /** The only eaters of the dish. */
  eaterIds?: readonly string[] | undefined;
  onChoose: (meal: EarlierMeal, recipe: WarnedCard | undefined) => void;
};

/** A suggested recipe, or the text of an earlier meal. */
type Suggested = EarlierMeal & Pick<Meal, 'variant'> & { recipe?: WarnedCard };

export function Suggestions({
  field,
  text,
  place,
  canLink = false,
  isSide = false,
  eaterIds,
  onChoose,
}: SuggestionsProps) {
  const { t } = useTranslation();
  const id = useId();
  const { suggested, titled } = useSuggestions(text, place, isSide, eaterIds);
  const [active, setActive] = useState(-1);
  const link = useEffectEvent((recipe: WarnedCard) => {
    if (canLink) onChoose({ description: text, recipeId: recipe.id, servings: recipe.servings }, recipe);
  });
  useEffect(() => {
    if (titled) link(titled);
  }, [titled]);
  const choose = ({ recipe, ...meal }: Suggested) => onChoose(meal, recipe);
  useEffect(() => {
    setActive(-1);
    // In the last row, the suggestions would be below the visible area.
    field.closest('.week-editor')?.scrollIntoView({ block: 'nearest' });
  }, [field, suggested]);
  useComboboxAttributes(field, id, suggested[active] && `${id}-${active}`);
  useKeys(field, {
    count: suggested.length,
    active,
    onMove: setActive,
    onChoose: () => suggested[active] && choose(suggested[active]),
  });
  return (
    <>
      <p className="sr-only" role="status">
        {t('recipes.suggested', { count: suggested.length })}
      </p>
      <ul id={id} role="listbox" aria-label={t('recipes.suggestions')} hidden={suggested.length === 0}>
        {suggested.map((suggestion, at) => (
          <li
            key={`${suggestion.recipeId} ${suggestion.description}`}
            id={`${id}-${at}`}
            role="option"
            className="meal-recipe-option"
            aria-selected={at === active}
            // The focus stays in the field, which handles the keys.
            onClick={() => choose(suggestion)}
          >
            <Icon name={suggestion.recipeId ? 'book' : 'week'} size={18} />
            <span>
              {suggestion.description}
              {!suggestion.recipe && (
                <small className="meal-recipe-earlier">{t('recipes.earlier-meal')}</small>
              )}
              {suggestion.recipe && <OfferSign recipe={suggestion.recipe} form="button" />}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

const NONE: Suggested[] = [];

/** `titled` is the recipe with exactly the typed title. */
function useSuggestions(
  text: string,
  place: WeekPlace,
  isSide: boolean,
  eaterIds: readonly string[] | undefined,
): { suggested: Suggested[]; titled: WarnedCard | undefined } {
  const [query, setQuery] = useState('');
  useEffect(() => {
    const timer = window.setTimeout(() => setQuery(text.trim().slice(0, MAX_QUERY_LENGTH)), LOOK_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [text]);
  const isSearching = query.length >= MIN_QUERY_LENGTH;
  // Suggestions are optional: they are not requested again.
  const options = { enabled: isSearching, retry: false } as const;
  const { data: found, isPlaceholderData } = useSuggestedRecipes(query, isSearching, {
    limit: isSide ? MAX_FOUND_SIDES : undefined,
    place,
  });
  const { data: earlier } = useQuery({
    queryKey: ['suggestions', 'earlier', query],
    queryFn: ({ signal }) =>
      api('GET /app/api/earlier-meals', { query: { search: query.toWellFormed() }, signal }),
    placeholderData: (before) => before,
    ...options,
  });
  const isCurrent = isSearching && !isPlaceholderData && query === text;
  return {
    suggested: useMemo(
      () => (isSearching ? suggestionsOf(recipesFor(found, eaterIds), earlier, query, isSide) : NONE),
      [isSearching, found, eaterIds, earlier, query, isSide],
    ),
    titled: useMemo(() => (isCurrent && found ? titledRecipe(found) : undefined), [isCurrent, found]),
  };
}

/** Of a dish that is only for some, it says only of them whether it is for them. */
function recipesFor(
  found: ResponseOf<'GET /app/api/recipes'> | undefined,
  eaterIds: readonly string[] | undefined,
): readonly WarnedCard[] {
  if (!found || !eaterIds) return found?.recipes ?? [];
  return found.recipes.map(({ variantOffer: _offer, warnings, ...recipe }) => ({
    ...recipe,
    warnings: warnings.filter(({ eaterId }) => eaterIds.includes(eaterId)),
  }));
}

/** Recipes that fit all eaters come first, then other recipes, then texts of earlier meals that say something else. */
function suggestionsOf(
  found: readonly WarnedCard[],
  earlier: EarlierMealsResponse | undefined,
  query: string,
  isSide: boolean,
): Suggested[] {
  const recipes = found
    .toSorted((first, second) => rank(first, isSide) - rank(second, isSide))
    .slice(0, MAX_SHOWN)
    .map((recipe) => ({ ...mealOfRecipe(recipe), recipe }));
  const known = new Set([query, ...recipes.map(({ description }) => description)].map(lowerCase));
  const meals = (earlier?.meals ?? []).filter(({ description }) => !known.has(lowerCase(description)));
  return [...recipes, ...meals];
}

function lowerCase(text: string): string {
  return text.toLowerCase();
}

/** Recipes of the course that is looked for come first, and of these, those that fit all eaters. */
function rank({ warnings, variantOffer, course }: WarnedCard, isSide: boolean): number {
  const misfits = (variantOffer?.warnings ?? warnings).length > 0;
  return Number(misfits) + (isSide && course === 'main' ? 2 : 0);
}

/** Sets the ARIA attributes of a combobox on the field. */
function useComboboxAttributes(field: HTMLTextAreaElement, list: string, active: string | undefined): void {
  useLayoutEffect(() => {
    const attributes = {
      'aria-autocomplete': 'list',
      'aria-controls': list,
      'aria-activedescendant': active,
    };
    for (const [name, value] of Object.entries(attributes)) if (value) field.setAttribute(name, value);
    return () => {
      for (const name of Object.keys(attributes)) field.removeAttribute(name);
    };
  }, [field, list, active]);
}

type Keys = { count: number; active: number; onMove: (to: number) => void; onChoose: () => void };

/** Arrow keys move through the suggestions; the editor handles all other keys. */
function useKeys(field: HTMLTextAreaElement, { count, active, onMove, onChoose }: Keys): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
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
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => handleKey(event);
    field.addEventListener('keydown', press);
    return () => field.removeEventListener('keydown', press);
  }, [field]);
}
