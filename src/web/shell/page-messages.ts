/** The messages of the pages on which a visit begins: the boot script requests them beside the app, and the pages wait for them. */
import type { Part } from '#web/base/i18n/catalogue.ts';

/** By the first part of the path; `welcome` is `/` for visitors. */
export const PAGE_MESSAGES = {
  list: ['list', 'recipes'],
  recipes: ['recipes', 'list'],
  'shared-list': ['list'],
  'sign-in': ['auth'],
  'sign-up': ['auth'],
  welcome: ['auth', 'welcome'],
} as const satisfies Record<string, readonly Part[]>;
