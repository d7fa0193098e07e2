/** The family's own tags of a recipe: chips that search for them, and a field for more. */
import { useState } from 'react';
import { hasTag, MAX_TAG_LENGTH, MAX_TAGS, tagKey } from '#domain/recipe/recipe-note.ts';
import { Button, IconButton } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Link } from '#web/base/ui/link.tsx';
import { SuggestInput } from '#web/base/ui/form/suggest-input.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { changeNote, useFamilyTags, useRecipeNote } from '#web/data/queries/recipe-notes.ts';
import './recipe-tags.css';

const MAX_SUGGESTIONS = 6;

export function RecipeTags({ recipeId }: { recipeId: string }) {
  const { t } = useTranslation();
  const { tags } = useRecipeNote(recipeId);
  const [isAdding, setAdding] = useState(false);
  return (
    <div className="own-tags" role="group" aria-label={t('recipes.own-tags')}>
      {tags.length > 0 && (
        <ul>
          {tags.map((tag) => (
            <li key={tag} className="own-tag">
              <Link href={`/recipes?${new URLSearchParams({ tag })}`}>{tag}</Link>
              <IconButton
                label={t('recipes.tag-remove', { tag })}
                onClick={() => changeNote({ recipeId, removeTags: [tag] })}
              >
                <Icon name="close" size={14} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {isAdding && tags.length < MAX_TAGS ? (
        <NewTag recipeId={recipeId} onClose={() => setAdding(false)} />
      ) : (
        <Button kind="quiet" icon={<Icon name="plus" size={18} />} onClick={() => setAdding(true)}>
          {t('recipes.tag-add')}
        </Button>
      )}
    </div>
  );
}

/** Several tags can be typed with commas between them. */
function NewTag({ recipeId, onClose }: { recipeId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const note = useRecipeNote(recipeId);
  const known = useFamilyTags().filter((tag) => !hasTag(note, tag));
  const [text, setText] = useState('');
  const add = (typed: string) => {
    const addTags = typed
      .split(',')
      .map((tag) => tag.trim().slice(0, MAX_TAG_LENGTH))
      .filter((tag) => tag !== '');
    if (addTags.length > 0) changeNote({ recipeId, addTags });
    setText('');
    if (addTags.length === 0) onClose();
  };
  return (
    <div className="own-tags-new">
      <SuggestInput
        aria-label={t('recipes.tag')}
        placeholder={t('recipes.tag-hint')}
        value={text}
        autoFocus
        maxLength={MAX_TAG_LENGTH * 3}
        suggest={(typed) =>
          known
            .filter((tag) => tagKey(tag).includes(tagKey(typed.trim())))
            .slice(0, MAX_SUGGESTIONS)
            .map((tag) => ({ id: tag, label: tag }))
        }
        onType={setText}
        onPick={({ label }) => add(label)}
        onEnter={() => add(text)}
      />
      <Button onClick={() => add(text)}>{t('recipes.tag-save')}</Button>
    </div>
  );
}
