/**
 * A meal of the board as a dialog: its dishes, and what can be done with it. What it shows of the recipes is loaded
 * later. No field has the focus, since a phone would open its keyboard.
 */
import { type FormEvent, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Dish, dishesOf, eatersWithoutDish, MAX_SIDES, type Meal } from '#domain/plan/plan.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Drawing, Icon } from '#web/base/ui/icon.tsx';
import { lazyExtra } from '#web/base/ui/lazy-part.ts';
import { Link } from '#web/base/ui/link.tsx';
import { Dialog } from '#web/base/ui/overlay/dialog.tsx';
import { dateOf } from '#web/base/calendar.ts';
import type { WeekPlace } from '#web/data/edit.ts';
import { hourAt, isSlotOver } from '#web/meals/slot-hours.ts';
import { useMe } from '#web/data/session.ts';
import { fitText } from '#web/meals/meal-text.ts';
import { nameOfDish, nameOfPlace } from '#web/meals/place-text.ts';
import { askWhatElse } from '#web/features/week/slot/something-else.ts';
import { skipMeal } from '#web/features/week/slot/skipped-meal.ts';
import { type FilledSlot, putMeal } from '#web/meals/plan-commands.ts';
import { recipePath } from '#web/meals/recipe-path.ts';
import './meal-view.css';

const MealFacts = lazyExtra(async () => (await import('./meal-facts.tsx')).MealFacts, 'recipes');
const DishForSome = lazyExtra(async () => (await import('./meal-facts.tsx')).DishForSome, 'recipes');

const ICONS = {
  pencil: 'M4 20l1-4L16 5l3 3L8 19z',
  skip: 'M6 5l9 7-9 7zM18 5v14',
  cursor: 'M9 4c2 0 3 1 3 3v10c0 2-1 3-3 3M15 4c-2 0-3 1-3 3M15 20c-2 0-3-1-3-3',
};

export type MealViewProps = {
  filled: FilledSlot;
  today: string;
  onClose: () => void;
  onChange: () => void;
  onMove: (filled: FilledSlot) => void;
};

export function MealView({ filled, today, onClose, onChange, onMove }: MealViewProps) {
  const translation = useTranslation();
  const { t } = translation;
  const { hasEaterRules, timeZone } = useMe().family;
  const [servings, setServings] = useState<number>();
  const [isRenaming, setRenaming] = useState(false);
  const meal = servings === undefined ? filled.meal : withServings(filled.meal, servings);
  const isDone = useRef(false);
  const save = (after: Meal | null) => {
    isDone.current = true;
    putMeal(translation, filled, after);
  };
  // Saved once, however the dialog is closed.
  const saveServings = useEffectEvent(() => {
    if (!isDone.current) save(meal);
  });
  useEffect(() => () => saveServings(), []);
  const act = (run: () => void) => {
    save(meal);
    onClose();
    run();
  };
  const cooked = dishesOf(meal).find(({ recipeId }) => recipeId !== undefined);
  return (
    <Dialog title={meal.description} onClose={onClose}>
      <p className="meal-view-place">{nameOfPlace(translation, filled)}</p>
      {isRenaming && (
        <NameField
          name={meal.description}
          onSave={(description) =>
            act(() => putMeal(translation, { ...filled, meal }, { ...meal, description }))
          }
        />
      )}
      <Dishes place={filled} meal={meal} />
      {(cooked || hasEaterRules) && (
        <Suspense>
          <MealFacts
            place={filled}
            meal={meal}
            isOver={isOver(filled, today, timeZone)}
            onServings={setServings}
          />
        </Suspense>
      )}
      <div className="meal-view-actions">
        {cooked && (
          <Link href={recipePath(cooked, '/cook')} className="button button-primary">
            <Icon name="bowl" />
            {t('week.cook')}
          </Link>
        )}
        <Button icon={<Drawing path={ICONS.pencil} size={18} />} onClick={() => act(onChange)}>
          {t('week.change')}
        </Button>
        <Button icon={<Icon name="move" size={18} />} onClick={() => act(() => onMove({ ...filled, meal }))}>
          {t('week.move')}
        </Button>
        <Button
          icon={<Drawing path={ICONS.skip} size={18} />}
          onClick={() => act(() => skipMeal({ ...filled, meal }))}
        >
          {t('week.skip')}
        </Button>
        {!isRenaming && (
          <Button icon={<Drawing path={ICONS.cursor} size={18} />} onClick={() => setRenaming(true)}>
            {t('week.rename')}
          </Button>
        )}
        {dishesOf(meal).length <= MAX_SIDES && (
          <Button
            icon={<Icon name="people" size={18} />}
            onClick={() => act(() => askWhatElse({ ...filled, meal }, eatersWithoutDish(meal)))}
          >
            {t('week.else')}
          </Button>
        )}
        <Button
          icon={<Icon name="trash" size={18} />}
          onClick={() => {
            save(null);
            onClose();
          }}
        >
          {t('week.clear')}
        </Button>
      </div>
    </Dialog>
  );
}

/** Only then it is asked how the meal was. */
function isOver({ week, day, slot }: WeekPlace, today: string, timeZone: string): boolean {
  const date = dateOf(week, day);
  return date < today || (date === today && isSlotOver(slot, hourAt(Date.now(), timeZone)));
}

/** The dishes that have as many servings as the main one follow it, but never below those of a variant. */
function withServings(meal: Meal, wanted: number): Meal {
  const change = <Some extends Dish>(dish: Some): Some => {
    if (dish.recipeId === undefined || dish.servings !== meal.servings) return dish;
    return { ...dish, servings: Math.max(wanted, dish.variant?.servings ?? 1) };
  };
  return { ...change(meal), ...(meal.sides && { sides: meal.sides.map(change) }) };
}

function Dishes({ place, meal }: { place: WeekPlace; meal: Meal }) {
  const { t } = useTranslation();
  const dishes = dishesOf(meal);
  const nameOf = (dish: Dish) =>
    dish.eaterIds ? (
      <Suspense fallback={nameOfDish(t, dish)}>
        <DishForSome place={place} dish={dish} />
      </Suspense>
    ) : (
      nameOfDish(t, dish)
    );
  return (
    <ul className="meal-view-dishes">
      {dishes.map((dish, at) => (
        <li key={`${at} ${dish.description}`}>
          {dish.recipeId === undefined ? (
            <span>
              {nameOf(dish)} <small>{!dish.kind && t('week.lacks-recipe')}</small>
            </span>
          ) : (
            <Link href={recipePath(dish)}>{nameOf(dish)}</Link>
          )}
        </li>
      ))}
    </ul>
  );
}

function NameField({ name, onSave }: { name: string; onSave: (name: string) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState(name);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave(text.trim() || name);
  };
  return (
    <form className="meal-view-name" onSubmit={submit}>
      <input
        ref={field}
        className="field-input"
        aria-label={t('week.name')}
        value={text}
        onChange={({ target }) => setText(fitText(target.value))}
        enterKeyHint="done"
        autoComplete="off"
      />
      <Button kind="primary" type="submit">
        {t('week.save')}
      </Button>
    </form>
  );
}
