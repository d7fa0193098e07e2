/** The field in which a dish is typed. */
import type { ComponentProps } from 'react';
import { fitText } from '#web/meals/meal-text.ts';

type TextareaProps = Omit<ComponentProps<'textarea'>, 'onChange'> & {
  value: string;
  onType: (text: string) => void;
};

export function DishTextarea({ onType, ...field }: TextareaProps) {
  return (
    <textarea
      {...field}
      onChange={({ target }) => onType(fitText(target.value))}
      enterKeyHint="done"
      autoComplete="off"
    />
  );
}
