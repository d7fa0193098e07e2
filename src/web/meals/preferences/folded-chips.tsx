/** Chips for many values: the common and the chosen ones are visible, the others behind a button with a search field. */
import { useState } from 'react';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Chips, type ChipsProps } from '#web/meals/preferences/choices.tsx';

/** More options than this have a search field. */
const MAX_UNSEARCHED = 12;

type FoldedChipsProps<Value extends string> = ChipsProps<Value> & {
  /** Visible even if they are not chosen. */
  common: readonly Value[];
  /** The button that shows all: "More allergies". */
  moreLabel: string;
};

export function FoldedChips<Value extends string>(props: FoldedChipsProps<Value>) {
  const { common, moreLabel, options, chosen, onChoose, ...rest } = props;
  const { t, locale } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  // A value that was chosen stays visible, so that the focus stays on it when it is no longer chosen.
  const [retained, setRetained] = useState(chosen);
  const isVisible = (value: Value) => [common, chosen, retained].some((some) => some.includes(value));
  const word = search.trim().toLocaleLowerCase(locale);
  const isFound = (name: string) => isOpen && name.toLocaleLowerCase(locale).includes(word);
  const isSearched = isOpen && options.length > MAX_UNSEARCHED;
  return (
    <div className="preferences-folded">
      <Chips
        {...rest}
        options={options.filter(
          ([value, name]) => isFound(name) || (!word && isVisible(value)) || chosen.includes(value),
        )}
        chosen={chosen}
        onChoose={(next) => {
          setRetained([...new Set([...retained, ...next])]);
          onChoose(next);
        }}
      />
      {isSearched && (
        <input
          type="search"
          className="field-input"
          aria-label={t('preferences.search-in', { what: rest.label })}
          placeholder={t('preferences.search')}
          maxLength={50}
          autoComplete="off"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      <Button
        kind="quiet"
        icon={<Icon name={isOpen ? 'check' : 'plus'} size={18} />}
        aria-expanded={isOpen}
        onClick={() => {
          setOpen(!isOpen);
          setSearch('');
        }}
      >
        {isOpen ? t('preferences.done') : moreLabel}
      </Button>
    </div>
  );
}
