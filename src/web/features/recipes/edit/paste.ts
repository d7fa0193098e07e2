/**
 * Pasting into the form of a recipe: lines are cleaned, and a whole recipe is divided into the fields. The server reads
 * it, since it knows the words of many sources; without network the cleaned lines stay where they were pasted.
 */
import type { ClipboardEvent } from 'react';
import { cleanPastedLines } from '#domain/recipe/pasted-lines.ts';
import type { RecipeSource } from '#domain/recipe/recipe-source.ts';
import { api } from '#web/base/api.ts';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { type Translate, useTranslation } from '#web/base/i18n/translation.ts';
import { type Draft, draftOf } from './draft.ts';

type PasteField = 'title' | 'ingredients' | 'steps';
const FIELDS: readonly PasteField[] = ['title', 'ingredients', 'steps'];
/** A title, two ingredients and a step, with their headings or blank lines. */
const MIN_LINES = 4;

type SetDraft = (change: (draft: Draft) => Draft) => void;

export function usePaste(setDraft: SetDraft) {
  const { t } = useTranslation();
  return (field: PasteField, draft: Draft) =>
    (event: ClipboardEvent<HTMLTextAreaElement | HTMLInputElement>): void => {
      const text = event.clipboardData.getData('text/plain');
      const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
      if (lines.length < 2) return;
      const mayBeWhole =
        lines.length >= MIN_LINES && FIELDS.every((name) => name === field || draft[name].trim() === '');
      if (field !== 'title') {
        event.preventDefault();
        insert(event.currentTarget, cleanPastedLines(text, field).join('\n'));
      } else if (!mayBeWhole) return;
      else {
        event.preventDefault();
        insert(event.currentTarget, titleIn(lines[0] ?? ''));
      }
      if (mayBeWhole) void divide(text, setDraft, t);
    };
}

/** As if it was typed, so that the browser can undo it. */
function insert(field: HTMLTextAreaElement | HTMLInputElement, text: string): void {
  field.focus();
  // The only way that leaves the browser's undo intact.
  // oxlint-disable-next-line no-deprecated
  document.execCommand('insertText', false, text);
}

async function divide(text: string, setDraft: SetDraft, t: Translate): Promise<void> {
  const body = { text: text.toWellFormed().replaceAll('\0', '') };
  const read = api('POST /app/api/recipes/read', { body });
  // Not a recipe, or no network: the lines stay where they are.
  const source = (await read.catch(() => undefined))?.source;
  if (!source || source.ingredients.length < 2 || source.steps.length === 0) return;
  let before: Draft | undefined;
  setDraft((current) => {
    before ??= current;
    return { ...current, ...dividedDraft(source, t) };
  });
  const undo = () => setDraft((current) => before ?? current);
  showToast({ text: t('recipes.divided'), action: { label: t('recipes.undo'), run: undo } });
}

function dividedDraft(source: RecipeSource, t: Translate): Partial<Draft> {
  const { title, servings, activeMinutes, totalMinutes, description, notes } = draftOf(source, t);
  const ingredients = cleanPastedLines(source.ingredients.join('\n'), 'ingredients').join('\n');
  const steps = cleanPastedLines(source.steps.join('\n'), 'steps').join('\n');
  return {
    title: titleIn(title),
    servings,
    activeMinutes,
    totalMinutes,
    description,
    notes,
    ingredients,
    steps,
  };
}

function titleIn(line: string): string {
  return line.replaceAll(/[#*_]/g, '').trim();
}
