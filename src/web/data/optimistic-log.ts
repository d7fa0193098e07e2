/**
 * The outbox as this tab shows it: what is stored and, on top of it, the operations that are still being
 * written. A change is on the screen before it is on the disk, and on the disk before it is sent.
 */
type Operation<Entry> = (entries: readonly Entry[]) => readonly Entry[];

type Options<Entry> = {
  storage: {
    update(operation: Operation<Entry>): Promise<readonly Entry[]>;
    read(): Promise<readonly Entry[]>;
  };
  onChange: () => void;
  /** The stored entries have changed: other tabs should read them. */
  onWritten: () => void;
};

export function openOptimisticLog<Entry>({ storage, onChange, onWritten }: Options<Entry>) {
  let stored: readonly Entry[] = [];
  let writing: Operation<Entry>[] = [];
  let shown: readonly Entry[] = [];

  function show(): void {
    const next = writing.reduce((entries, operation) => operation(entries), stored);
    // What was shown while it was written is the same when it is stored: nothing has to be rendered again.
    if (JSON.stringify(next) === JSON.stringify(shown)) return;
    shown = next;
    onChange();
  }

  return {
    /** Includes what is still being written. */
    get entries() {
      return shown;
    },

    /** Shows the result at once; resolves when it is stored. */
    async apply(operation: Operation<Entry>): Promise<void> {
      writing.push(operation);
      show();
      stored = await storage.update(operation);
      writing = writing.filter((waiting) => waiting !== operation);
      show();
      onWritten();
    },

    /** Reads what any tab has stored. */
    async reload(): Promise<readonly Entry[]> {
      const found = await storage.read();
      // Most reads find no difference, and then nothing has to be rendered.
      if (JSON.stringify(found) === JSON.stringify(stored)) return stored;
      stored = found;
      show();
      return stored;
    },
  };
}
