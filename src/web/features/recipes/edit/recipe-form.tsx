/** The form of a recipe. Errors are shown at their fields. */
import {
  type ClipboardEventHandler,
  type ComponentType,
  type FormEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { SLOTS } from '#domain/plan/plan.ts';
import { withSlots } from '#domain/preferences/shown-slots.ts';
import { type Course, COURSES } from '#domain/recipe/course.ts';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Actions } from '#web/base/ui/overlay/dialog.tsx';
import { Field, TextField } from '#web/base/ui/form/field.tsx';
import { useShownSlots } from '#web/meals/shown-slots.ts';
import { Link } from '#web/base/ui/link.tsx';
import { PageHeader } from '#web/base/ui/page.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { type Draft, linesOf, withIngredients } from './draft.ts';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { usePaste } from './paste.ts';
import { ParsedIngredients } from './parsed-ingredients.tsx';
import { type Failure, NO_FAILURE, parseFailure } from './recipe-failure.ts';
import './recipe-form.css';

type FormProps = {
  title: string;
  start: Draft;
  /** The page to return to. */
  back: string;
  /** Instead of the page to return to. */
  onBack?: () => void;
  saveLabel?: string;
  /** Whether there is something unsaved beside the fields, such as a photo. */
  hasUnsaved?: boolean;
  /** Above and below the fields. */
  lead?: ReactNode;
  more?: ReactNode;
  /** Shows what follows from the draft. */
  DraftNotes?: ComponentType<{ draft: Draft }>;
  send: (draft: Draft) => Promise<void>;
};

export function RecipeForm(props: FormProps) {
  const { title, start, back, onBack, saveLabel, hasUnsaved = false, lead, more, DraftNotes, send } = props;
  const { t, language } = useTranslation();
  const [draft, setDraft] = useState(start);
  const isChanged = hasUnsaved || JSON.stringify(draft) !== JSON.stringify(start);
  const { element, failure, isBusy, submit } = useSending(draft, send);
  const set = (part: Partial<Draft>) => setDraft((current) => ({ ...current, ...part }));
  const paste = usePaste(setDraft);
  return (
    <form ref={element} className="recipe-form" noValidate onSubmit={(event) => void submit(event)}>
      <PageHeader title={title} />
      {isChanged && <UnsavedGuard />}
      {lead}
      {DraftNotes && <DraftNotes draft={draft} />}
      <BasicFields draft={draft} errors={failure.fields} onChange={set} onPaste={paste('title', draft)} />
      <div className="recipe-form-lines">
        <Lines
          label={t('recipes.ingredients')}
          hint={t('recipes.ingredients-hint')}
          rows={10}
          value={draft.ingredients}
          error={failure.fields.ingredients}
          onChange={(ingredients) =>
            setDraft((current) => ({ ...current, ...withIngredients(current, ingredients) }))
          }
          onPaste={paste('ingredients', draft)}
        />
        <ParsedIngredients
          key={language}
          lines={linesOf(draft.ingredients)}
          references={draft.references}
          onLink={(references) => set({ references })}
        />
      </div>
      <Lines
        label={t('recipes.steps')}
        hint={t('recipes.steps-hint')}
        rows={8}
        value={draft.steps}
        error={failure.fields.steps}
        onChange={(steps) => set({ steps })}
        onPaste={paste('steps', draft)}
      />
      <MoreFields draft={draft} errors={failure.fields} onChange={set} />
      {more}
      {failure.rest && <Banner kind="bad">{failure.rest}</Banner>}
      <Actions>
        {onBack ? (
          <Button onClick={onBack}>{t('recipes.cancel')}</Button>
        ) : (
          <Link href={back} className="button button-plain">
            {t('recipes.cancel')}
          </Link>
        )}
        <Button type="submit" kind="primary" busy={isBusy}>
          {saveLabel ?? t('recipes.save')}
        </Button>
      </Actions>
    </form>
  );
}

type PasteProps = { onPaste?: ClipboardEventHandler<HTMLTextAreaElement | HTMLInputElement> };

type BasicFieldsProps = {
  draft: Draft;
  errors: Failure['fields'];
  onChange: (part: Partial<Draft>) => void;
};

