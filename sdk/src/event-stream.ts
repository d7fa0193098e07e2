/** Reads server-sent events as the HTML standard defines them, from pieces that may end anywhere. */

export type Message = { id: string; data: string };

/** What the stream has said so far. A caller connects again with it. */
export type StreamState = {
  /** The id of the last complete message. */
  lastEventId: string;
  /** How long to wait before connecting again. */
  retryMs: number;
};

/** Feed it the bytes of one connection, piece by piece; it returns the messages that are complete. */
export function createMessageReader(state: StreamState): (piece: Uint8Array) => Message[] {
  // It also removes a byte order mark.
  const decoder = new TextDecoder();
  let rest = '';
  let endedWithCr = false;
  let id = state.lastEventId;
  let data: string[] = [];

  function readLine(line: string, messages: Message[]): void {
    if (line === '') {
      // Only here: a message that was cut off must be sent again.
      state.lastEventId = id;
      if (data.length > 0) messages.push({ id, data: data.join('\n') });
      data = [];
      return;
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) as RegExpExecArray;
    if (field === 'data') data.push(value);
    if (field === 'id' && !value.includes('\0')) id = value;
    if (field === 'retry' && /^\d+$/.test(value)) state.retryMs = Number(value);
  }

  return (piece) => {
    const text = decoder.decode(piece, { stream: true });
    // The line feed of a pair whose carriage return ended the piece before.
    const isSecondOfPair = endedWithCr && text.startsWith('\n');
    if (text) endedWithCr = text.endsWith('\r');
    // Each piece is divided once, so that a long line does not take quadratic time.
    const lines = (isSecondOfPair ? text.slice(1) : text).split(/\r\n|\r|\n/);
    lines[0] = rest + lines[0];
    rest = lines.pop() as string;
    const messages: Message[] = [];
    for (const line of lines) readLine(line, messages);
    return messages;
  };
}
