/**
 * The version of the rules by which ingredient lines and recipes are understood, and of the food files. A
 * stored recipe index names the version that made it, so the version must be raised whenever the same
 * recipe would get another index. test/corpora/rules-version.test.ts fails when that is forgotten and prints both
 * values to write here. Never lower it. docs/decisions/0017-a-version-of-the-rules.md says why.
 */
export const RULES_VERSION = 12;

/** Of the version, the food files and the understanding of test/corpora/rules-corpus.txt. */
export const CORPUS_HASH = 'V-UCUe125CemAl5R';
