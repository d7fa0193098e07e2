/**
 * Values for a message, so that what somebody typed comes out of it as it was typed. Lingui unescapes a message
 * after its values are put in: a `\u003c` in a family's name would become a `<`. So each backslash goes in as
 * what Lingui unescapes to one.
 */
export function asWritten(values: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.replaceAll('\\', String.raw`\u005c`) : value,
  ]);
  return Object.fromEntries(entries);
}
