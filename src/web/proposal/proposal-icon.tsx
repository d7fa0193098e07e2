/** Icons that only proposals use, loaded with them. */
import { Drawing } from '#web/ui/icon.tsx';

const PATHS = {
  again: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 3.5v4h-4',
  locked: 'M6 11h12v9H6zM8 11V8a4 4 0 0 1 8 0v3',
  unlocked: 'M6 11h12v9H6zM8 11V8a4 4 0 0 1 7.7-1.5',
} as const;

export function ProposalIcon({ name, size = 20 }: { name: keyof typeof PATHS; size?: number }) {
  return <Drawing path={PATHS[name]} size={size} />;
}
