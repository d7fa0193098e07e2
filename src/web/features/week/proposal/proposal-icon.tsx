/** Icons that only proposals use, loaded with them. */
import { Drawing } from '#web/base/ui/icon.tsx';

const PATHS = {
  again: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 3.5v4h-4',
  cost: 'M4 4h8l8.5 8.5-8 8L4 12zM8.5 8.51V8.5',
  fish: 'M3 12c3-5 8-6 12-3.5L21 6v12l-6-2.5C11 18 6 17 3 12zM8 11.01V11',
  leaf: 'M5 19c0-9 5-14 15-14 0 10-5 15-12 13M4 21c1-5 4-8 9-10',
  meat: 'M10 14c-2.5-2.5-1-7.5 2.5-9.5s7 0 7.5 3-1.5 6.5-4 7.5-4.5.5-6-1zM10 14l-4.5 4.5M4 17l3 3',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l4.5 4.5',
  new: 'M12 3l2.2 6.8L21 12l-6.8 2.2L12 21l-2.2-6.8L3 12l6.8-2.2z',
  locked: 'M6 11h12v9H6zM8 11V8a4 4 0 0 1 8 0v3',
  unlocked: 'M6 11h12v9H6zM8 11V8a4 4 0 0 1 7.7-1.5',
} as const;

export function ProposalIcon({ name, size = 20 }: { name: keyof typeof PATHS; size?: number }) {
  return <Drawing path={PATHS[name]} size={size} />;
}
