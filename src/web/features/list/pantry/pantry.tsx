/**
 * The pantry dialog: food at home, amounts and best-before dates. Each change is saved at once with the
 * version it is based on; on a conflict the dialog shows the newer version.
 */
import { useMutation, useQuery } from '@tanstack/react-query';
import type { FoodAtHome } from '#domain/shopping-list/item.ts';
import type { ResponseOf } from '#http/app-api.ts';
import type { PantryEntry } from '#http/endpoints/shopping-list/list-schemas.ts';
import { api, ApiError } from '#web/base/api.ts';
import { IconButton } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/overlay/dialog.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { Skeleton } from '#web/base/ui/loading.tsx';
import { queries } from '#web/data/session.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { endKeeping } from '#web/features/list/commands.ts';
import { AddFood } from './add-food.tsx';
import { type ChangeEntries, changeEntry, type EntryInput, removeEntry, toInput } from './pantry-entries.ts';
import './pantry.css';

type PantryResponse = ResponseOf<'GET /app/api/pantry'>;

const NO_PANTRY: PantryResponse = { version: 0, entries: [] };

type PantryProps = {
  week: string;
  atHome: readonly FoodAtHome[];
  onClose: () => void;
  onSaved: () => void;
};

export function Pantry({ week, atHome, onClose, onSaved }: PantryProps) {
  const { t, language } = useTranslation();
  const query = { language };
  const queryKey = ['pantry', language];
  const { data, error } = useQuery(
    { queryKey, queryFn: () => api('GET /app/api/pantry', { query }), staleTime: 0 },
    queries,
  );
  const saving = useMutation(
    {
      // One after the other: somebody who sets a date and then an amount must not conflict with themselves.
      scope: { id: 'pantry' },
      mutationFn: (change: ChangeEntries) => {
        const { version, entries } = queries.getQueryData<PantryResponse>(queryKey) ?? NO_PANTRY;
        const body = { entries: change(entries.map(toInput)), version };
        return api('PUT /app/api/pantry', { query, body });
      },
      onSuccess(saved) {
        queries.setQueryData(queryKey, saved);
        onSaved();
      },
      onError: (problem) => void (isStale(problem) && queries.invalidateQueries({ queryKey })),
    },
    queries,
  );
  const entries = (data?.entries ?? []).map(toInput);
  const save = (change: ChangeEntries) =>
    saving.mutateAsync(change).then(
      () => true,
      () => false,
    );
  const wrong = (index: number) => wrongIn(saving.error, index);
  const rest = saving.error && !isInvalid(saving.error) ? saving.error : error;
  return (
    <Dialog title={t('list.pantry-title')} onClose={onClose}>
      <p className="pantry-lead">{t('list.pantry-lead')}</p>
      <AddFood
        wrongParts={wrongPartsIn(saving.error, entries.length)}
        isBusy={saving.isPending}
        onAdd={(line) => save((before) => [...before, { line }])}
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
            key={`${entry.foodId} ${index}`}
            entry={entry}
            isWrong={wrong(index) !== undefined}
            onChange={(part) => save(changeEntry(entries, index, part))}
            onRemove={() => save(removeEntry(entries, index))}
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

type RowProps = {
  entry: PantryEntry;
  isWrong: boolean;
  onChange: (part: Pick<EntryInput, 'quantityText' | 'bestBefore'>) => Promise<boolean>;
  onRemove: () => Promise<boolean>;
};

function FoodRow({ entry, isWrong, onChange, onRemove }: RowProps) {
  const { t } = useTranslation();
  const { name, quantityText = '', bestBefore = '' } = entry;
  return (
    <li className="pantry-row">
      <bdi>{name}</bdi>
      <input
        // A saved text replaces what is typed only where it differs.
        key={`amount ${quantityText}`}
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
        key={`date ${bestBefore}`}
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

function isStale(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'stale-pantry';
}

function isInvalid(error: unknown): boolean {
  return error instanceof ApiError && error.errors.length > 0;
}

/** The parts of the line of this entry that the server does not know. */
function wrongPartsIn(error: unknown, index: number): number[] {
  const errors = error instanceof ApiError ? error.errors : [];
  const start = `entries.${index}.line.`;
  return errors.flatMap(({ field }) => (field.startsWith(start) ? [Number(field.slice(start.length))] : []));
}

/** The field of this entry that the server refused. */
function wrongIn(error: unknown, index: number): string | undefined {
  const errors = error instanceof ApiError ? error.errors : [];
  const found = errors.find(({ field }) => field.startsWith(`entries.${index}.`));
  return found?.field.split('.')[2];
}
