/**
 * The kitchen display: today's next meal in type that reads from across the room, and the days to come.
 * It needs no hands: it updates by itself, stays awake, turns dark at night and loads its own new
 * versions. Shown to whoever holds a link made for it, and to members.
 */
import { DisplayStatusPage } from './display-status.tsx';
import { DisplayWeek } from './display-week.tsx';
import { useWakeLock } from './wake-lock.ts';
import { useReloadOnUpdate } from './reload-on-update.ts';
import { useDisplay } from './display-query.ts';
import './display-page.css';

export function DisplayPage() {
  const display = useDisplay();
  useWakeLock();
  useReloadOnUpdate();
  return typeof display === 'string' ? <DisplayStatusPage state={display} /> : <DisplayWeek {...display} />;
}
