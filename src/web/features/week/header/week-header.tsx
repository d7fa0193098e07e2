/** The header of the week page: the week, navigation to others, and actions for the whole week. */
import { type ReactNode, type ChangeEvent, useEffect, useRef } from 'react';
import type { MessageId } from '#languages/message-ids.ts';
import { Button, IconButton } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Link } from '#web/base/ui/link.tsx';
import { Menu, MenuItem } from '#web/base/ui/overlay/menu.tsx';
import { usePageTitle } from '#web/base/ui/page.tsx';
import { addDays, DAY_MS, weekOf } from '#web/base/calendar.ts';
import { useSync } from '#web/data/sync.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { undoChange } from '#web/meals/plan-commands.ts';
import { nameOfWeek } from '#web/meals/place-text.ts';
import { pathOf } from '#web/base/week-path.ts';
import { navigate } from '#web/base/router.ts';
import './week-header.css';

type HeaderProps = {
  week: string;
  thisWeek: string;
  plan: ReactNode;
  onCopyHere: () => void;
  onCopyOn: () => void;
  onMenus: (start: 'save' | 'use') => void;
};

export function WeekHeader({ week, thisWeek, plan, onCopyHere, onCopyOn, onMenus }: HeaderProps) {
  const { t, locale } = useTranslation();
  const dates = nameOfWeek(week, locale);
  const heading = usePageTitle(dates);
  const { lastChange } = useSync();
  return (
    <header className="week-header">
      <div className="week-title" aria-live="polite">
        <p className="week-which">{t(...whichWeek(week, thisWeek))}</p>
        <h1 ref={heading} tabIndex={-1}>
          {dates}
        </h1>
      </div>
      {plan}
      <div className="week-bar">
        <nav className="week-nav" aria-label={t('week.weeks')}>
          <NavLink week={addDays(week, -7)} thisWeek={thisWeek} icon="back" label={t('week.previous')} />
          <Link
            href="/"
            className="button button-plain week-nav-now"
            aria-current={week === thisWeek ? 'page' : undefined}
          >
            {t('week.this')}
          </Link>
          <NavLink week={addDays(week, 7)} thisWeek={thisWeek} icon="arrow" label={t('week.next')} />
          <DateJump week={week} thisWeek={thisWeek} />
        </nav>
        <div className="week-actions">
          <IconButton
            label={lastChange ? t('week.undo-what', { what: lastChange.what }) : t('week.undo')}
            // Not `disabled`, which would lose the focus after the last undo.
            aria-disabled={!lastChange}
            onClick={() => lastChange && undoChange(t, lastChange.what, lastChange.id)}
          >
            <Icon name="undo" />
          </IconButton>
          <Menu label={t('week.copy')} button={<Icon name="copy" />}>
            <MenuItem onSelect={onCopyHere}>
              {t('week.copy-here')}
              <small className="week-menu-hint">{t('week.copy-hint')}</small>
            </MenuItem>
            <MenuItem onSelect={onCopyOn}>
              {t('week.copy-on')}
              <small className="week-menu-hint">{t('week.copy-hint')}</small>
            </MenuItem>
            <MenuItem onSelect={() => onMenus('use')}>{t('week.menu-use')}</MenuItem>
            <MenuItem onSelect={() => onMenus('save')}>{t('week.menu-save')}</MenuItem>
          </Menu>
          <Button className="week-print" icon={<Icon name="print" />} onClick={() => window.print()}>
            <span>{t('week.print')}</span>
          </Button>
        </div>
      </div>
    </header>
  );
}

/** Opens the proposal on the same page; Back closes it. */
export function PlanLink({ week }: { week: string }) {
  const { t } = useTranslation();
  return (
    <Link href={`/week/${week}?proposal`} className="button button-primary week-plan">
      <Icon name="bowl" />
      {t('week.plan')}
    </Link>
  );
}

type NavLinkProps = { week: string; thisWeek: string; icon: 'back' | 'arrow'; label: string };

function NavLink({ week, thisWeek, icon, label }: NavLinkProps) {
  return (
    <Link
      href={pathOf(week, thisWeek)}
      className="button button-icon week-nav-step"
      aria-label={label}
      title={label}
    >
      <Icon name={icon} />
    </Link>
  );
}

function whichWeek(week: string, thisWeek: string): [MessageId, { weeks: number }] {
  const weeks = Math.round((Date.parse(week) - Date.parse(thisWeek)) / DAY_MS / 7);
  const names: Record<number, MessageId> = { [-1]: 'week.last', 0: 'week.this', 1: 'week.coming' };
  return [names[weeks] ?? (weeks < 0 ? 'week.ago' : 'week.ahead'), { weeks: Math.abs(weeks) }];
}

/** The server accepts plans up to ten years back and ahead; this is a few days less. */
const REACH_DAYS = 3_640;

function DateJump({ week, thisWeek }: { week: string; thisWeek: string }) {
  const { t } = useTranslation();
  const isTyping = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.value = week;
  }, [week]);
  const jump = (field: HTMLInputElement) => {
    if (!field.value || !field.validity.valid) return;
    const to = weekOf(field.value);
    if (to !== week) navigate(pathOf(to, thisWeek));
  };
  return (
    <label className="week-jump">
      <Icon name="week" />
      <input
        ref={input}
        type="date"
        aria-label={t('week.jump')}
        title={t('week.jump')}
        defaultValue={week}
        min={addDays(thisWeek, -REACH_DAYS)}
        max={addDays(thisWeek, REACH_DAYS)}
        // While typing, the field contains other valid dates: wait for Enter or blur.
        onKeyDown={(event) => {
          isTyping.current = true;
          if (event.key === 'Enter') jump(event.currentTarget);
        }}
        onPointerDown={() => (isTyping.current = false)}
        onChange={({ target }: ChangeEvent<HTMLInputElement>) => !isTyping.current && jump(target)}
        onBlur={({ currentTarget }) => jump(currentTarget)}
      />
    </label>
  );
}
