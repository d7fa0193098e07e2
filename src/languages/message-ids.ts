/** The ids of all messages, taken from the English files: one file per part of the app. */
import type account from './en/messages/account.json';
import type app from './en/messages/app.json';
import type auth from './en/messages/auth.json';
import type calendar from './en/messages/calendar.json';
import type cook from './en/messages/cook.json';
import type day from './en/messages/day.json';
import type diets from './en/messages/diets.json';
import type display from './en/messages/display.json';
import type importPart from './en/messages/import.json';
import type lines from './en/messages/lines.json';
import type list from './en/messages/list.json';
import type menus from './en/messages/menus.json';
import type mail from './en/messages/mail.json';
import type onboarding from './en/messages/onboarding.json';
import type preferences from './en/messages/preferences.json';
import type profile from './en/messages/profile.json';
import type proposal from './en/messages/proposal.json';
import type recipes from './en/messages/recipes.json';
import type ui from './en/messages/ui.json';
import type warnings from './en/messages/warnings.json';
import type week from './en/messages/week.json';
import type welcome from './en/messages/welcome.json';

type Catalogue = typeof account &
  typeof app &
  typeof auth &
  typeof calendar &
  typeof cook &
  typeof day &
  typeof diets &
  typeof display &
  typeof importPart &
  typeof lines &
  typeof list &
  typeof menus &
  typeof mail &
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

/** Returns a message with its values filled in. */
export type Translate = (id: MessageId, values?: Record<string, unknown>) => string;

declare module '@lingui/core' {
  interface Register {
    messageIds: MessageId;
  }
}
