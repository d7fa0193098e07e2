/** The frame of the pages before the door: the mark, one sheet of paper, and the language at the foot. */
import type { ReactNode } from 'react';
import { Link } from '#web/ui/link.tsx';
import { Mark } from '#web/ui/mark.tsx';
import { LanguageChoice } from '#web/i18n/language-choice.tsx';
import './door.css';

export function Door({ children, isWide = false }: { children: ReactNode; isWide?: boolean }) {
  return (
    <div className="door">
      <header className="door-head">
        <Link href="/" className="door-mark">
          <Mark size={36} />
          Weekfare
        </Link>
      </header>
      <main className={isWide ? 'door-wide' : 'door-sheet'}>{children}</main>
      <footer className="door-foot">
        <LanguageChoice />
      </footer>
    </div>
  );
}
