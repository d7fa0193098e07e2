/**
 * Escapes values for a message. Lingui unescapes a message after it has filled in the values, so `\u003c` in
 * a family's name would become `<`. Every backslash is therefore passed as an escape of itself.
 */
export function escapeValues(values: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.replaceAll('\\', String.raw`\u005c`) : value,
  ]);
  return Object.fromEntries(entries);
}
