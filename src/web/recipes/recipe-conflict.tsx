/** Two people changed the same recipe: what differs, side by side, and a choice. */
import { useState } from 'react';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Actions, Dialog } from '#web/ui/dialog.tsx';
import { problemText } from '#web/ui/problem-text.ts';
import { SLOT_NAMES } from '#web/week/place-words.ts';
import type { MessageId } from '#web/i18n/message-ids.ts';
import { type Say, useWords } from '#web/i18n/words.ts';
import type { Draft } from './draft.ts';
import './recipe-conflict.css';

const NAMES: Record<keyof Draft, MessageId> = {
  title: 'recipes.title-field',
  servings: 'recipes.servings',
  activeMinutes: 'recipes.active-minutes',
  totalMinutes: 'recipes.total-minutes',
  meals: 'recipes.meals',
  cuisine: 'recipes.cuisine',
  keeps: 'recipes.keeps',
  ingredients: 'recipes.ingredients',
  steps: 'recipes.steps',
};

type ConflictProps = {
  mine: Draft;
  theirs: Draft;
  onMine: () => Promise<void>;
  onTheirs: () => void;
  /** Back to what one was writing. */
  onClose: () => void;
};

export function RecipeConflict({ mine, theirs, onMine, onTheirs, onClose }: ConflictProps) {
  const { say } = useWords();
  const [failure, setFailure] = useState<string>();
  const fields = (Object.keys(NAMES) as (keyof Draft)[]).filter(
    (field) => shown(say, mine[field]) !== shown(say, theirs[field]),
  );
  return (
    <Dialog title={say('recipes.conflict-title')} onClose={onClose}>
      <p>{say('recipes.conflict-why')}</p>
      {fields.map((field) => (
        <section key={field} className="recipe-conflict">
          <h3>{say(NAMES[field])}</h3>
          <Side label={say('recipes.conflict-mine')} text={shown(say, mine[field])} />
          <Side label={say('recipes.conflict-theirs')} text={shown(say, theirs[field])} />
        </section>
      ))}
      {failure && <Banner kind="bad">{failure}</Banner>}
      <Actions>
        <Button onClick={onTheirs}>{say('recipes.keep-theirs')}</Button>
        <Button
          kind="primary"
          onClick={() => onMine().catch((error: unknown) => setFailure(problemText(say, error)))}
        >
          {say('recipes.keep-mine')}
        </Button>
      </Actions>
    </Dialog>
  );
}

function Side({ label, text }: { label: string; text: string }) {
  return (
    <figure className="recipe-conflict-side">
      <figcaption>{label}</figcaption>
      <p>{text}</p>
    </figure>
  );
}

function shown(say: Say, value: Draft[keyof Draft]): string {
  if (typeof value === 'string') return value.trim() || '–';
  if (typeof value === 'boolean') return value ? '✓' : '–';
  return value.map((slot) => say(SLOT_NAMES[slot])).join(', ') || '–';
}
