/**
 * Reads a stream of server-sent events that needs a request body, which an EventSource cannot send: a token must not
 * be in a path. A hidden page holds no connection.
 */
import { retryDelayMs } from '#web/data/outbox/sender.ts';

type Options = {
  body: object;
  /** The last change that the page shows. */
  lastEventId: () => string;
  /** Called for each event, and whenever something may have been missed. */
  onChange: () => void;
};

/** Returns how to stop. */
export function followChanges(path: string, { body, lastEventId, onChange }: Options): () => void {
  let connection: AbortController | undefined;

  function follow(): void {
    connection?.abort();
    connection = undefined;
    if (document.hidden) return;
    connection = new AbortController();
    void readUntilAborted(connection.signal);
  }

  async function readUntilAborted(signal: AbortSignal): Promise<void> {
    for (let failures = 1; !signal.aborted; failures += 1) {
      try {
        const headers = { 'Content-Type': 'application/json', 'Last-Event-ID': lastEventId() };
        const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body), signal });
        if (response.ok && response.body) {
          failures = 0;
          const text = response.body.pipeThrough(new TextDecoderStream());
          for await (const part of chunksOf(text)) if (part.includes('event: changed')) onChange();
        }
      } catch {
        // Aborted, or no connection.
      }
      if (signal.aborted) return;
      // A stream ends when the link is revoked: the next request shows it.
      onChange();
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs(failures + 1, Math.random())));
    }
  }

  const onVisible = () => {
    if (!document.hidden) onChange();
    follow();
  };
  document.addEventListener('visibilitychange', onVisible);
  addEventListener('online', onVisible);
  follow();
  return () => {
    connection?.abort();
    document.removeEventListener('visibilitychange', onVisible);
    removeEventListener('online', onVisible);
  };
}

/** Not every browser can iterate over a stream. */
async function* chunksOf(stream: ReadableStream<string>): AsyncGenerator<string> {
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
}
