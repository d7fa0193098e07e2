/** The text of a step, in which times are buttons that start timers. */
import { Fragment } from 'react';
import { findStepTimes, type StepTime } from '#domain/cooking/step-times.ts';
import { Drawing } from '#web/base/ui/icon.tsx';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { allowSound } from '#web/features/cook/timers/ring.ts';
import { clockText, isOver, leftMs } from '#web/features/cook/timers/timer.ts';
import { addTimer, useSecondMs, useTimers } from '#web/features/cook/timers/timer-store.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';

const CLOCK = 'M12 21a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 9v4l2.500 2M9 2h6';

/** `step` counts from 1. `offset`: where the text begins in the step, for one that has several. */
type TextProps = { dish: { id: string; title: string }; step: number; text: string; offset?: number };

export function StepText({ dish, step, text, offset = 0 }: TextProps) {
  const times = findStepTimes(text);
  return (
    <p className="cook-text">
      {times.map((time, at) => (
        <Fragment key={time.from}>
          {text.slice(times[at - 1]?.to ?? 0, time.from)}
          <TimeButton
            dish={dish}
            step={step}
            time={{ ...time, from: offset + time.from }}
            words={text.slice(time.from, time.to)}
          />
        </Fragment>
      ))}
      {text.slice(times.at(-1)?.to ?? 0)}
    </p>
  );
}

type ButtonProps = Omit<TextProps, 'text' | 'offset'> & { time: StepTime; words: string };

function TimeButton({ dish, step, time: { from, seconds, toSeconds }, words }: ButtonProps) {
  const { t } = useTranslation();
  const timers = useTimers();
  const nowMs = useSecondMs();
  const isRange = toSeconds !== undefined;
  const running = timers.find(
    (timer) =>
      timer.recipeId === dish.id && timer.step === step && timer.from === from && !isOver(timer, nowMs),
  );
  const start = () => {
    if (running) return;
    allowSound();
    const timer = { recipeId: dish.id, title: dish.title, step, words, isRange, from, seconds };
    if (!addTimer(timer)) showToast({ text: t('cook.too-many') });
  };
  // The text of a running one changes, and a label must contain the text.
  const label = running ? undefined : t(isRange ? 'cook.start-lower' : 'cook.start', { words });
  return (
    <button type="button" className="cook-time" aria-label={label} aria-disabled={!!running} onClick={start}>
      <Drawing path={CLOCK} size={24} />
      {words}
      {running && (
        <span className="cook-time-left">
          · {clockText(leftMs(running, nowMs))}
          <span className="sr-only"> {t('cook.running')}</span>
        </span>
      )}
    </button>
  );
}
