/** Compares the responses of the app's API with the schemas of their endpoints. */
import { deepStrictEqual } from 'node:assert/strict';
import { z } from 'zod';

export class ResponseCheck {
  readonly #mismatches: string[] = [];

  /** Throws, which makes the response a 500, and remembers the mismatch for tests that do not look at the response. */
  readonly check = (schema: z.ZodType | undefined, body: unknown): void => {
    if (!schema && (body === undefined || Buffer.isBuffer(body))) return;
    const sent: unknown = JSON.parse(JSON.stringify(body ?? null));
    const { error } = (schema ?? z.undefined()).safeParse(sent);
    if (!error) return;
    const mismatch = `A response does not match its schema: ${z.prettifyError(error)} in ${JSON.stringify(sent).slice(0, 1_000)}`;
    this.#mismatches.push(mismatch);
    // The reason of a 500 is otherwise only in the service's log.
    console.error(mismatch);
    throw new Error(mismatch);
  };

  assertNone(): void {
    deepStrictEqual(this.#mismatches, []);
  }
}
