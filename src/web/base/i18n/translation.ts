/** The translation function and the locale for components, which render again when the language changes. */
import { useLingui } from '@lingui/react';
import { currentTranslation, type Translation } from './language.ts';
import type { Language } from '#languages/language.ts';

export type { Translate, Translation } from './language.ts';

export function useTranslation(): Translation & { language: Language } {
  useLingui();
  return currentTranslation();
}
