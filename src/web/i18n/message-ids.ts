/** The ids of all messages, taken from the English files: one file per part of the app. */
import type account from './en/account.json';
import type app from './en/app.json';
import type auth from './en/auth.json';
import type cook from './en/cook.json';
import type display from './en/display.json';
import type importPart from './en/import.json';
import type list from './en/list.json';
import type onboarding from './en/onboarding.json';
import type preferences from './en/preferences.json';
import type profile from './en/profile.json';
import type proposal from './en/proposal.json';
import type recipes from './en/recipes.json';
import type ui from './en/ui.json';
import type warnings from './en/warnings.json';
import type week from './en/week.json';
import type welcome from './en/welcome.json';

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
