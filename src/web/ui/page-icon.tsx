/** Icons that the week page does not use, loaded with the other pages. */
import { Drawing } from './icon.tsx';

const PATHS = {
  key: 'M8 19a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM11 12.5L20 4M16 8l3 3',
  minus: 'M5 12h14',
  pencil: 'M4 20l1-4L16 5l3 3L8 19z',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c.5-4 3-6 6.5-6s6 2 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5c2 .8 3.200 2.700 3.5 5.5',
} as const;

export function PageIcon({ name, size = 20 }: { name: keyof typeof PATHS; size?: number }) {
  return <Drawing path={PATHS[name]} size={size} />;
}
