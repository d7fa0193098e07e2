/** The preferences page: sections with one save button. */
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { DAYS } from '#domain/week/week.ts';
import type { Preferences } from '#domain/preferences/preferences.ts';
import type { ResponseOf } from '#http/app-api.ts';
import type { SavedPreferences } from '#http/endpoints/plan/preferences.ts';
import { ApiError } from '#web/base/api.ts';
import { useBeforeUnload } from '#web/base/before-unload.ts';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Link } from '#web/base/ui/link.tsx';
import { Empty, PageHeader } from '#web/base/ui/page.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { Skeleton } from '#web/base/ui/loading.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Eaters, type PartProps } from '#web/features/preferences/eaters/eaters.tsx';
import { NameStyles } from '#web/features/preferences/eaters/name-style.tsx';
import { Alternating } from '#web/features/preferences/slots/alternating.tsx';
import { Recurring } from '#web/features/preferences/slots/recurring.tsx';
import { Rules } from '#web/features/preferences/rules/rules.tsx';
import { SlotTable } from '#web/features/preferences/slots/slot-table.tsx';
import { Taste } from '#web/features/preferences/eaters/taste.tsx';
import { savePreferences, usePreferences } from '#web/data/queries/preferences-queries.ts';
import { Section } from '#web/base/ui/section.tsx';
import { Check, Choose } from '#web/meals/preferences/choices.tsx';
import { useMe } from '#web/data/session.ts';
import { dayName, showInstant } from '#web/base/i18n/dates.ts';
import { useDraft } from './draft.ts';
import { Shopping } from './shopping.tsx';
import { PreferencesConflict } from './preferences-conflict.tsx';
import { type Failure, NO_FAILURE, parseFailure } from './preferences-failure.ts';
import './preferences-page.css';

export function PreferencesPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = usePreferences();
  return (
    <div className="preferences">
      <PageHeader title={t('preferences.title')} lead={t('preferences.lead')} />
      {data && <PreferencesForm response={data} />}
      {!data && !error && <Skeleton label={t('app.loading')} lines={8} />}
      {!data && error && (
        <Empty title={t('preferences.failed')} picture={<Icon name="no-answer" size={48} />}>
          <p>{problemText(t, error)}</p>
          <Button kind="primary" onClick={() => void refetch()}>
            {t('preferences.try-again')}
          </Button>
        </Empty>
      )}
    </div>
  );
}

function PreferencesForm({ response }: { response: ResponseOf<'GET /app/api/preferences'> }) {
  const { t } = useTranslation();
  const draft = useDraft(response);
  const { preferences, base } = draft;
  const { failure, theirs, isBusy, save, restart } = useSaving(draft);
  const form = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);
  const wrong = (part: string) => {
    const message = failure.parts.get(part);
    return message && t(message);
  };
  const part = { preferences, onChange: draft.change, wrong };
  return (
    <div ref={form} className="preferences-form">
      <Eaters {...part} />
      <SlotTable {...part} />
      <Rules {...part} tags={response.tags} />
      <Taste {...part} cuisines={response.tags.cuisines} />
      <More isWrong={MORE_PARTS.some((section) => hasFailed(failure, section))}>
        <Alternating {...part} />
        <Shopping {...part} />
        <Nutrition {...part} />
        <Recurring {...part} />
        <AutoPlan {...part} />
        <NameStyles {...part} />
      </More>
      <SaveBar
        isChanged={draft.isChanged}
        isBusy={isBusy}
        failure={failure}
        onSave={() => void save({ version: base.version, preferences })}
        onDiscard={() => restart(response)}
      />
      {theirs && (
        <PreferencesConflict
          mine={preferences}
          theirs={theirs.preferences}
          isBusy={isBusy}
          onMine={() => void save({ version: theirs.version, preferences })}
          onTheirs={() => restart(theirs)}
        />
      )}
    </div>
  );
}

/** The parts in the section "More", by the names that the server uses for them in errors. */
const MORE_PARTS = ['alternating', 'budgetCents', 'recurring'];

function hasFailed({ parts }: Failure, part: string): boolean {
  return Array.from(parts.keys()).some((name) => name === part || name.startsWith(`${part}.`));
}

/** What few families change. It opens if something in it must be corrected. */
function More({ isWrong, children }: { isWrong: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="preferences-fold preferences-more"
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <Icon name="arrow" size={18} />
        <span className="preferences-more-title">{t('preferences.more')}</span>
        <span className="field-hint">{t('preferences.more-what')}</span>
      </summary>
      <div className="preferences-form">{children}</div>
    </details>
  );
}

type BarProps = {
  isChanged: boolean;
  isBusy: boolean;
  failure: Failure;
  onSave: () => void;
  onDiscard: () => void;
};

