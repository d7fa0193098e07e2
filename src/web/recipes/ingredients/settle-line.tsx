/** The dialog in which a member says what an ingredient line is: a food, or nothing that anyone must avoid. */
import { type KeyboardEvent, useState } from 'react';
import type { ByLanguage } from '#domain/language/language.ts';
import { api } from '#web/shared/api.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Actions, Dialog } from '#web/ui/overlay/dialog.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { problemText } from '#web/ui/problem-text.ts';
import { useTranslation } from '#web/i18n/translation.ts';
import { foodList } from '#web/recipes/food-list.ts';
import { searchFoods } from '#web/recipes/food-search.ts';
import { useFoodNames } from '#web/recipes/recipe-queries.ts';
import './settle-line.css';

type SettleProps = {
  line: string;
  known: readonly ByLanguage<string>[];
  onSettled: () => Promise<void>;
  onClose: () => void;
};

export function SettleLine({ line, known, onSettled, onClose }: SettleProps) {
  const { t, language, locale } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const settle = async (foodId: string | null) => {
    if (isBusy) return;
    setBusy(true);
    try {
      await api('PUT /app/api/lines', { body: { line, foodId } });
      await onSettled();
      onClose();
    } catch (error) {
      setFailure(problemText(t, error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={t('recipes.settle')} onClose={onClose}>
      <p className="settle-line">
        <b>{line}</b>
      </p>
      {known.length > 0 && <p>{t('recipes.settle-known', { foods: foodList(known, language, locale) })}</p>}
      <FoodSearch
        label={t(known.length > 0 ? 'recipes.settle-rest' : 'recipes.settle-food')}
        isBusy={isBusy}
        onChoose={(foodId) => void settle(foodId)}
      />
      <section className="settle-harmless" aria-labelledby="settle-harmless">
        <h3 id="settle-harmless">{t('recipes.settle-or')}</h3>
        <p>{t('recipes.settle-harmless-why')}</p>
        <Button busy={isBusy} onClick={() => void settle(null)}>
          {t('recipes.settle-harmless')}
        </Button>
      </section>
      {failure && <Banner kind="bad">{failure}</Banner>}
      <p className="field-hint">{t('recipes.settle-everywhere')}</p>
      <Actions>
        <Button onClick={onClose}>{t('recipes.cancel')}</Button>
      </Actions>
    </Dialog>
  );
}

type SearchProps = { label: string; isBusy: boolean; onChoose: (foodId: string) => void };

function FoodSearch({ label, isBusy, onChoose }: SearchProps) {
  const { t } = useTranslation();
  const foods = useFoodNames()?.foods;
  const [text, setText] = useState('');
  const found = searchFoods(foods ?? [], text);
  const press = (event: KeyboardEvent) => {
    const [first] = found;
    if (event.key !== 'Enter') return;
    // Enter must not submit the form of the recipe.
    event.preventDefault();
    if (first && found.length === 1) onChoose(first.id);
  };
  return (
    <div className="settle-search">
      <TextField
        label={label}
        placeholder={t('recipes.settle-food-hint')}
        value={text}
        maxLength={100}
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
        onKeyDown={press}
      />
      {foods && text.trim() !== '' && found.length === 0 && (
        <p role="status">{t('recipes.settle-no-food')}</p>
      )}
      {found.length > 0 && (
        <ul className="settle-foods">
          {found.map(({ id, name, match }) => (
            <li key={id}>
              <button type="button" aria-disabled={isBusy || undefined} onClick={() => onChoose(id)}>
                <bdi>{name}</bdi>
                {match !== undefined && <small>{match}</small>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
