/**
 * An example of each endpoint of the public API: a request and its response. A test sends them in this order to the service
 * and compares the responses.
 */
import { readFileSync } from 'node:fs';

export type Example = { path: string; body?: unknown; response?: unknown };

/** Stands for every id that the service makes. */
export const EXAMPLE_ID = '7Zr2mWq0XKcV4tLh';

/** By operation. Read when the description is made, which few servers are asked for. */
export function readExamples(): Record<string, Example> {
  return JSON.parse(readFileSync(new URL('examples.json', import.meta.url), 'utf8')) as Record<
    string,
    Example
  >;
}
