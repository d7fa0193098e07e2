/** Validates a line of text. The length counts code points, not UTF-16 units: 500 emoji are 500 characters. */
import { z } from 'zod';

// PostgreSQL cannot store NUL, and the other controls are invisible; tab and line feed are harmless.
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F]/;

export function textLine(maxCharacters: number) {
  return (
    z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .refine((text) => text.length <= maxCharacters || Array.from(text).length <= maxCharacters, {
        error: `must have at most ${maxCharacters} characters`,
      })
      .refine((text) => text.isWellFormed() && !CONTROLS.test(text), {
        error: 'must not contain control characters or broken Unicode',
      })
      // JSON Schema counts code points as well, so the API description can say what `refine` cannot.
      .meta({ maxLength: maxCharacters })
  );
}
