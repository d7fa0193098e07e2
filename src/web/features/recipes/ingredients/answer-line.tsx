/** The dialog in which a member says what an ingredient line is: a food, or nothing that anyone must avoid. */
import { type KeyboardEvent, useState } from 'react';
import type { ByLanguage } from '#languages/language.ts';
import { api } from '#web/base/api.ts';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Actions, Dialog } from '#web/base/ui/overlay/dialog.tsx';
import { TextField } from '#web/base/ui/form/field.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { foodList } from '#web/meals/food-list.ts';
import { searchFoods } from '#web/meals/food-search.ts';
import { useFoodNames } from '#web/data/queries/recipe-queries.ts';
import './answer-line.css';

type AnswerLineProps = {
  line: string;
  known: readonly ByLanguage<string>[];
  onAnswered: () => Promise<void>;
  onClose: () => void;
};

export function AnswerLine({ line, known, onAnswered, onClose }: AnswerLineProps) {
  const { t, language, locale } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const send = async (foodId: string | null) => {
    if (isBusy) return;
    setBusy(true);
    try {
      await api('PUT /app/api/lines', { body: { line, foodId } });
      await onAnswered();
      onClose();
    } catch (error) {
      setFailure(problemText(t, error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={t('recipes.answer')} onClose={onClose}>
      <p className="answer-line">
        <b>{line}</b>
      </p>
      {known.length > 0 && <p>{t('recipes.answer-known', { foods: foodList(known, language, locale) })}</p>}
      <FoodSearch
        label={t(known.length > 0 ? 'recipes.answer-rest' : 'recipes.answer-food')}
        isBusy={isBusy}
        onChoose={(foodId) => void send(foodId)}
      />
      <section className="answer-harmless" aria-labelledby="answer-harmless">
        <h3 id="answer-harmless">{t('recipes.answer-or')}</h3>
        <p>{t('recipes.answer-harmless-why')}</p>
        <Button busy={isBusy} onClick={() => void send(null)}>
          {t('recipes.answer-harmless')}
        </Button>
      </section>
      {failure && <Banner kind="bad">{failure}</Banner>}
      <p className="field-hint">{t('recipes.answer-everywhere')}</p>
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
    <div className="answer-search">
      <TextField
        label={label}
        placeholder={t('recipes.answer-food-hint')}
        value={text}
        maxLength={100}
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
        onKeyDown={press}
      />
      {foods && text.trim() !== '' && found.length === 0 && (
        <p role="status">{t('recipes.answer-no-food')}</p>
      )}
      {found.length > 0 && (
        <ul className="answer-foods">
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
