/**
 * The kitchen display: today's next meal in large type, and the next days. It needs no input: it updates
 * automatically, keeps the screen on, uses dark colours at night and reloads for new versions. Open to
 * members and to devices with a display link.
 */
import { DisplayStatusPage } from './display-status.tsx';
import { DisplayWeek } from './display-week.tsx';
import { useScreenOn } from '#web/base/wake-lock.ts';
import { useReloadOnUpdate } from './reload-on-update.ts';
import { useDisplay } from './display-query.ts';
import './display-page.css';

export function DisplayPage() {
  const display = useDisplay();
  useScreenOn();
  useReloadOnUpdate();
  return typeof display === 'string' ? <DisplayStatusPage state={display} /> : <DisplayWeek {...display} />;
}
