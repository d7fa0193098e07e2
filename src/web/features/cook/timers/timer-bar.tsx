/** The running timers, on every page. Each has the name of its dish and its step; one that has ended rings until it is stopped. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button, IconButton } from '#web/base/ui/button.tsx';
import { Drawing, Icon } from '#web/base/ui/icon.tsx';
import { Link } from '#web/base/ui/link.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { allowSound, canAskForNotifications, notify, ring } from './ring.ts';
import {
  addMinute,
  clockText,
  isOver,
  isPaused,
  leftMs,
  pauseTimer,
  resumeTimer,
  type Timer,
} from './timer.ts';
import { changeTimer, removeTimer, useSecondMs, useTimers } from './timer-store.ts';
import './timer-bar.css';

const PAUSE = 'M9 5v14M15 5v14';
const RESUME = 'M8 5l11 7-11 7z';
/** A timer that ended while the page was closed does not ring after this. */
const RINGS_FOR_MS = 120_000;
const RING_EVERY_MS = 3_000;

export function TimerBar() {
  const { t } = useTranslation();
  const timers = useTimers();
  const nowMs = useSecondMs();
  const [canAsk, setCanAsk] = useState(canAskForNotifications);
  const ended = timers.filter((timer) => isOver(timer, nowMs));
  useRinging(ended.filter((timer) => leftMs(timer, nowMs) > -RINGS_FOR_MS));
  if (timers.length === 0) return null;
  const ask = async () => {
    allowSound();
    await Notification.requestPermission();
    setCanAsk(false);
  };
  return (
    <section className="timers" aria-label={t('cook.timers')}>
      <ul>
        {timers.map((timer) => (
          <TimerRow key={timer.id} timer={timer} nowMs={nowMs} />
        ))}
      </ul>
      {ended.length === 0 && (
        <p className="timers-hint">
          {t('cook.timers-hint')}{' '}
          {canAsk && (
            <button type="button" className="timers-ask" onClick={() => void ask()}>
              {t('cook.notify')}
            </button>
          )}
        </p>
      )}
      <p className="sr-only" role="alert">
        {ended.map(({ title, step }) => t('cook.timer-over', { title, step })).join(' ')}
      </p>
    </section>
  );
}

function TimerRow({ timer, nowMs }: { timer: Timer; nowMs: number }) {
  const { t } = useTranslation();
  const { id, recipeId, title, step, words, isRange } = timer;
  const hasEnded = isOver(timer, nowMs);
  const name = t('cook.timer-name', { title, step });
  return (
    <li className={hasEnded ? 'timer timer-over' : 'timer'}>
      <Link href={`/recipes/${recipeId}/cook`} className="timer-name">
        <strong>{title}</strong>
        <span>
          {t('cook.step', { step })} · {isRange ? t('cook.timer-lower', { words }) : words}
        </span>
      </Link>
      <span className="timer-left" role="timer">
        {hasEnded ? t('cook.over') : clockText(leftMs(timer, nowMs))}
      </span>
      <Button
        className="timer-minute"
        aria-label={t('cook.add-minute', { name })}
        onClick={() => changeTimer(id, addMinute)}
      >
        {t('cook.plus-minute')}
      </Button>
      {!hasEnded && (
        <IconButton
          label={t(isPaused(timer) ? 'cook.resume' : 'cook.pause', { name })}
          onClick={() => changeTimer(id, isPaused(timer) ? resumeTimer : pauseTimer)}
        >
          <Drawing path={isPaused(timer) ? RESUME : PAUSE} size={20} />
        </IconButton>
      )}
      <IconButton label={t(hasEnded ? 'cook.stop' : 'cook.cancel', { name })} onClick={() => removeTimer(id)}>
        <Icon name="close" />
      </IconButton>
    </li>
  );
}

/** Rings at once and every few seconds; each timer sends one notification. */
function useRinging(ended: readonly Timer[]): void {
  const { t } = useTranslation();
  const notified = useRef(new Set<string>());
  const ids = ended.map(({ id }) => id).join();
  const notifyEach = useEffectEvent(() => {
    for (const { id, title, step } of ended) {
      if (notified.current.has(id)) continue;
      notified.current.add(id);
      void notify(title, t('cook.timer-over', { title, step }), id).catch(() => {});
    }
  });
  useEffect(() => {
    if (ids === '') return undefined;
    ring();
    notifyEach();
    const timer = window.setInterval(ring, RING_EVERY_MS);
    return () => window.clearInterval(timer);
  }, [ids]);
}
