/** Asks how long an old key or secret stays valid after it was replaced. */
import type { MessageId } from '#languages/message-ids.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Field } from '#web/base/ui/form/field.tsx';

const OVERLAPS = {
  day: 'profile.overlap.day',
  week: 'profile.overlap.week',
  none: 'profile.overlap.none',
} as const satisfies Record<string, MessageId>;

export function OverlapField({ label }: { label: string }) {
  const { t } = useTranslation();
  return (
    <Field label={label}>
      {(inputProps) => (
        <select {...inputProps} name="overlap" className="field-input">
          {Object.entries(OVERLAPS).map(([value, text]) => (
            <option key={value} value={value}>
              {t(text)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Reads the form's values. */
export function chosenOverlap({ overlap = 'none' }: Record<string, string>): keyof typeof OVERLAPS {
  return overlap as keyof typeof OVERLAPS;
}
