/** Checks a JSON-RPC message before the SDK gets it, and writes JSON-RPC errors. */

/** Codes of JSON-RPC 2.0. */
const ERRORS = {
  'not-json': { code: -32_700, message: 'The body is not JSON.' },
  'no-batches': { code: -32_600, message: 'Send one message at a time; batches are not supported.' },
  'not-a-message': { code: -32_600, message: 'The body is not a JSON-RPC message.' },
  'too-large': { code: -32_600, message: 'The body is too large.' },
  'not-json-type': { code: -32_600, message: 'The Content-Type must be application/json.' },
  'long-id': { code: -32_600, message: 'The id is too long.' },
  'no-method': { code: -32_601, message: 'There is no such method.' },
} as const;
export type MessageFault = keyof typeof ERRORS;

const MAX_ID_LENGTH = 200;

export function rpcErrorText(fault: MessageFault, id: string | number | null = null): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: ERRORS[fault] });
}

export function rpcError(status: number, fault: MessageFault, id?: string | number): Response {
  const headers = { 'content-type': 'application/json' };
  return new Response(rpcErrorText(fault, id), { status, headers });
}

/** Batches were part of the revision 2025-03-26 only, and no client that we know sends one. */
export function findFault(body: unknown): MessageFault | undefined {
  if (Array.isArray(body)) return 'no-batches';
  if (typeof body !== 'object' || body === null) return 'not-a-message';
  const { id } = body as { id?: unknown };
  return typeof id === 'string' && id.length > MAX_ID_LENGTH ? 'long-id' : undefined;
}
