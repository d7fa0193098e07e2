/** The languages in which nothing may be missing. One that is not finished has a file that says what it lacks. */
import { existsSync } from 'node:fs';
import { BASE_LANGUAGE, LANGUAGES } from '#languages/language.ts';

const FOLDER = new URL('../../../src/languages/', import.meta.url);

export const FINISHED_LANGUAGES = LANGUAGES.filter(
  (language) => !existsSync(new URL(`${language}/unfinished.md`, FOLDER)),
);
export const FINISHED_TRANSLATIONS = FINISHED_LANGUAGES.filter((language) => language !== BASE_LANGUAGE);
