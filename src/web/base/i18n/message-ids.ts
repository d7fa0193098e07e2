/** The ids of all messages, taken from the English files: one file per part of the app. */
import type account from '#web/base/i18n/en/account.json';
import type app from '#web/base/i18n/en/app.json';
import type auth from '#web/base/i18n/en/auth.json';
import type cook from '#web/base/i18n/en/cook.json';
import type display from '#web/base/i18n/en/display.json';
import type importPart from '#web/base/i18n/en/import.json';
import type list from '#web/base/i18n/en/list.json';
import type onboarding from '#web/base/i18n/en/onboarding.json';
import type preferences from '#web/base/i18n/en/preferences.json';
import type profile from '#web/base/i18n/en/profile.json';
import type proposal from '#web/base/i18n/en/proposal.json';
import type recipes from '#web/base/i18n/en/recipes.json';
import type ui from '#web/base/i18n/en/ui.json';
import type warnings from '#web/base/i18n/en/warnings.json';
import type week from '#web/base/i18n/en/week.json';
import type welcome from '#web/base/i18n/en/welcome.json';

type Catalogue = typeof account &
  typeof app &
  typeof auth &
  typeof cook &
  typeof display &
  typeof importPart &
  typeof list &
  typeof onboarding &
  typeof preferences &
  typeof profile &
  typeof proposal &
  typeof recipes &
  typeof ui &
  typeof warnings &
  typeof week &
  typeof welcome;

export type MessageId = keyof Catalogue;

declare module '@lingui/core' {
  interface Register {
    messageIds: MessageId;
  }
}
