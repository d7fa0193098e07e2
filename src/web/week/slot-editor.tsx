/**
 * The editor of a slot, in its place. Enter and going elsewhere save, Escape leaves everything as it was;
 * each button finishes what it says. What was seen when it opened is what a change is made against.
 */
import {
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  lazy,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type Meal, MEAL_KINDS } from '#domain/plan/plan.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { loadMessages } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/translation.ts';
import { type SlotContent, putMeal } from './commands.ts';
import { charactersLeft, fitText } from './meal-text.ts';
import { KIND_NAMES, nameOfPlace } from './place-text.ts';
import './slot-editor.css';

/** Comes when someone types, or to a meal that has a recipe. Without it a meal is what it says. */
const MealRecipe = lazy(() =>
  Promise.all([import('./meal-recipe.tsx'), loadMessages('recipes')]).then(
    ([module]) => ({ default: module.MealRecipe }),
    () => ({ default: () => <></> }),
  ),
);

type EditorProps = {
  filled: SlotContent;
  /** `by-hand`: the focus has to be given back; otherwise it is elsewhere already. */
  onClose: (how: 'by-hand' | 'elsewhere') => void;
  onMove: (filled: SlotContent) => void;
};

export function SlotEditor({ filled, onClose, onMove }: EditorProps) {
  const translation = useTranslation();
  const { t } = translation;
  const [seen] = useState(filled);
  // A suggestion takes the place of what was there.
  const [base, setBase] = useState(seen.meal);
  const [text, setText] = useState(base?.description ?? '');
  const [wantsRecipe, setWantsRecipe] = useState(false);
  const meal = withText(base, text);
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLDivElement>(null);
  const draft = useRef(meal);
  const isDone = useRef(false);
  const left = charactersLeft(text);

  const finish = (after: Meal | null, how: 'by-hand' | 'elsewhere' = 'by-hand') => {
    isDone.current = true;
    putMeal(translation, seen, after);
    onClose(how);
  };

  useEffect(() => {
    draft.current = meal;
  });
  useEffect(() => {
    const { current } = field;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
    form.current?.scrollIntoView({ block: 'nearest' });
    setWantsRecipe(base?.recipeId !== undefined);
    // The page may be left with the editor open, for another week or by the browser's own Back.
    return () => {
      if (!isDone.current) putMeal(translation, seen, draft.current);
    };
  }, []);

  const type = ({ target }: ChangeEvent<HTMLTextAreaElement>) => {
    setText(fitText(target.value));
    setWantsRecipe(true);
  };
  const press = (event: KeyboardEvent) => {
    // While letters are being composed, Enter and Escape belong to the keyboard.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') finish(seen.meal);
    else if (event.key === 'Enter' && !event.shiftKey && isField(event.target)) {
      event.preventDefault();
      finish(meal);
    }
  };
  const leave = (event: FocusEvent) => {
    const isInside = event.currentTarget.contains(event.relatedTarget);
    // Another window is only a glance away: whoever comes back goes on typing.
    if (isInside || isDone.current || !document.hasFocus()) return;
    finish(meal, 'elsewhere');
  };
  const mark = (kind: Kind) => {
    const { kind: before, ...plain } = meal ?? { description: t(KIND_NAMES[kind]) };
    finish(before === kind ? plain : { ...plain, kind });
  };
  const moveAway = () => {
    finish(meal);
    if (meal) onMove({ ...seen, meal });
  };

  return (
    <div
      ref={form}
      className="week-editor"
      role="group"
      aria-label={nameOfPlace(translation, seen)}
      onKeyDown={press}
      onBlur={leave}
      // A press on a button must not take the focus from the field first: some browsers give it to nobody.
      onMouseDown={(event) => !isField(event.target) && event.preventDefault()}
    >
      <textarea
        ref={field}
        className="week-editor-field"
        aria-label={t('week.meal')}
        placeholder={t('week.meal-hint')}
        rows={2}
        value={text}
        onChange={type}
        enterKeyHint="done"
        autoComplete="off"
      />
      {wantsRecipe && field.current && (
        <Suspense>
          <MealRecipe
            field={field.current}
            text={text}
            meal={meal}
            onChange={(chosen) => {
              setBase(chosen);
              setText(chosen.description);
            }}
          />
        </Suspense>
      )}
      {left !== undefined && (
        <p className="week-editor-left" aria-live="polite">
          {t('week.left', { left })}
        </p>
      )}
      <Kinds chosen={meal?.kind ?? seen.meal?.kind} onChoose={mark} />
      <div className="week-editor-actions">
        {seen.meal && (
          <>
            <Button kind="quiet" icon={<Icon name="move" size={18} />} onClick={moveAway}>
              {t('week.move')}
            </Button>
            <Button kind="quiet" icon={<Icon name="trash" size={18} />} onClick={() => finish(null)}>
              {t('week.clear')}
            </Button>
          </>
        )}
        <Button kind="primary" onClick={() => finish(meal)}>
          {t('week.save')}
        </Button>
      </div>
    </div>
  );
}

type Kind = NonNullable<Meal['kind']>;

function Kinds({ chosen, onChoose }: { chosen: Kind | undefined; onChoose: (kind: Kind) => void }) {
  const { t } = useTranslation();
  return (
    <div className="week-editor-kinds">
      {MEAL_KINDS.map((kind) => (
        <button
          key={kind}
          type="button"
          className="week-editor-kind"
          aria-pressed={chosen === kind}
          onClick={() => onChoose(kind)}
        >
          <Icon name={kind === 'leftovers' ? 'leftovers' : 'out'} size={18} />
          {t(KIND_NAMES[kind])}
        </button>
      ))}
    </div>
  );
}

function isField(target: EventTarget): boolean {
  return (target as Element).matches('textarea, input');
}

/** The meal with another text; without one it is no meal. A recipe belongs to the text it came with. */
function withText(meal: Meal | null, text: string): Meal | null {
  const description = text.trim();
  if (!description) return null;
  if (meal?.description === description) return meal;
  return meal?.kind ? { description, kind: meal.kind } : { description };
}
