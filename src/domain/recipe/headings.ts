/**
 * Headings in the lists of a recipe: a short line that ends with a colon, such as "For the dough:". People type them so,
 * and an app of an earlier version keeps them, because they are lines.
 */

const MAX_HEADING_LENGTH = 120;

export function isHeadingLine(line: string): boolean {
  return line.endsWith(':') && line.length <= MAX_HEADING_LENGTH;
}

/** The heading without its colon. */
export function headingText(line: string): string {
  return line.slice(0, -1).trimEnd();
}

/** The line that stands for a heading. */
function headingLine(heading: string): string {
  const text = heading
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_HEADING_LENGTH - 1);
  return text.endsWith(':') ? text : `${text}:`;
}

export type LineGroup = { readonly heading?: string; readonly lines: readonly string[] };

/** Lines with their headings, as groups. A group without lines is retained: a heading must not get lost. */
export function groupLines(lines: readonly string[]): LineGroup[] {
  const groups: { heading?: string; lines: string[] }[] = [];
  for (const line of lines) {
    if (isHeadingLine(line)) groups.push({ heading: headingText(line), lines: [] });
    else if (groups.length === 0) groups.push({ lines: [line] });
    else groups.at(-1)?.lines.push(line);
  }
  return groups;
}

/** The lines of groups, with a line for each heading. */
export function linesOfGroups(groups: readonly LineGroup[]): string[] {
  return groups.flatMap(({ heading, lines }) =>
    heading === undefined || heading.trim() === '' ? lines : [headingLine(heading), ...lines],
  );
}
