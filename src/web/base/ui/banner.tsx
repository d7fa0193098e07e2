/** A message across the page that stays as long as its cause: offline, a conflict, an error. */
import type { ReactElement, ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import './banner.css';

type BannerProps = {
  kind?: 'plain' | 'good' | 'warn' | 'bad';
  icon?: IconName | ReactElement;
  children: ReactNode;
  action?: ReactNode;
};

export function Banner({ kind = 'plain', icon, children, action }: BannerProps) {
  return (
    <div className={`banner banner-${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
      {typeof icon === 'string' ? <Icon name={icon} /> : icon}
      <div className="banner-text">{children}</div>
      {action}
    </div>
  );
}
