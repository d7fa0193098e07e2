/** A text input with suggestions while somebody types: an ARIA combobox with a list. */
import { type ComponentProps, type KeyboardEvent, useId, useState } from 'react';
import { isGroupKey } from '#domain/food/food-group.ts';
import './suggest-input.css';

/** `match`: another name, if the label alone does not say why it is suggested. */
export type Suggestion = {
  id: string;
  label: string;
  match?: string | undefined;
};

export type SuggestInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  value: string;
  suggest: (text: string) => Suggestion[];
  onType: (text: string) => void;
  onPick: (suggestion: Suggestion) => void;
  /** Enter was pressed, and no suggestion is marked. */
  onEnter?: () => void;
};

export function SuggestInput(props: SuggestInputProps) {
  const { value, suggest, onType, onPick, onEnter, className = '', ...input } = props;
  const list = useId();
  const [isTyping, setTyping] = useState(false);
  const [marked, setMarked] = useState(-1);
  const suggestions = isTyping ? suggest(value) : [];
  const isOpen = suggestions.length > 0;
  const close = () => {
    setTyping(false);
    setMarked(-1);
  };
  const pick = (suggestion: Suggestion) => {
    close();
    onPick(suggestion);
  };
  const press = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === 'Enter') {
      // Enter must not submit anything else on the page.
      event.preventDefault();
      const suggestion = suggestions[marked];
      if (suggestion) return pick(suggestion);
      close();
      onEnter?.();
    } else if (isOpen && (key === 'ArrowDown' || key === 'ArrowUp')) {
      event.preventDefault();
      setMarked(next(marked, key === 'ArrowDown' ? 1 : -1, suggestions.length));
    } else if (isOpen && key === 'Escape') {
      event.preventDefault();
      close();
    }
  };
  return (
    <span className={`suggest-input ${className}`}>
      <input
        {...input}
        className="field-input"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={suggestions[marked] && `${list}-${marked}`}
        value={value}
        autoComplete="off"
        onChange={({ target }) => {
          setTyping(true);
          setMarked(-1);
          onType(target.value);
        }}
        onKeyDown={press}
        onBlur={close}
      />
      <Suggestions
        id={list}
        label={input['aria-label']}
        suggestions={suggestions}
        marked={marked}
        onPick={pick}
      />
    </span>
  );
}

type ListProps = {
  id: string;
  label: string | undefined;
  suggestions: readonly Suggestion[];
  marked: number;
  onPick: (suggestion: Suggestion) => void;
};

function Suggestions({ id, label, suggestions, marked, onPick }: ListProps) {
  return (
    <ul
      id={id}
      className="suggest-input-list"
      role="listbox"
      aria-label={label}
      hidden={suggestions.length === 0}
    >
      {suggestions.map((suggestion, at) => (
        <li
          key={suggestion.id}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === marked}
          className={isGroupKey(suggestion.id) ? 'suggest-input-group' : undefined}
          // The input keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(suggestion)}
        >
          <bdi>{suggestion.label}</bdi>
          {suggestion.match !== undefined && <small>{suggestion.match}</small>}
        </li>
      ))}
    </ul>
  );
}

/** One step forward or back, with no suggestion marked between the last and the first. */
function next(marked: number, step: number, count: number): number {
  return ((marked + 1 + step + count + 1) % (count + 1)) - 1;
}
