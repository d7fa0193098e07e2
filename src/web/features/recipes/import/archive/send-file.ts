/** Sends a file and reports how much of it has arrived, which `fetch` cannot. */
import type { RequestOf, ResponseOf } from '#http/app-api.ts';
import { fillAddress } from '#web/base/address.ts';
import { ApiError, readError } from '#web/base/api.ts';

type Options = { signal: AbortSignal; onProgress: (share: number) => void };

type Upload = 'POST /app/api/imports/report' | 'POST /app/api/imports';

export async function sendFile<O extends Upload>(
  operation: O,
  { file, ...parts }: RequestOf<O> & { file: Blob },
  options: Options,
): Promise<ResponseOf<O>> {
  const response = await send(fillAddress(operation, parts), file, options);
  // A proxy may refuse large files with a page of its own.
  if (response.status === 413) throw new ApiError(413, { code: 'file-too-large' });
  if (!response.ok) throw await readError(response);
  return (await response.json()) as ResponseOf<O>;
}

function send(path: string, file: Blob, { signal, onProgress }: Options): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const call = new XMLHttpRequest();
  const fail = () => reject(new ApiError(0, { code: 'no-answer' }));
  signal.addEventListener('abort', () => call.abort(), { once: true });
  call.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
  call.upload.addEventListener('load', () => onProgress(1));
  call.addEventListener('load', () => resolve(responseOf(call)));
  // Also for a file that was changed or removed since it was chosen: browsers do not tell.
  call.addEventListener('error', fail);
  call.addEventListener('abort', fail);
  call.open('POST', path);
  call.setRequestHeader('Content-Type', 'application/octet-stream');
  call.send(file);
  return promise;
}

function responseOf(call: XMLHttpRequest): Response {
  const retryAfter = call.getResponseHeader('Retry-After');
  const headers = retryAfter === null ? {} : { 'Retry-After': retryAfter };
  return new Response(call.responseText, { status: call.status, headers });
}
