/** JSON that keeps its exact characters when a program composes the Unicode of the file, as readers of archives do. */
import { normalize } from '#domain/text/unicode.ts';

export function exactJson(value: unknown, indent = 0): string {
  const json = JSON.stringify(value, undefined, indent);
  if (normalize(json, 'NFC') === json) return json;
  // Not the halves of emoji and other rare characters: YAML, of which this is a part in Cooklang, refuses them.
  return json.replaceAll(/[^ -~\s\uD800-\uDFFF]/g, escaped);
}

/** As JSON writes a character without itself. */
export function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
