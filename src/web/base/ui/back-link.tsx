/** The link above a page's title to the page that it belongs to. */
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';
import './back-link.css';

export function BackLink({ href, label }: { href: string; label: string }) {
  return (
    <Link href={href} className="back-link">
      <Icon name="back" size={16} />
      {label}
    </Link>
  );
}
