/**
 * The inline editor of a slot. Enter and blur save, Escape cancels, each button saves its change. A change is
 * based on the meal that was shown when the editor opened.
 */
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import {
  type Dish,
  dishesWithoutRecipe,
  eatersWithoutDish,
  MAX_SIDES,
  type Meal,
  DISH_KINDS,
  withoutLostExceptions,
} from '#domain/plan/plan.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { lazyExtra } from '#web/base/ui/lazy-part.ts';
import type { Language } from '#languages/language.ts';
import { type Translation, useTranslation } from '#web/base/i18n/translation.ts';
import { type FilledSlot, type SlotContent, putMeal } from '#web/meals/plan-commands.ts';
import { charactersLeft } from '#web/meals/meal-text.ts';
import { DishTextarea } from './dish-textarea.tsx';
import { askWhatElse } from './something-else.ts';
import { newSide, sidesOf, typedSides, withSides } from './sides.ts';
import { nameOfPlace } from '#web/meals/place-text.ts';
import './slot-editor.css';

/** Loaded with the first further dish. */
const MealSides = lazyExtra(async () => (await import('./dish-fields.tsx')).MealSides, 'recipes');
/** Loaded for an empty slot. Without network, a meal can be typed. */
const SlotSuggestions = lazyExtra(async () => (await import('./dish-fields.tsx')).SlotSuggestions, 'recipes');
/** Loaded on the first key press, or for a meal with a recipe. The editor works without it. */
const MealRecipe = lazyExtra(async () => (await import('./dish-fields.tsx')).MealRecipe, 'recipes');

type EditorProps = {
  filled: SlotContent;
  /** `by-hand`: the caller restores the focus. `elsewhere`: the focus has already moved. */
  onClose: (how: 'by-hand' | 'elsewhere') => void;
  onMove: (filled: FilledSlot) => void;
};

export function SlotEditor({ filled, onClose, onMove }: EditorProps) {
  const translation = useTranslation();
  const draft = useDraft(filled, onClose);
  const { seen, text, main, meal, sides, setText, choose, finish } = draft;
  const form = useRef<HTMLDivElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // Not returned: in some browsers the result is a promise, which would be taken for a cleanup function.
    form.current?.scrollIntoView({ block: 'nearest' });
    if (!form.current?.contains(document.activeElement)) form.current?.focus();
  }, []);

  const mark = (kind: Kind) => {
    const { kind: before, ...plain } = meal ?? { description: translation.t(`week.kind.${kind}`) };
    finish(before === kind ? plain : { ...plain, kind });
  };
  const moveAway = () => {
    finish(meal);
    if (meal) onMove({ ...seen, meal });
  };
  const askElse = () => {
    finish(meal);
    if (meal) askWhatElse({ ...seen, meal }, eatersWithoutDish(meal));
  };

  return (
    <div
      ref={form}
      className="week-editor"
      tabIndex={-1}
      role="group"
      aria-label={nameOfPlace(translation, seen)}
      {...eventsOf(draft)}
      // Pressing a button must not blur the field first: some browsers do not focus buttons.
      onMouseDown={(event) => !isField(event.target) && event.preventDefault()}
    >
      <MealField text={text} meal={main} seen={seen} onType={setText} onChoose={choose} />
      {sides.length > 0 && (
        <Suspense>
          <MealSides
            place={seen}
            sides={sides}
            onChange={draft.setSides}
            onDone={() => add.current?.focus()}
          />
        </Suspense>
      )}
      {meal && <NoRecipe meal={meal} />}
      <Kinds chosen={meal?.kind ?? seen.meal?.kind} onChoose={mark} />
      {!seen.meal && text === '' && sides.length === 0 && (
        <Suspense>
          <SlotSuggestions place={seen} onChoose={finish} />
        </Suspense>
      )}
      <EditorActions
        add={add}
        onAdd={sides.length < MAX_SIDES ? () => draft.setSides([...sides, newSide()]) : undefined}
        isFilled={seen.meal !== null}
        onElse={meal && sides.length < MAX_SIDES ? askElse : undefined}
        onMove={moveAway}
        onClear={() => finish(null)}
        onSave={() => finish(meal)}
      />
    </div>
  );
}

/** Enter saves, Escape cancels, and leaving the editor saves. */
function eventsOf({ seen, meal, isDone, finish }: ReturnType<typeof useDraft>) {
  return {
    onKeyDown(event: KeyboardEvent) {
      // During IME composition, Enter and Escape belong to the input method.
      if (event.nativeEvent.isComposing) return;
      if (event.key === 'Escape') finish(seen.meal);
      else if (event.key === 'Enter' && !event.shiftKey && isField(event.target)) {
        event.preventDefault();
        finish(meal);
      }
    },
    onBlur(event: FocusEvent) {
      const isInside = event.currentTarget.contains(event.relatedTarget);
      // Switching windows does not close the editor.
      if (isInside || isDone() || !document.hasFocus()) return;
      finish(meal, 'elsewhere');
    },
  };
}

