/**
 * Writes a to-do of the shopping list (RFC 5545, section 3.6.2). What clients wrote beside the text and the state is
 * stored line by line and written back.
 */
import { objectText, utcText } from './calendar.ts';
import { contentLine, escapeText, foldLine } from './content-line.ts';

/** Properties and alarms of the to-do, and other components such as time zones. */
export type ExtraLines = { readonly inside: readonly string[]; readonly beside: readonly string[] };

type ShownTodo = {
  uid: string;
  summary: string;
  isDone: boolean;
  /** An instant as text. */
  changedAt: string;
  /** Of `extraText`. */
  extra: string;
};

export function todoText({ uid, summary, isDone, changedAt, extra }: ShownTodo): string {
  const { inside, beside } = parseExtra(extra);
  const changed = utcText(Temporal.Instant.from(changedAt));
  const done = [contentLine('COMPLETED', changed), contentLine('PERCENT-COMPLETE', '100')];
  const todo = [
    contentLine('BEGIN', 'VTODO'),
    contentLine('UID', escapeText(uid)),
    contentLine('DTSTAMP', changed),
    contentLine('LAST-MODIFIED', changed),
    contentLine('SUMMARY', escapeText(summary)),
    contentLine('STATUS', isDone ? 'COMPLETED' : 'NEEDS-ACTION'),
    ...(isDone ? done : []),
    ...inside.map(foldLine),
    contentLine('END', 'VTODO'),
  ];
  return objectText([...beside.map(foldLine), ...todo].join(''));
}

/** Empty if there is nothing to keep. */
export function extraText({ inside, beside }: ExtraLines): string {
  return inside.length + beside.length === 0 ? '' : JSON.stringify({ inside, beside });
}

function parseExtra(text: string): ExtraLines {
  return text === '' ? { inside: [], beside: [] } : (JSON.parse(text) as ExtraLines);
}
