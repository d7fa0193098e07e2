/** Disliked foods and food groups of an eater, found by typing: never, or rather not. */
import { useState } from 'react';
import type { Dislike } from '#domain/preferences/preferences.ts';
import { Button, IconButton } from '#web/base/ui/button.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Choose } from '#web/meals/preferences/choices.tsx';
import { FoodInput } from './food-input.tsx';
import { useFoods } from '#web/data/queries/preferences-queries.ts';

type DislikesProps = { dislikes: readonly Dislike[]; onChange: (dislikes: Dislike[]) => void };

export function Dislikes({ dislikes, onChange }: DislikesProps) {
  const { t } = useTranslation();
  const { labelOf } = useFoods();
  return (
    <div className="preferences-dislikes">
      <AddDislike
        onAdd={(foodId) =>
          onChange([...dislikes.filter((dislike) => dislike.foodId !== foodId), { foodId, isHard: true }])
        }
      />
      <ul>
        {dislikes.map(({ foodId, isHard }, at) => (
          <li key={foodId} className="preferences-dislike">
            <bdi>{labelOf(foodId)}</bdi>
            <Choose
              label={t('preferences.how-much', { food: labelOf(foodId) })}
              value={isHard ? 'never' : 'rather-not'}
              options={[
                ['never', t('preferences.never')],
                ['rather-not', t('preferences.rather-not')],
              ]}
              onChoose={(how) => onChange(dislikes.with(at, { foodId, isHard: how === 'never' }))}
            />
            <IconButton
              label={t('preferences.remove', { what: labelOf(foodId) })}
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
  const { find } = useFoods();
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const add = (food: { id: string } | undefined) => {
    setWrong(text.trim() !== '' && !food);
    if (!food) return;
    onAdd(food.id);
    setText('');
  };
  return (
    <Field label={t('preferences.dislikes')} error={isWrong ? t('preferences.wrong.food') : undefined}>
      {(inputProps) => (
        <span className="preferences-add-food">
          <FoodInput
            {...inputProps}
            value={text}
            placeholder={t('preferences.dislikes-hint')}
            maxLength={100}
            onType={(typed) => {
              setText(typed);
              setWrong(false);
            }}
            onPick={add}
            onEnter={() => add(find(text))}
          />
          <Button onClick={() => add(find(text))}>{t('preferences.add')}</Button>
        </span>
      )}
    </Field>
  );
}
