/** The family's note on a recipe: shown on its page and while cooking, changed on its page. */
import { type KeyboardEvent, useState } from 'react';
import { MAX_NOTE_LENGTH } from '#domain/recipe/recipe-note.ts';
import { Button } from '#web/base/ui/button.tsx';
import { PageIcon } from '#web/base/ui/page-icon.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { changeNote, useRecipeNote } from '#web/data/queries/recipe-notes.ts';
import './recipe-note.css';

/** `isFixed`: the note cannot be changed here, and without one nothing is shown. */
type NoteProps = { recipeId: string; isFixed?: boolean };

export function RecipeNote({ recipeId, isFixed = false }: NoteProps) {
  const { t } = useTranslation();
  const { note } = useRecipeNote(recipeId);
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <NoteForm recipeId={recipeId} before={note} onClose={() => setOpen(false)} />;
  if (note === '') {
    if (isFixed) return null;
    return (
      <Button
        kind="quiet"
        className="recipe-note-add"
        icon={<PageIcon name="pencil" />}
        onClick={() => setOpen(true)}
      >
        {t('recipes.note-add')}
      </Button>
    );
  }
  return (
    <section className="recipe-note" aria-label={t('recipes.note')}>
      <p className="recipe-note-text">{note}</p>
      {!isFixed && (
        <Button kind="quiet" icon={<PageIcon name="pencil" />} onClick={() => setOpen(true)}>
          {t('recipes.note-edit')}
        </Button>
      )}
    </section>
  );
}

type FormProps = { recipeId: string; before: string; onClose: () => void };

/** The same function in each render: React calls a new one again, which would take the focus from the buttons. */
function focus(field: HTMLElement | null): void {
  field?.focus();
}

function NoteForm({ recipeId, before: shown, onClose }: FormProps) {
  const { t } = useTranslation();
  // What was seen when the form opened: what somebody else writes meanwhile stays.
  const [before] = useState(shown);
  const [text, setText] = useState(before);
  const save = () => {
    const after = text.trim();
    if (after !== before) changeNote({ recipeId, note: { before, after } });
    onClose();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) onClose();
  };
  return (
    <form
      className="recipe-note recipe-note-form"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onKeyDown={press}
    >
      <Field label={t('recipes.note')} hint={t('recipes.note-hint')}>
        {(inputProps) => (
          <textarea
            {...inputProps}
            className="field-input"
            rows={3}
            maxLength={MAX_NOTE_LENGTH}
            value={text}
            // The button that opened the form is gone.
            ref={focus}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <div className="recipe-note-buttons">
        <Button onClick={onClose}>{t('recipes.cancel')}</Button>
        <Button type="submit" kind="primary">
          {t('recipes.save')}
        </Button>
      </div>
    </form>
  );
}
