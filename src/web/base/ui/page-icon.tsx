/** Icons that the week page does not use, loaded with the other pages. */
import { Drawing } from './icon.tsx';

const PATHS = {
  display: 'M3 5h18v12H3zM8 21h8M12 17v4',
  key: 'M8 19a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM11 12.5L20 4M16 8l3 3',
  minus: 'M5 12h14',
  pencil: 'M4 20l1-4L16 5l3 3L8 19z',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.5-4 3.5-6 7.5-6s7 2 7.5 6',
  soon: 'M6 4h12v16l-6-4-6 4z',
  share: 'M12 15V4M8 8l4-4 4 4M6 12H4v8h16v-8h-2',
} as const;

export function PageIcon({ name, size = 20 }: { name: keyof typeof PATHS; size?: number }) {
  return <Drawing path={PATHS[name]} size={size} />;
}
