/** A text input that suggests foods and food groups while somebody types. */
import { SuggestInput, type SuggestInputProps } from '#web/base/ui/form/suggest-input.tsx';
import { useFoods } from '#web/data/queries/preferences-queries.ts';

export function FoodInput(props: Omit<SuggestInputProps, 'suggest'>) {
  const { suggest } = useFoods();
  return <SuggestInput {...props} suggest={suggest} />;
}
