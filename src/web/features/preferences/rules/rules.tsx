/** Rules for every week: sentences that are edited in place, and common ones to add with a tap. */
import { useState } from 'react';
import type { Rule } from '#domain/preferences/preferences.ts';
import { Section } from '#web/base/ui/section.tsx';
import { Button, IconButton } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { PageIcon } from '#web/base/ui/page-icon.tsx';
import { newId } from '#web/data/new-id.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import type { PartProps } from '#web/features/preferences/eaters/eaters.tsx';
import { useFoods } from '#web/data/queries/preferences-queries.ts';
import { RuleEditor, type Tags } from './rule-editor.tsx';
import { ruleText } from '#web/meals/preferences/rule-text.ts';
import './rules.css';

const ANYWHERE = { days: [], slots: [], isHard: true };
const FISH_ONCE: Omit<Rule, 'id'> = { ...ANYWHERE, tag: 'protein:fish', atLeast: 1 };
/** Offered until the family has a rule about the same thing. */
const IDEAS: readonly Omit<Rule, 'id'>[] = [
  FISH_ONCE,
  { ...ANYWHERE, tag: 'diet:vegetarian', atLeast: 2 },
  { ...ANYWHERE, tag: 'title:pizza', atMost: 1 },
];

export function Rules({ preferences: { rules }, onChange, wrong, tags }: PartProps & { tags: Tags }) {
  const { t } = useTranslation();
  const [fresh, setFresh] = useState<string>();
  const change = (next: Rule[]) => onChange({ rules: next });
  const add = () => {
    const id = newId();
    setFresh(id);
    change([...rules, { id, ...FISH_ONCE }]);
  };
  return (
    <Section
      id="rules"
      title={t('preferences.rules')}
      lead={t(rules.length > 0 ? 'preferences.rules-lead' : 'preferences.rules-empty')}
    >
      {rules.length > 0 && (
        <ul className="preferences-rows">
          {rules.map((rule, at) => (
            <li key={rule.id}>
              <RuleRow
                rule={rule}
                tags={tags}
                isFresh={rule.id === fresh}
                wrong={wrong(`rules.${at}`)}
                onChange={(next) => change(rules.with(at, next))}
                onRemove={() => change(rules.toSpliced(at, 1))}
              />
            </li>
          ))}
        </ul>
      )}
      <Ideas rules={rules} onAdd={(rule) => change([...rules, { id: newId(), ...rule }])} />
      <Button className="preferences-add" icon={<Icon name="plus" />} onClick={add}>
        {t('preferences.add-rule')}
      </Button>
    </Section>
  );
}

function Ideas({ rules, onAdd }: { rules: readonly Rule[]; onAdd: (rule: Omit<Rule, 'id'>) => void }) {
  const translation = useTranslation();
  const names = { ...translation, foods: useFoods() };
  const ideas = IDEAS.filter(({ tag }) => !rules.some((rule) => rule.tag === tag));
  if (ideas.length === 0) return null;
  return (
    <ul className="preferences-ideas" aria-label={translation.t('preferences.rule-ideas')}>
      {ideas.map((idea) => (
        <li key={idea.tag}>
          <Button kind="quiet" icon={<Icon name="plus" size={18} />} onClick={() => onAdd(idea)}>
            {ruleText(names, { id: '', ...idea })}
          </Button>
        </li>
      ))}
    </ul>
  );
}

type RowProps = {
  rule: Rule;
  tags: Tags;
  /** Just added: its parts are open. */
  isFresh: boolean;
  wrong: string | undefined;
  onChange: (rule: Rule) => void;
  onRemove: () => void;
};

function RuleRow({ rule, tags, isFresh, wrong, onChange, onRemove }: RowProps) {
  const translation = useTranslation();
  const { t } = translation;
  const [isOpen, setOpen] = useState(isFresh);
  const text = ruleText({ ...translation, foods: useFoods() }, rule);
  const sentence = rule.isHard ? text : t('preferences.rule-if-possible', { rule: text });
  const isEdited = isOpen || wrong !== undefined;
  return (
    <div className="preferences-rule" role="group" aria-label={sentence}>
      <button
        type="button"
        className="preferences-sentence"
        aria-expanded={isEdited}
        onClick={() => setOpen(!isEdited)}
      >
        <span>{sentence}</span>
        <PageIcon name="pencil" size={18} />
      </button>
      <IconButton label={t('preferences.remove', { what: text })} onClick={onRemove}>
        <Icon name="trash" size={18} />
      </IconButton>
      {isEdited && <RuleEditor rule={rule} tags={tags} isWrong={wrong !== undefined} onChange={onChange} />}
      {wrong && (
        <p className="field-error">
          <Icon name="warn" size={16} />
          {wrong}
        </p>
      )}
    </div>
  );
}
