/**
 * The ledger as this tab shows it: what the device keeps and, over it, what is still being written. A
 * change is on the screen before it is on the disk, and on the disk before it is sent.
 */
import type { Ledger, Op } from './ledger.ts';
import type { Vault } from './vault.ts';

export type Journal = ReturnType<typeof openJournal>;

type Parts = {
  vault: Pick<Vault, 'update' | 'read'>;
  onChange: () => void;
  /** Other tabs may want to look. */
  onKept: () => void;
};

export function openJournal({ vault, onChange, onKept }: Parts) {
  let kept: Ledger = [];
  let writing: Op[] = [];
  let shown: Ledger = [];

  function show(): void {
    shown = writing.reduce((ledger, op) => op(ledger), kept);
    onChange();
  }

  return {
    /** With what is still being written. */
    get shown() {
      return shown;
    },

    /** Shows at once; comes back when it is kept. */
    async apply(op: Op): Promise<void> {
      writing.push(op);
      show();
      kept = await vault.update(op);
      writing = writing.filter((one) => one !== op);
      show();
      onKept();
    },

    /** What is kept, by whichever tab. */
    async reload(): Promise<Ledger> {
      kept = await vault.read();
      show();
      return kept;
    },
  };
}
