/** A link inside the app, which navigates without a reload. The browser handles clicks with modifier keys. */
import type { ComponentProps, MouseEvent } from 'react';
import { navigate } from '#web/base/router.ts';

export function Link({ href, ...rest }: ComponentProps<'a'> & { href: string }) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(href);
  };
  return <a href={href} onClick={follow} {...rest} />;
}
