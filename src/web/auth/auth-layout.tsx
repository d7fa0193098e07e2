/** The frame of the pages before the door: the mark, one sheet of paper, and the language at the foot. */
import type { ReactNode } from 'react';
import { Link } from '#web/ui/link.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { LanguageChoice } from '#web/i18n/language-choice.tsx';
import './auth-layout.css';

export function AuthLayout({ children, isWide = false }: { children: ReactNode; isWide?: boolean }) {
  return (
    <div className="auth">
      <header className="auth-head">
        <Link href="/" className="auth-mark">
          <Logo size={36} />
          Weekfare
        </Link>
      </header>
      <main className={isWide ? 'auth-wide' : 'auth-sheet'}>{children}</main>
      <footer className="auth-foot">
        <LanguageChoice />
      </footer>
    </div>
  );
}
