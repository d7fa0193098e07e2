/**
 * The further dishes of a meal in the slot editor: each with suggestions, servings and leftovers, in the order in which
 * they are served. Loaded with the first of them; the editor works without it.
 */
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Dish } from '#domain/plan/plan.ts';
import { dishForText, type VariantNames } from '#domain/preferences/variant-text.ts';
import { type Warning, warningsOfMeal } from '#domain/preferences/warnings.ts';
import type { WarnedCard } from '#http/endpoints/recipe/recipe-schemas.ts';
import { IconButton } from '#web/base/ui/button.tsx';
import { Drawing, Icon } from '#web/base/ui/icon.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import type { WeekPlace } from '#web/data/edit.ts';
import { usePlaceWarnings } from '#web/data/queries/meal-warnings.ts';
import { useRecipes } from '#web/data/queries/recipe-queries.ts';
import { nameOfDish } from '#web/meals/place-text.ts';
import { WarningSign } from '#web/meals/warnings/warning-sign.tsx';
import { DishTextarea } from './dish-textarea.tsx';
import { DishServings, Suggestions } from './meal-recipe.tsx';
import { inOrder } from './side-order.ts';
import type { Side } from './sides.ts';
import './meal-sides.css';

const ARROWS = { up: 'M5 15l7-7 7 7', down: 'M5 9l7 7 7-7' };

type SidesProps = {
  place: WeekPlace;
  sides: Side[];
  onChange: (sides: Side[]) => void;
  /** A dish was named or removed: the caller moves the focus. */
  onDone: () => void;
};

export function MealSides({ place, sides, onChange, onDone }: SidesProps) {
  const { t } = useTranslation();
  const [edited, setEdited] = useState<number>();
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    // In the last row, a further dish would be below the visible area.
    list.current?.closest('.week-editor')?.scrollIntoView({ block: 'nearest' });
  }, [sides.length]);
  const recipes = useRecipes([...new Set(sides.flatMap(({ dish }) => dish.recipeId ?? []))]);
  const { warnings, variantNames } = usePlaceWarnings(
    sides.map(({ dish }) => dish),
    place,
  );
  const recipeOf = ({ recipeId }: Dish) => recipes.find(({ id }) => id === recipeId);
  const without = (key: number) => sides.filter((side) => side.key !== key);
  const swap = (at: number, other: number) => {
    const [first, second] = [sides[at], sides[other]];
    if (first && second) onChange(sides.with(at, second).with(other, first));
  };
  const finish = (next: Side[]) => {
    setEdited(undefined);
    onChange(next);
    onDone();
  };
  return (
    <ul ref={list} className="week-sides" aria-label={t('recipes.further-dishes')}>
      {sides.map(({ key, dish }, at) => {
        const set = (after: Dish) => sides.with(at, { key, dish: after });
        return (
          <li key={key} className="week-side">
            {edited === key || dish.description === '' ? (
              <SideField
                place={place}
                dish={dish}
                onChange={(after) => {
                  setEdited(key);
                  onChange(set(after));
                }}
                onDone={(after) => finish(after.description ? set(after) : without(key))}
                onChoose={(after, chosen) =>
                  finish(
                    inOrder(set(after), key, (other) =>
                      other === after ? chosen?.course : recipeOf(other)?.course,
                    ),
                  )
                }
              />
            ) : (
              <SideRow
                dish={dish}
                names={variantNames}
                warnings={warningsOfMeal(dish, warnings)}
                isFirst={at === 0}
                isLast={at === sides.length - 1}
                onEdit={() => setEdited(key)}
                onChange={(after) => onChange(set(after))}
                onUp={() => swap(at, at - 1)}
                onDown={() => swap(at, at + 1)}
                onRemove={() => finish(without(key))}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

type FieldProps = {
  place: WeekPlace;
  dish: Dish;
  onChange: (dish: Dish) => void;
  onDone: (dish: Dish) => void;
  onChoose: (dish: Dish, recipe: WarnedCard | undefined) => void;
};

function SideField({ place, dish, onChange, onDone, onChoose }: FieldProps) {
  const { t } = useTranslation();
  const [before] = useState(dish);
  const [field, setField] = useState<HTMLTextAreaElement | null>(null);
  useLayoutEffect(() => field?.focus(), [field]);
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.shiftKey) return;
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // They end the field, not the editor.
    event.preventDefault();
    event.stopPropagation();
    onDone(event.key === 'Enter' ? dish : before);
  };
  return (
    <>
      <DishTextarea
        ref={setField}
        className="week-editor-field week-side-field"
        aria-label={t('recipes.dish')}
        placeholder={t('recipes.dish-hint')}
        rows={1}
        value={dish.description}
        onType={(text) =>
          onChange({ description: text.trimStart(), kind: dish.kind, eaterIds: dish.eaterIds })
        }
        onKeyDown={press}
      />
      {field && dish.recipeId === undefined && (
        <Suggestions
          field={field}
          text={dish.description}
          place={place}
          isSide={dish.eaterIds === undefined}
          eaterIds={dish.eaterIds}
          onChoose={(chosen, recipe) =>
            onChoose({ ...chosen, kind: dish.kind, eaterIds: dish.eaterIds }, recipe)
          }
        />
      )}
    </>
  );
}

type RowProps = {
  dish: Dish;
  names: VariantNames;
  warnings: readonly Warning[];
  isFirst: boolean;
  isLast: boolean;
  onEdit: () => void;
  onChange: (dish: Dish) => void;
  onUp: () => void;
  onDown: () => void;
  onRemove: () => void;
};

function SideRow({
  dish,
  names,
  warnings,
  isFirst,
  isLast,
  onEdit,
  onChange,
  onUp,
  onDown,
  onRemove,
}: RowProps) {
  const translation = useTranslation();
  const { t } = translation;
  const name = dish.description;
  const shown = dish.eaterIds ? dishForText(dish, names, translation) : nameOfDish(t, dish);
  const { kind, ...plain } = dish;
  const isLeftovers = kind === 'leftovers';
  return (
    <>
      <button
        type="button"
        className="week-side-name"
        aria-label={t('recipes.dish-change', { dish: shown })}
        onClick={onEdit}
      >
        {shown}
      </button>
      <div className="week-side-actions">
        {dish.recipeId !== undefined && <DishServings dish={dish} onChange={onChange} />}
        <IconButton
          label={t('recipes.dish-leftovers', { dish: name })}
          aria-pressed={isLeftovers}
          onClick={() => onChange(isLeftovers ? plain : { ...plain, kind: 'leftovers' })}
        >
          <Icon name="leftovers" size={18} />
        </IconButton>
        <IconButton
          label={t('recipes.dish-up', { dish: name })}
          // Not `disabled`, which would lose the focus at the end.
          aria-disabled={isFirst}
          onClick={onUp}
        >
          <Drawing path={ARROWS.up} size={18} />
        </IconButton>
        <IconButton label={t('recipes.dish-down', { dish: name })} aria-disabled={isLast} onClick={onDown}>
          <Drawing path={ARROWS.down} size={18} />
        </IconButton>
        <IconButton label={t('recipes.dish-remove', { dish: name })} onClick={onRemove}>
          <Icon name="trash" size={18} />
        </IconButton>
      </div>
      <WarningSign warnings={warnings} />
    </>
  );
}