/** Offers to save, or to plan the week if everything is saved. */
function SaveBar({ isChanged, isBusy, failure, onSave, onDiscard }: BarProps) {
  const { t } = useTranslation();
  const bar = useRef<HTMLDivElement>(null);
  const wasChanged = useRef(isChanged);
  useBeforeUnload(isChanged);
  useLayoutEffect(() => {
    // The focused button has disappeared: focus the link that replaces it. Somebody who types keeps the focus.
    const hasLostFocus = document.activeElement === document.body;
    if (wasChanged.current && !isChanged && hasLostFocus) bar.current?.querySelector('a')?.focus();
    wasChanged.current = isChanged;
  }, [isChanged]);
  const problem = failure.parts.size > 0 ? t('preferences.look-again') : failure.rest;
  return (
    <div ref={bar} className="preferences-save end-bar">
      {problem && <Banner kind="bad">{problem}</Banner>}
      <p role="status">{t(isChanged ? 'preferences.unsaved' : 'preferences.saved')}</p>
      {isChanged ? (
        <>
          <Button kind="quiet" onClick={onDiscard}>
            {t('preferences.discard')}
          </Button>
          <Button kind="primary" busy={isBusy} onClick={onSave}>
            {t('preferences.save')}
          </Button>
        </>
      ) : (
        <Link href="/?proposal" className="button button-primary">
          {t('week.plan')}
        </Link>
      )}
    </div>
  );
}

/** Sends one request at a time. `theirs` is the saved version after a conflict. */
function useSaving(draft: Pick<ReturnType<typeof useDraft>, 'restart' | 'saved'>) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<Failure>(NO_FAILURE);
  const [theirs, setTheirs] = useState<SavedPreferences>();
  const [isBusy, setBusy] = useState(false);
  const clear = () => {
    setFailure(NO_FAILURE);
    setTheirs(undefined);
  };
  const restart = (base: SavedPreferences) => {
    clear();
    draft.restart(base);
  };
  const save = async (changed: SavedPreferences) => {
    if (isBusy) return;
    setBusy(true);
    try {
      const base = await savePreferences(changed);
      clear();
      draft.saved(changed.preferences, base);
      showToast({ text: t('preferences.did-save') });
    } catch (error) {
      const isStale = error instanceof ApiError && error.code === 'stale-preferences';
      setTheirs(isStale ? (error.body.current as SavedPreferences) : undefined);
      setFailure(isStale ? NO_FAILURE : parseFailure(t, error));
    } finally {
      setBusy(false);
    }
  };
  return { failure, theirs, isBusy, save, restart };
}

/** Whether the app shows calories and other nutrition figures. */
function Nutrition({ preferences: { showsNutrition }, onChange }: PartProps) {
  const { t } = useTranslation();
  return (
    <Section id="nutrition" title={t('preferences.nutrition')}>
      <Check
        label={t('preferences.nutrition-show')}
        hint={t('preferences.nutrition-hint')}
        isChecked={showsNutrition === true}
        onChange={(isOn) => onChange({ showsNutrition: isOn || undefined })}
      />
    </Section>
  );
}

/** The default: most families then have time to check the plan and to shop. */
const SATURDAY_MORNING: Preferences['autoPlan'] = { day: 'Saturday', hour: 8 };

function AutoPlan({ preferences: { autoPlan }, onChange }: PartProps) {
  const { t, locale } = useTranslation();
  const { timeZone } = useMe().family;
  return (
    <Section id="by-itself" title={t('preferences.auto-plan')}>
      <Check
        label={t('preferences.auto-plan-on')}
        hint={t('preferences.auto-plan-hint')}
        isChecked={autoPlan !== undefined}
        onChange={(isOn) => onChange({ autoPlan: isOn ? SATURDAY_MORNING : undefined })}
      />
      {autoPlan && (
        <p className="preferences-rule">
          <Choose
            label={t('preferences.which-day')}
            value={autoPlan.day}
            options={DAYS.map((day) => [day, t('preferences.every-day', { day: dayName(day, locale) })])}
            onChoose={(day) => onChange({ autoPlan: { ...autoPlan, day } })}
          />
          <Choose
            label={t('preferences.hour')}
            value={autoPlan.hour}
            options={Array.from({ length: 24 }, (_, hour) => [hour, clockText(hour, locale)])}
            onChoose={(hour) => onChange({ autoPlan: { ...autoPlan, hour } })}
          />
          <span className="section-note">{t('preferences.auto-plan-zone', { zone: timeZone })}</span>
        </p>
      )}
    </Section>
  );
}

/** `20:00` or `8 pm`, by locale. */
function clockText(hour: number, locale: string): string {
  return showInstant(Date.UTC(2024, 0, 1, hour), locale, {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  });
}
