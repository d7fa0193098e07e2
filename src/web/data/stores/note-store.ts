/**
 * The notes and tags of one signed-in member's family: an outbox of changes and the notes last seen. A change shows at
 * once, is stored before it is sent, and stays until the server has it. Does not know React.
 */
import {
  applyNoteChange,
  isEmptyNote,
  NO_NOTE,
  type NoteChange,
  type RecipeNotes,
} from '#domain/recipe/recipe-note.ts';
import type { ResponseOf } from '#http/app-api.ts';
import { CachedValues } from './cached-values.ts';
import { type Account, type Deletion } from '#web/data/database.ts';
import { openOutbox } from '#web/data/outbox/outbox.ts';
import type { ReceivedProblem } from '#web/data/outbox/plan-outbox.ts';
import { getAs, postAs } from '#web/data/outbox/requests.ts';
import type { Sent } from '#web/data/outbox/sender.ts';

/** The notes are one value, with this name. */
const ALL = 'all';

export function openNoteStore(
  account: Account,
  onChange: () => void,
  /** The server does not take the change, which is dropped: nobody can do anything about it. */
  onRefused: (reason: ReceivedProblem) => void,
) {
  const { member } = account;
  const changed = () => {
    if (!outbox.isClosed()) onChange();
  };
  const outbox = openOutbox<NoteChange, RecipeNotes, undefined>({
    account,
    kind: 'notes',
    sendNext: () => sendNext(),
    onChange: changed,
    onUnavailable: () => undefined,
    // Another tab has sent something, or has something to send.
    onMessage: () => void notes.refresh(ALL),
    emptyMessage: undefined,
  });
  const notes = new CachedValues<RecipeNotes>({
    storage: outbox.values,
    fetch: async () => ({ value: await getAs(member, 'GET /app/api/recipe-notes', {}, parseNotes) }),
    isOutdated: (_notes, _current, isEarlierRequest) => isEarlierRequest,
    onChange: changed,
  });

  async function sendNext(): Promise<Sent | undefined> {
    const [next] = await outbox.log.reload();
    if (!next || outbox.isClosed()) return undefined;
    const outcome = await postAs(member, 'POST /app/api/recipe-notes', { body: next }, parseNotes);
    if (outcome.kind === 'done') {
      // The notes first: removed from the outbox before that, the change would disappear for a moment.
      const { value } = notes.stateOf(ALL);
      const { [next.recipeId]: _before, ...others } = value ?? {};
      if (value) await notes.take(ALL, { ...others, ...outcome.response }, notes.now());
    }
    if (outcome.kind === 'refused') onRefused(outcome.reason);
    if (outcome.kind === 'done' || outcome.kind === 'refused')
      await outbox.log.apply((changes) => withoutFirst(changes, next));
    return outcome.kind === 'conflict' ? { kind: 'retry' } : outcome;
  }

  void outbox.log.reload().then(outbox.send);

  return {
    account,
    watch: () => notes.watch(ALL),
    refresh: (changeId?: number) => void notes.refresh(ALL, changeId),
    saved: () => notes.stateOf(ALL).value,
    pending: () => outbox.log.entries,
    change: (change: NoteChange) => void outbox.commit((changes) => [...changes, change]),
    close: (deletion: Deletion): Promise<void> => outbox.close(deletion),
  };
}

/** Another tab may have removed it already. */
function withoutFirst([first, ...others]: readonly NoteChange[], sent: NoteChange): readonly NoteChange[] {
  if (!first) return [];
  return JSON.stringify(first) === JSON.stringify(sent) ? others : [first, ...others];
}

/** With the changes that are not sent yet. */
export function withPendingNotes(saved: RecipeNotes, pending: readonly NoteChange[]): RecipeNotes {
  return pending.reduce<RecipeNotes>((notes, change) => {
    const { [change.recipeId]: before = NO_NOTE, ...others } = notes;
    const after = applyNoteChange(before, change);
    return isEmptyNote(after) ? others : { ...others, [change.recipeId]: after };
  }, saved);
}

function parseNotes(body: Partial<ResponseOf<'GET /app/api/recipe-notes'>> | undefined) {
  return typeof body?.notes === 'object' ? body.notes : undefined;
}
