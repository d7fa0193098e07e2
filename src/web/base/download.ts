/** Saves a file of the server on the device. */
import { ApiError, fetchResponse, readError, withReauthentication } from './api.ts';

/** Fetches the file before saving it: a plain link would save an error response as the file. */
export async function saveFile(path: string, name: string, method: 'GET' | 'POST' = 'GET'): Promise<void> {
  const response = await withReauthentication(async () => {
    const answer = await fetchResponse(path, { method });
    return answer.ok ? answer : readError(answer);
  });
  const file = await response.blob().catch(() => {
    throw new ApiError(0, { code: 'no-answer', detail: 'The response was incomplete.' });
  });
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has copied the data by then.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
