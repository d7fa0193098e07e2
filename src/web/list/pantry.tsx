/**
 * The pantry dialog: food at home, amounts and best-before dates. Each change is saved at once with the
 * version it is based on; on a conflict the dialog shows the newer version.
 */
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import type { FoodAtHome } from '#domain/shopping-list/item.ts';
import type { PantryEntry, PantryResponse } from '#http/app/contract.ts';
import { request, ApiError } from '#web/api.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { problemText } from '#web/ui/problem-text.ts';
import { Skeleton } from '#web/ui/loading.tsx';
import { queries } from '#web/session.ts';
import { useTranslation } from '#web/i18n/translation.ts';
import { endKeeping } from './commands.ts';
import './pantry.css';

type EntryInput = { foodId?: string; foodText?: string; quantityText?: string; bestBefore?: string };

type PantryProps = {
  week: string;
  atHome: readonly FoodAtHome[];
  onClose: () => void;
  onSaved: () => void;
};

export function Pantry({ week, atHome, onClose, onSaved }: PantryProps) {
  const { t, language } = useTranslation();
  const path = `/app/api/pantry?language=${language}`;
  const queryKey = ['pantry', language];
  const { data, error } = useQuery(
    { queryKey, queryFn: () => request<PantryResponse>('GET', path), staleTime: 0 },
    queries,
  );
  const saving = useMutation(
    {
      mutationFn: (entries: EntryInput[]) =>
        request<PantryResponse>('PUT', path, { entries, version: data?.version }),
      onSuccess(saved) {
        queries.setQueryData(queryKey, saved);
        onSaved();
      },
      onError: (problem) => void (isStale(problem) && queries.invalidateQueries({ queryKey })),
    },
    queries,
  );
  const entries = (data?.entries ?? []).map(toInput);
  const save = (changed: EntryInput[]) =>
    saving.mutateAsync(changed).then(
      () => true,
      () => false,
    );
  const wrong = (index: number) => wrongIn(saving.error, index);
  const rest = saving.error && !isInvalid(saving.error) ? saving.error : error;
  return (
    <Dialog title={t('list.pantry-title')} onClose={onClose}>
      <p className="pantry-lead">{t('list.pantry-lead')}</p>
      <AddFood
        wrong={wrong(entries.length)}
        isBusy={saving.isPending}
        onAdd={(one) => save([...entries, one])}
      />
      {rest && (
        <p className="field-error" role="alert">
          {isStale(rest) ? t('list.pantry-stale') : problemText(t, rest)}
        </p>
      )}
      {!data && !error && <Skeleton label={t('app.loading')} />}
      <ul className="pantry-list">
        {data?.entries.map((entry, index) => (
          <FoodRow
            key={`${entry.foodId} ${index} ${data.version}`}
            entry={entry}
            isWrong={wrong(index) !== undefined}
            onChange={(part) => save(entries.with(index, toInput({ ...entry, ...part })))}
            onRemove={() => save(entries.toSpliced(index, 1))}
          />
        ))}
      </ul>
      <AtHome week={week} foods={atHome} />
    </Dialog>
  );
}

/** What is always at home: recipes put it on no list until somebody takes it out here. */
function AtHome({ week, foods }: { week: string; foods: readonly FoodAtHome[] }) {
  const { t } = useTranslation();
  return (
    <section className="pantry-home">
      <h3>{t('list.at-home')}</h3>
      <p className="pantry-lead">{t('list.at-home-lead')}</p>
      <ul className="pantry-list">
        {foods.map((food) => (
          <li key={food.foodId} className="pantry-home-row">
            <bdi>{food.name}</bdi>
            <IconButton
              label={`${t('list.at-home-end')}: ${food.name}`}
              onClick={() => endKeeping(week, food)}
            >
              <Icon name="close" />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

type AddProps = { wrong: string | undefined; isBusy: boolean; onAdd: (one: EntryInput) => Promise<boolean> };

function AddFood({ wrong, isBusy, onAdd }: AddProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const [foodText = '', quantityText = ''] = [fields.food?.trim(), fields.amount?.trim()];
    const { bestBefore = '' } = fields;
    if (foodText && !isBusy && (await onAdd({ foodText, quantityText, bestBefore }))) {
      form.current?.reset();
      form.current?.querySelector('input')?.focus();
    }
  };
  return (
    <form ref={form} className="pantry-add" onSubmit={submit} noValidate>
      <TextField
        name="food"
        label={t('list.food')}
        maxLength={100}
        autoComplete="off"
        error={wrong === 'foodText' ? t('list.food-wrong') : undefined}
      />
      <TextField
        name="amount"
        label={t('list.amount')}
        placeholder={t('list.amount-hint')}
        maxLength={50}
        autoComplete="off"
        error={wrong === 'quantityText' ? t('list.amount-wrong') : undefined}
      />
      <TextField type="date" name="bestBefore" label={t('list.best-before')} />
      <Button type="submit" kind="primary" busy={isBusy} icon={<Icon name="plus" />}>
        {t('list.pantry-add')}
      </Button>
    </form>
  );
}

type RowProps = {
  entry: PantryEntry;
  isWrong: boolean;
  onChange: (part: Partial<PantryEntry>) => Promise<boolean>;
  onRemove: () => Promise<boolean>;
};

function FoodRow({ entry, isWrong, onChange, onRemove }: RowProps) {
  const { t } = useTranslation();
  const { name, quantityText = '', bestBefore = '' } = entry;
  return (
    <li className="pantry-row">
      <bdi>{name}</bdi>
      <input
        className="field-input"
        aria-label={t('list.amount-of', { food: name })}
        aria-invalid={isWrong || undefined}
        defaultValue={quantityText}
        placeholder={t('list.enough')}
        maxLength={50}
        onBlur={({ target }) => {
          const text = target.value.trim();
          if (text !== quantityText) void onChange({ quantityText: text });
        }}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
      />
      <input
        type="date"
        className="field-input"
        aria-label={t('list.best-before-of', { food: name })}
        defaultValue={bestBefore}
        // Save on blur: while typing, the field contains other valid dates.
        onBlur={({ target }) => target.value !== bestBefore && void onChange({ bestBefore: target.value })}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
      />
      <IconButton label={t('list.pantry-remove', { food: name })} onClick={() => void onRemove()}>
        <Icon name="trash" />
      </IconButton>
      {isWrong && <p className="field-error">{t('list.amount-wrong')}</p>}
    </li>
  );
}

function toInput({ foodId, quantityText, bestBefore }: PantryEntry): EntryInput {
  return { foodId, ...(quantityText && { quantityText }), ...(bestBefore && { bestBefore }) };
}

function isStale(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'stale-pantry';
}

function isInvalid(error: unknown): boolean {
  return error instanceof ApiError && error.errors.length > 0;
}

/** The field of this entry that the server refused. */
function wrongIn(error: unknown, index: number): string | undefined {
  const errors = error instanceof ApiError ? error.errors : [];
  const found = errors.find(({ field }) => field.startsWith(`entries.${index}.`));
  return found?.field.split('.')[2];
}