/** All fields except ingredients and steps. `onPaste` is for the title. */
function BasicFields({ draft, errors, onChange, onPaste }: BasicFieldsProps & PasteProps) {
  const { t } = useTranslation();
  const text = (field: 'title' | 'servings' | 'activeMinutes' | 'totalMinutes' | 'cuisine') => ({
    value: draft[field],
    error: errors[field],
    onChange: ({ target }: { target: HTMLInputElement }) => onChange({ [field]: target.value }),
  });
  const number = { inputMode: 'numeric', maxLength: 6, autoComplete: 'off' } as const;
  return (
    <>
      <TextField
        label={t('recipes.title-field')}
        autoComplete="off"
        required
        onPaste={onPaste}
        {...text('title')}
      />
      <div className="recipe-form-row">
        <TextField label={t('recipes.servings')} required {...number} {...text('servings')} />
        <TextField label={t('recipes.active-minutes')} {...number} {...text('activeMinutes')} />
        <TextField label={t('recipes.total-minutes')} {...number} {...text('totalMinutes')} />
      </div>
      <div className="recipe-form-row">
        <TextField
          label={t('recipes.cuisine')}
          placeholder={t('recipes.cuisine-hint')}
          autoComplete="off"
          {...text('cuisine')}
        />
        <CourseField chosen={draft.course} onChoose={(course) => onChange({ course })} />
        <Meals chosen={draft.meals} onChoose={(meals) => onChange({ meals })} />
      </div>
      <Check
        label={t('recipes.keeps')}
        isChecked={draft.keeps}
        onChange={() => onChange({ keeps: !draft.keeps })}
      />
    </>
  );
}

/** What most recipes do not need. Open where there is something. */
function MoreFields({ draft, errors, onChange }: BasicFieldsProps) {
  const { t } = useTranslation();
  const fields = ['description', 'notes', 'author', 'source'] as const;
  const [isOpen] = useState(fields.some((field) => draft[field] !== ''));
  const text = (field: 'author' | 'source') => ({
    value: draft[field],
    error: errors[field],
    autoComplete: 'off',
    onChange: ({ target }: { target: HTMLInputElement }) => onChange({ [field]: target.value }),
  });
  const hasError = fields.some((field) => errors[field]);
  return (
    <details className="recipe-form-more" open={isOpen || hasError}>
      <summary>{t('recipes.more-fields')}</summary>
      <Lines
        label={t('recipes.description')}
        rows={3}
        value={draft.description}
        error={errors.description}
        onChange={(description) => onChange({ description })}
      />
      <Lines
        label={t('recipes.notes')}
        hint={t('recipes.notes-hint')}
        rows={3}
        value={draft.notes}
        error={errors.notes}
        onChange={(notes) => onChange({ notes })}
      />
      <TextField label={t('recipes.source')} placeholder={t('recipes.source-hint')} {...text('source')} />
      <TextField label={t('recipes.author')} {...text('author')} />
    </details>
  );
}

/** Sends one request at a time; after an error, focuses the first invalid field. */
function useSending(draft: Draft, send: (draft: Draft) => Promise<void>) {
  const { t } = useTranslation();
  const element = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState<Failure>(NO_FAILURE);
  const [isBusy, setBusy] = useState(false);
  useLayoutEffect(() => {
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    try {
      await send(draft);
      setFailure(NO_FAILURE);
    } catch (error) {
      setFailure(parseFailure(t, error, draft));
    } finally {
      setBusy(false);
    }
  };
  return { element, failure, isBusy, submit };
}

type LinesProps = {
  label: string;
  hint?: string;
  rows: number;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
};

function Lines({ label, hint, rows, value, error, onChange, onPaste }: LinesProps & PasteProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(inputProps) => (
        <textarea
          {...inputProps}
          className="field-input recipe-form-text"
          rows={rows}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          onPaste={onPaste}
        />
      )}
    </Field>
  );
}

type MealsProps = { chosen: Draft['meals']; onChoose: (meals: Draft['meals']) => void };

function Meals({ chosen, onChoose }: MealsProps) {
  const { t } = useTranslation();
  const [slots] = useState(withSlots(useShownSlots(), chosen));
  return (
    <fieldset className="recipe-form-meals">
      <legend className="field-label">{t('recipes.meals')}</legend>
      {slots.map((slot) => (
        <Check
          key={slot}
          label={t(`week.slot.${slot}`)}
          isChecked={chosen.includes(slot)}
          onChange={() =>
            onChoose(SLOTS.filter((meal) => (meal === slot ? !chosen.includes(meal) : chosen.includes(meal))))
          }
        />
      ))}
    </fieldset>
  );
}

type CourseProps = { chosen: Course; onChoose: (course: Course) => void };

function CourseField({ chosen, onChoose }: CourseProps) {
  const { t } = useTranslation();
  return (
    <Field label={t('recipes.course')}>
      {(inputProps) => (
        <select
          {...inputProps}
          className="field-input"
          value={chosen}
          onChange={({ target }) => onChoose(target.value as Course)}
        >
          {COURSES.map((course) => (
            <option key={course} value={course}>
              {t(`recipes.course.${course}`)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

type CheckProps = { label: string; isChecked: boolean; onChange: () => void };

function Check({ label, isChecked, onChange }: CheckProps) {
  return (
    <label className="recipe-form-check">
      <input type="checkbox" checked={isChecked} onChange={onChange} />
      {label}
    </label>
  );
}
