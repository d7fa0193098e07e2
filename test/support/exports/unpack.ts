/** Unpacks an export: JSON files as values, pictures in base64, others as text, by name. */
import { openZip, ZipBudget } from '#import/archive/zip.ts';

// oxlint-disable-next-line typescript/no-explicit-any
export type Unpacked = Record<string, any>;

export async function unpack(bytes: Buffer): Promise<Unpacked> {
  const zip = await openZip(bytes, new ZipBudget(), 1);
  const unpacked: Unpacked = {};
  for (const [name, file] of zip.files) {
    const text = (await file.read()).toString(name.startsWith('pictures/') ? 'base64' : 'utf8');
    unpacked[name] = name.endsWith('.json') ? JSON.parse(text) : text;
  }
  zip.close();
  return unpacked;
}
