/** Finds secrets in files, logs and responses. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Lists the secrets that a place contains, in plain text or encoded. */
export function findLeaks(secrets: readonly string[], places: Record<string, Buffer>): string[] {
  return Object.entries(places).flatMap(([place, bytes]) =>
    secrets
      .filter((secret) => formsOf(secret).some((form) => bytes.includes(form)))
      .map((secret) => `${secret} in ${place}`),
  );
}

/** A secret as text, hex and base64. The secret part of an API key begins after its public id. */
function formsOf(secret: string): string[] {
  const bare = secret.startsWith('wf_') ? secret.slice(12) : secret;
  return [bare, Buffer.from(bare).toString('hex'), Buffer.from(bare).toString('base64').replace(/=+$/, '')];
}

export function filesIn(folder: string): Record<string, Buffer> {
  return Object.fromEntries(
    globSync('*', { cwd: folder }).map((name) => [name, readFileSync(join(folder, name))]),
  );
}
