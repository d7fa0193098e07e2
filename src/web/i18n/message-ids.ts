/** Which messages there are: one file per part, and the English ones say which. */
import type app from './en/app.json';
import type display from './en/display.json';
import type entry from './en/entry.json';
import type list from './en/list.json';
import type look from './en/look.json';
import type profile from './en/profile.json';
import type proposal from './en/proposal.json';
import type recipes from './en/recipes.json';
import type sync from './en/sync.json';
import type week from './en/week.json';
import type wishes from './en/wishes.json';

type Catalogue = typeof app &
  typeof display &
  typeof entry &
  typeof list &
  typeof look &
  typeof profile &
  typeof proposal &
  typeof recipes &
  typeof sync &
  typeof week &
  typeof wishes;

export type MessageId = keyof Catalogue;

declare module '@lingui/core' {
  interface Register {
    messageIds: MessageId;
  }
}
