/** Asks about staples that the recipes need and most families have at home. */
import { useId } from 'react';
import type { Item } from '#domain/shopping-list/item.ts';
import { Button } from '#web/base/ui/button.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { keepFoods, wantItem } from '#web/features/list/commands.ts';
import { Collapsible } from '#web/features/list/collapsible.tsx';
import { ItemDetail, ItemWarnings, type RowProps } from '#web/features/list/aisles/item-row.tsx';
import type { ListWarnings } from '#web/data/shopping-list.ts';
import { focusNeighbour } from '#web/features/list/aisles/focus-neighbour.ts';
import './staple-questions.css';

/** More are folded: the list comes first. */
const MAX_OPEN_QUESTIONS = 4;

type QuestionsProps = { week: string; items: readonly Item[]; warnings: ListWarnings };

export function StapleQuestions({ week, items, warnings }: QuestionsProps) {
  const { t } = useTranslation();
  if (items.length === 0) return null;
  return (
    <section className="list-asked">
      <Collapsible
        className="list-questions"
        title={t('list.probably-at-home')}
        count={items.length}
        isOpen={items.length <= MAX_OPEN_QUESTIONS}
      >
        <ul>
          {items.map((item) => (
            <Question key={item.id} week={week} item={item} warnings={warnings[item.foodId ?? '']} />
          ))}
        </ul>
      </Collapsible>
      {items.length > MAX_OPEN_QUESTIONS && <AllQuestions week={week} items={items} warnings={warnings} />}
    </section>
  );
}

/** The names of the staples, and one button for all of them. */
function AllQuestions({ week, items, warnings }: QuestionsProps) {
  const { t } = useTranslation();
  return (
    <div className="list-all">
      <p>
        {items.map((item) => (
          <span key={item.id}>
            <bdi>{item.name}</bdi> <ItemWarnings warnings={warnings[item.foodId ?? '']} />
          </span>
        ))}
      </p>
      <Button
        onClick={({ currentTarget }) => {
          focusNeighbour(currentTarget, '.list-tick');
          keepFoods(week, t('list.have-all'), items);
        }}
      >
        {t('list.have-all')}
      </Button>
    </div>
  );
}

function Question({ week, item, warnings }: RowProps) {
  const { t } = useTranslation();
  const id = useId();
  const answerButton = (kind: 'have' | 'need', act: () => void) => (
    <Button
      id={`${id}-${kind}`}
      className={`list-${kind}`}
      aria-labelledby={`${id}-${kind} ${id}`}
      onClick={({ currentTarget }) => {
        focusNeighbour(currentTarget, `.list-${kind}`);
        act();
      }}
    >
      {kind === 'have' ? t('list.have') : t('list.need-it')}
    </Button>
  );
  return (
    <li className="list-question" data-item={item.id}>
      <bdi className="list-name" id={id}>
        {item.name}
      </bdi>
      <span className="list-answers">
        {answerButton('have', () => keepFoods(week, item.name, [item]))}
        {answerButton('need', () => wantItem(week, item))}
      </span>
      <ItemDetail id={`${id}-more`} item={item} />
      <ItemWarnings warnings={warnings} />
    </li>
  );
}
