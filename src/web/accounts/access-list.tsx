/** What can act as a member, or has ended: how much of each kind. */
import type { ResponseOf } from '#http/app-api.ts';
import type { MessageId } from '#languages/message-ids.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Link } from '#web/base/ui/link.tsx';
import './access-list.css';

type AccessKind = keyof ResponseOf<'GET /app/api/access'>['access'];

/** In this order, and where each is listed one by one. */
const KINDS: Record<AccessKind, { text: MessageId; href: string }> = {
  sessions: { text: 'auth.access.sessions', href: '/profile#sessions' },
  passkeys: { text: 'auth.access.passkeys', href: '/profile#passkeys' },
  identities: { text: 'auth.access.identities', href: '/profile#identities' },
  recovery_codes: { text: 'auth.access.recovery-codes', href: '/profile#recovery' },
  reset_links: { text: 'auth.access.reset-links', href: '/profile#members' },
  email_links: { text: 'auth.access.email-links', href: '/profile#email' },
  invitations: { text: 'auth.access.invitations', href: '/profile#members' },
  displays: { text: 'auth.access.displays', href: '/profile/displays' },
  list_links: { text: 'auth.access.list-links', href: '/profile/displays#list-links' },
  calendar_links: { text: 'auth.access.calendar-links', href: '/profile#calendar' },
  api_keys: { text: 'auth.access.api-keys', href: '/profile#keys' },
  webhooks: { text: 'auth.access.webhooks', href: '/profile#webhooks' },
};

type AccessListProps = {
  counts: ResponseOf<'GET /app/api/access'>['access'];
  label: string;
  /** Whether each kind leads to the place that lists it. */
  isLinked?: boolean;
};

export function AccessList({ counts, label, isLinked = false }: AccessListProps) {
  const { t } = useTranslation();
  return (
    <ul className="access-list" aria-label={label}>
      {(Object.keys(KINDS) as AccessKind[]).map((kind) => {
        const count = counts[kind];
        if (count === undefined) return null;
        const { text, href } = KINDS[kind];
        const shown = t(text, { count });
        // A fragment of the page that is open is the browser's: the router would not scroll there.
        const isHere = href.startsWith('/profile#') && location.pathname === '/profile';
        return (
          <li key={kind}>
            {!isLinked ? (
              shown
            ) : isHere ? (
              <a href={href.slice('/profile'.length)}>{shown}</a>
            ) : (
              <Link href={href}>{shown}</Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
