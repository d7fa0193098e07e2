/** What else can be done with a recipe: change one's own, make one's own of any, delete one's own. */
import { useState } from 'react';
import type { RecipeView } from '#domain/recipe/recipe-view.ts';
import { ask } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { problemText } from '#web/ui/problem-text.ts';
import { showToast } from '#web/ui/toast.tsx';
import { Confirm } from '#web/profile/confirm.tsx';
import { go } from '#web/router.ts';
import { useWords } from '#web/i18n/words.ts';
import { type Answer, refreshRecipes } from './recipe-queries.ts';

export function RecipeMenu({ recipe: { id, title, own } }: { recipe: RecipeView }) {
  const { say } = useWords();
  const [isBusy, setBusy] = useState(false);
  const [isEnding, setEnding] = useState(false);
  const copy = async () => {
    setBusy(true);
    try {
      const { recipe } = await ask<Answer>('POST', `/app/api/recipes/${id}/copy`);
      refreshRecipes();
      go(`/recipes/${recipe.id}/edit`);
    } catch (error) {
      showToast({ kind: 'bad', text: problemText(say, error) });
      setBusy(false);
    }
  };
  const remove = async () => {
    await ask('DELETE', `/app/api/recipes/${id}`);
    refreshRecipes();
    showToast({ text: say('recipes.deleted', { title }) });
    go('/recipes', 'replace');
  };
  if (!own) {
    return (
      <Button icon={<Icon name="copy" />} busy={isBusy} onClick={() => void copy()}>
        {say('recipes.copy')}
      </Button>
    );
  }
  return (
    <>
      <Link href={`/recipes/${id}/edit`} className="button button-plain">
        <Icon name="pencil" />
        {say('recipes.edit')}
      </Link>
      <Menu label={say('recipes.options')} button={<Icon name="more" />}>
        <MenuItem icon={<Icon name="copy" />} onSelect={() => void copy()}>
          {say('recipes.copy')}
        </MenuItem>
        <MenuItem isDanger icon={<Icon name="trash" />} onSelect={() => setEnding(true)}>
          {say('recipes.delete')}
        </MenuItem>
      </Menu>
      {isEnding && (
        <Confirm
          title={say('recipes.delete-title', { title })}
          action={say('recipes.delete')}
          keep={say('recipes.keep')}
          run={remove}
          onClose={() => setEnding(false)}
        >
          <p>{say('recipes.delete-why')}</p>
        </Confirm>
      )}
    </>
  );
}
