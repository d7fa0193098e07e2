/** A message across the page that stays as long as its cause: offline, a conflict, an error. */
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import './banner.css';

type BannerProps = {
  kind?: 'plain' | 'good' | 'warn' | 'bad';
  icon?: IconName;
  children: ReactNode;
  action?: ReactNode;
};

export function Banner({ kind = 'plain', icon, children, action }: BannerProps) {
  return (
    <div className={`banner banner-${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
      {icon && <Icon name={icon} />}
      <div className="banner-text">{children}</div>
      {action}
    </div>
  );
}
