/** Writes the table of events in README.md. */
import { EVENTS } from '#domain/events/event.ts';

const HEAD = '| event | sent when | `data` |\n|---|---|---|\n';

/** The text with the table as the definitions of the events say. */
export function withEventTable(readme: string): string {
  const [before, after = ''] = readme.split(HEAD);
  const rows = Object.entries(EVENTS).map(([type, { description, data }]) => {
    const fields = data.map((field) => `\`${field}\``).join(', ');
    return `| \`${type}\` | ${description} | ${fields} |\n`;
  });
  return [before, HEAD, ...rows, after.slice(after.indexOf('\n\n') + 1)].join('');
}
