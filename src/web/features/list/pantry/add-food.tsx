/** One field that understands what the list understands, "500 g flour, 2 onions", and suggests foods. */
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { dividedLine } from '#domain/shopping-list/line-parts.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { SuggestInput, type Suggestion } from '#web/base/ui/form/suggest-input.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { searchFoods } from '#web/meals/food-search.ts';
import { useFoodNames } from '#web/data/queries/recipe-queries.ts';
import { typedName, withName } from './typed-name.ts';

type AddFoodProps = {
  /** The parts of the last line that are not known. */
  wrongParts: readonly number[];
  isBusy: boolean;
  onAdd: (line: string) => Promise<boolean>;
};

/** The server's limit. */
const MAX_LENGTH = 500;

export function AddFood({ wrongParts, isBusy, onAdd }: AddFoodProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState('');
  /** What was sent and refused; the error is about it. */
  const [refused, setRefused] = useState('');
  const suggest = useFoodSuggestions();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const line = text.replaceAll(/\s+/g, ' ').trim();
    if (!line || isBusy) return;
    const isAdded = await onAdd(line);
    setRefused(isAdded ? '' : line);
    if (isAdded) setText('');
    form.current?.querySelector('input')?.focus();
  };
  const parts = dividedLine(refused);
  const names = wrongParts.map((at) => parts[at]?.text ?? refused).join(', ');
  return (
    <form ref={form} className="pantry-add" onSubmit={submit} noValidate>
      <Field
        label={t('list.food')}
        hint={t('list.food-hint')}
        error={names ? `${names}: ${t('list.food-wrong')}` : undefined}
      >
        {(inputProps) => (
          <SuggestInput
            {...inputProps}
            value={text}
            maxLength={MAX_LENGTH}
            enterKeyHint="done"
            suggest={suggest}
            onType={setText}
            onPick={({ label }) => setText(withName(text, label))}
            onEnter={() => form.current?.requestSubmit()}
          />
        )}
      </Field>
      <Button type="submit" kind="primary" busy={isBusy} icon={<Icon name="plus" />}>
        {t('list.pantry-add')}
      </Button>
    </form>
  );
}

/** Suggests foods for the last thing in the text, by the names of the catalogue and by the family's own. */
function useFoodSuggestions(): (text: string) => Suggestion[] {
  const data = useFoodNames();
  return useMemo(() => {
    const own = Map.groupBy(data?.own ?? [], ({ id }) => id);
    const foods = (data?.foods ?? []).map(({ id, names }) => ({
      id,
      names: [...names, ...(own.get(id) ?? []).flatMap((food) => food.names)],
    }));
    return (text) =>
      typedName(text, (name) => searchFoods(foods, name)).map(({ name, ...food }) => ({
        ...food,
        label: name,
      }));
  }, [data]);
}
