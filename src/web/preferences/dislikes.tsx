/** Disliked foods of an eater, found by typing: never, or rather not. */
import { type KeyboardEvent, useId, useState } from 'react';
import type { Dislike } from '#domain/preferences/preferences.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useTranslation } from '#web/i18n/translation.ts';
import { Choose } from './choices.tsx';
import { useFoods } from './preferences-queries.ts';

type DislikesProps = { dislikes: readonly Dislike[]; onChange: (dislikes: Dislike[]) => void };

export function Dislikes({ dislikes, onChange }: DislikesProps) {
  const { t } = useTranslation();
  const { nameOf } = useFoods();
  return (
    <div className="preferences-dislikes">
      <AddDislike
        onAdd={(foodId) =>
          onChange([...dislikes.filter((one) => one.foodId !== foodId), { foodId, isHard: true }])
        }
      />
      <ul>
        {dislikes.map(({ foodId, isHard }, at) => (
          <li key={foodId} className="preferences-dislike">
            <bdi>{nameOf(foodId)}</bdi>
            <Choose
              label={t('preferences.how-much', { food: nameOf(foodId) })}
              value={isHard ? 'never' : 'rather-not'}
              options={[
                ['never', t('preferences.never')],
                ['rather-not', t('preferences.rather-not')],
              ]}
              onChoose={(how) => onChange(dislikes.with(at, { foodId, isHard: how === 'never' }))}
            />
            <IconButton
              label={t('preferences.remove', { what: nameOf(foodId) })}
              onClick={() => onChange(dislikes.toSpliced(at, 1))}
            >
              <Icon name="close" size={18} />
            </IconButton>
          </li>
        ))}
      </ul>
    </div>
  );
}

function AddDislike({ onAdd }: { onAdd: (foodId: string) => void }) {
  const { t } = useTranslation();
  const { find, suggest: like } = useFoods();
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const list = useId();
  const add = () => {
    const food = find(text);
    setWrong(text.trim() !== '' && !food);
    if (!food) return;
    onAdd(food.id);
    setText('');
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Enter must not submit anything else on the page.
    event.preventDefault();
    add();
  };
  return (
    <Field label={t('preferences.dislikes')} error={isWrong ? t('preferences.wrong.food') : undefined}>
      {(wiring) => (
        <span className="preferences-add-food">
          <input
            {...wiring}
            className="field-input"
            list={list}
            value={text}
            placeholder={t('preferences.dislikes-hint')}
            maxLength={100}
            autoComplete="off"
            onChange={({ target }) => {
              setText(target.value);
              setWrong(false);
            }}
            onKeyDown={press}
          />
          <datalist id={list}>
            {like(text).map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <Button onClick={add}>{t('preferences.add')}</Button>
        </span>
      )}
    </Field>
  );
}
