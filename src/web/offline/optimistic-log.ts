/**
 * The ledger as this tab shows it: what the device keeps and, over it, what is still being written. A
 * change is on the screen before it is on the disk, and on the disk before it is sent.
 */
import type { PlanChange } from './plan-outbox.ts';

export type Journal = ReturnType<typeof openJournal<PlanChange>>;

type Op<Kept> = (ledger: readonly Kept[]) => readonly Kept[];
type Parts<Kept> = {
  vault: { update(op: Op<Kept>): Promise<readonly Kept[]>; read(): Promise<readonly Kept[]> };
  onChange: () => void;
  /** Other tabs may want to look. */
  onKept: () => void;
};

export function openJournal<Kept>({ vault, onChange, onKept }: Parts<Kept>) {
  let kept: readonly Kept[] = [];
  let writing: Op<Kept>[] = [];
  let shown: readonly Kept[] = [];

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
    async apply(op: Op<Kept>): Promise<void> {
      writing.push(op);
      show();
      kept = await vault.update(op);
      writing = writing.filter((one) => one !== op);
      show();
      onKept();
    },

    /** What is kept, by whichever tab. */
    async reload(): Promise<readonly Kept[]> {
      const found = await vault.read();
      // Most looks find nothing new, and then nothing is drawn anew.
      if (JSON.stringify(found) === JSON.stringify(kept)) return kept;
      kept = found;
      show();
      return kept;
    },
  };
}
