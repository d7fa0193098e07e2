/**
 * The kitchen display: today's next meal in type that reads from across the room, and the days to come.
 * It needs no hands: it updates by itself, stays awake, turns dark at night and loads its own new
 * versions. Shown to whoever holds a link made for it, and to members.
 */
import { DisplayAway } from './display-away.tsx';
import { DisplayWeek } from './display-week.tsx';
import { useAwake } from './awake.ts';
import { useNewestBuild } from './newest-build.ts';
import { useDisplay } from './shown.ts';
import './display-page.css';

export function DisplayPage() {
  const display = useDisplay();
  useAwake();
  useNewestBuild();
  return typeof display === 'string' ? <DisplayAway state={display} /> : <DisplayWeek {...display} />;
}
