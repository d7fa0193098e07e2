/** A large checkbox that can be hit with a wet finger. */
import type { ReactNode } from 'react';
import { Icon } from '#web/base/ui/icon.tsx';

type TickProps = { isTicked: boolean; onToggle: () => void; children: ReactNode };

export function Tick({ isTicked, onToggle, children }: TickProps) {
  return (
    <label className="cook-tick">
      <input type="checkbox" className="sr-only" checked={isTicked} onChange={onToggle} />
      <span className="cook-box">{isTicked && <Icon name="check" size={22} />}</span>
      <span className="cook-tick-text">{children}</span>
    </label>
  );
}
