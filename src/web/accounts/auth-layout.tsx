/** The layout of the signed-out pages: logo, one card, and the language choice in the footer. */
import type { ReactNode } from 'react';
import { Link } from '#web/base/ui/link.tsx';
import { Logo } from '#web/base/ui/logo.tsx';
import { LanguageChoice } from './language-choice.tsx';
import './auth-layout.css';

type AuthLayoutProps = { children: ReactNode; isWide?: boolean; aside?: ReactNode };

/** `aside` is at the end of the header. */
export function AuthLayout({ children, isWide = false, aside }: AuthLayoutProps) {
  return (
    <div className="auth">
      <header className="auth-head">
        <Link href="/" className="auth-mark">
          <Logo size={36} />
          Weekfare
        </Link>
        {aside}
      </header>
      <main className={isWide ? 'auth-wide' : 'auth-sheet'}>{children}</main>
      <footer className="auth-foot">
        <LanguageChoice />
      </footer>
    </div>
  );
}
