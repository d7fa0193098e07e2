/**
 * The icons of the week page and of components that all pages share, in the text's colour. Hidden from screen
 * readers, so each needs a text label beside it.
 */

const PATHS = {
  arrow: 'M9 5l7 7-7 7',
  back: 'M15 5l-7 7 7 7',
  book: 'M12 6c-2-1.5-5-2-8-2v14c3 0 6 .5 8 2 2-1.5 5-2 8-2V4c-3 0-6 .5-8 2zM12 6v14',
  bowl: 'M3 11h18a9 9 0 0 1-18 0zM8 7c0-1.5 1.5-1.5 1.5-3M13 7c0-1.5 1.5-1.5 1.5-3',
  check: 'M4.5 12.5l5 5 10-11',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  leave: 'M14 4h5v16h-5M4 12h11M11 8l4 4-4 4',
  leftovers: 'M4 10h16l-1.5 10h-13zM3 7h18v3H3zM9 7V4h6v3',
  list: 'M11 6h9M11 12h9M11 18h9M4 6l1 1 2-2M4 12l1 1 2-2M4 18l1 1 2-2',
  more: 'M12 6.01V6M12 12.01V12M12 18.01V18',
  move: 'M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3',
  'no-answer':
    'M4 4l16 16M8.5 15.5a5 5 0 0 1 7 0M5 12a10 10 0 0 1 4-2.5M19 12a10 10 0 0 0-5.5-2.900M12 19.01V19',
  out: 'M7 3v7a2.5 2.5 0 0 0 5 0V3M9.5 12.5V21M17 21V3c-2.5 1-3 4-3 8h3',
  people: 'M9 11a3 3 0 1 0 0-7 3 3 0 0 0 0 7zM3 20c0-8 12-8 12 0M15 4a3 3 0 0 1 0 7M17 14c3 1 4 3 4 6',
  plus: 'M12 5v14M5 12h14',
  print: 'M7 8V3h10v5M7 17H3V8h18v9h-4M7 14h10v7H7z',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 14h10l1-14M10 11v6M14 11v6',
  undo: 'M8 5L4 9l4 4M4 9h10a6 6 0 0 1 0 12h-4',
  warn: 'M12 4l9 16H3zM12 10v4M12 17.01V17',
  week: 'M4 6h16v14H4zM4 10h16M8 3v5M16 3v5',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return <Drawing path={PATHS[name]} size={size} weight={name === 'more' ? 3 : 2} />;
}

/** For icons that the week page does not load. */
export function Drawing({ path, size, weight = 2 }: { path: string; size: number; weight?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={weight}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  );
}