/** The meal in the editor. It is saved by `finish`, or when the editor unmounts while open, for example by navigation. */
function useDraft(filled: SlotContent, onClose: EditorProps['onClose']) {
  const translation = useTranslation();
  const [seen] = useState(filled);
  // A chosen suggestion replaces the meal.
  const [base, setBase] = useState<Meal | null>(seen.meal);
  const [text, setText] = useState(base?.description ?? '');
  const [sides, setSides] = useState(() => sidesOf(seen.meal));
  const main = withText(base, text);
  const meal = withoutLostExceptions(seen.meal, withSides(main, sides));
  const isDone = useRef(false);
  const saveDraft = useEffectEvent(() => {
    if (!isDone.current) putMeal(translation, seen, meal);
  });
  useEffect(() => () => saveDraft(), []);
  return {
    seen,
    text,
    main,
    meal,
    sides,
    isDone: () => isDone.current,
    setText,
    setSides,
    choose: (chosen: Meal) => {
      setBase(chosen);
      setText(chosen.description);
    },
    finish: (after: Meal | null, how: 'by-hand' | 'elsewhere' = 'by-hand') => {
      isDone.current = true;
      putMeal(translation, seen, after);
      // Typed, and not chosen: the title of a recipe may have been typed faster than suggestions came.
      const typed = [...(main && main !== base ? [main] : []), ...typedSides(sides, seen.meal)];
      if (after && after === meal && typed.length > 0)
        void linkTypedTitles(translation, { ...seen, meal: after }, typed);
      onClose(how);
    },
  };
}

async function linkTypedTitles(
  translation: Translation & { language: Language },
  placed: SlotContent & { meal: Meal },
  typed: readonly Dish[],
): Promise<void> {
  const { linkTitles } = await import('#web/meals/link-title.ts');
  await linkTitles(translation, placed, typed);
}

type FieldProps = {
  text: string;
  meal: Meal | null;
  /** The slot when the editor opened. */
  seen: SlotContent;
  onType: (text: string) => void;
  onChoose: (suggestion: Meal) => void;
};

function MealField({ text, meal, seen, onType, onChoose }: FieldProps) {
  const { t } = useTranslation();
  const [wantsRecipe, setWantsRecipe] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const left = charactersLeft(text);
  useLayoutEffect(() => {
    const { current } = field;
    // The keyboard of a phone would cover the suggestions.
    if (!seen.meal && matchMedia('(pointer: coarse)').matches) return;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
    setWantsRecipe(seen.meal?.recipeId !== undefined);
  }, [seen]);
  const type = (typed: string) => {
    onType(typed);
    setWantsRecipe(true);
  };
  return (
    <>
      <DishTextarea
        ref={field}
        className="week-editor-field"
        aria-label={t('week.meal')}
        placeholder={t('week.meal-hint')}
        rows={2}
        value={text}
        onType={type}
      />
      {wantsRecipe && field.current && (
        <Suspense>
          <MealRecipe field={field.current} text={text} meal={meal} place={seen} onChange={onChoose} />
        </Suspense>
      )}
      {left !== undefined && (
        <p className="week-editor-left" aria-live="polite">
          {t('week.left', { left })}
        </p>
      )}
    </>
  );
}

function NoRecipe({ meal }: { meal: Meal }) {
  const { t } = useTranslation();
  const lacking = dishesWithoutRecipe(meal);
  if (lacking.length === 0) return null;
  const dishes = lacking.map(({ description }) => description).join(', ');
  const text = meal.sides ? t('week.no-recipe-of', { dishes }) : t('week.no-recipe');
  return <p className="week-editor-no-recipe">{text}</p>;
}

type Kind = NonNullable<Meal['kind']>;

function Kinds({ chosen, onChoose }: { chosen: Kind | undefined; onChoose: (kind: Kind) => void }) {
  const { t } = useTranslation();
  return (
    <div className="week-editor-kinds">
      {DISH_KINDS.map((kind) => (
        <button
          key={kind}
          type="button"
          className="week-editor-kind"
          aria-pressed={chosen === kind}
          onClick={() => onChoose(kind)}
        >
          <Icon name={kind === 'leftovers' ? 'leftovers' : 'out'} size={18} />
          {t(`week.kind.${kind}`)}
        </button>
      ))}
    </div>
  );
}

type ActionsProps = {
  add: RefObject<HTMLButtonElement | null>;
  /** Absent if the meal has as many dishes as possible. */
  onAdd: (() => void) | undefined;
  isFilled: boolean;
  /** Asks what somebody eats instead. */
  onElse: (() => void) | undefined;
  onMove: () => void;
  onClear: () => void;
  onSave: () => void;
};

function EditorActions({ add, onAdd, isFilled, onElse, onMove, onClear, onSave }: ActionsProps) {
  const { t } = useTranslation();
  return (
    <div className="week-editor-actions">
      {onAdd && (
        <button ref={add} type="button" className="button button-quiet" onClick={onAdd}>
          <Icon name="plus" size={18} />
          {t('week.add-dish')}
        </button>
      )}
      {isFilled && onElse && (
        <Button kind="quiet" icon={<Icon name="people" size={18} />} onClick={onElse}>
          {t('week.else')}
        </Button>
      )}
      {isFilled && (
        <>
          <Button kind="quiet" icon={<Icon name="move" size={18} />} onClick={onMove}>
            {t('week.move')}
          </Button>
          <Button kind="quiet" icon={<Icon name="trash" size={18} />} onClick={onClear}>
            {t('week.clear')}
          </Button>
        </>
      )}
      <Button kind="primary" onClick={onSave}>
        {t('week.save')}
      </Button>
    </div>
  );
}

function isField(target: EventTarget): boolean {
  return (target as Element).matches('textarea, input');
}

/** The meal with a new text, or null without text. A changed text removes the recipe. */
function withText(meal: Meal | null, text: string): Meal | null {
  const description = text.trim();
  if (!description) return null;
  if (meal?.description === description) return meal;
  return meal?.kind ? { description, kind: meal.kind } : { description };
}
