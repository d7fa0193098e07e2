/** The way in for files of other apps: choose one or drop it. Below it the imports of the last week. */
import { useQuery } from '@tanstack/react-query';
import { type DragEvent, useRef, useState } from 'react';
import type { ResponseOf } from '#http/app-api.ts';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Actions, Dialog } from '#web/base/ui/overlay/dialog.tsx';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { showInstant } from '#web/base/i18n/dates.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { archiveFailure } from './archive-failure.ts';
import type { Progress } from './archive-import.ts';
import { recentImports, undoImport } from './recent-imports.ts';
import './archive-form.css';

type Import = ResponseOf<'GET /app/api/imports'>['imports'][number];

type FormProps = {
  progress: Progress | undefined;
  failure: string | undefined;
  onFile: (file: File) => void;
  onCancel: () => void;
};

export function ArchiveForm({ progress, failure, onFile, onCancel }: FormProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const { isOver, ...drop } = useDrop(onFile);
  return (
    <section
      className={`import-card archive ${isOver ? 'archive-over' : ''}`}
      aria-labelledby="archive-title"
      {...(!progress && drop)}
    >
      <h2 id="archive-title" className="field-label">
        {t('import.archive')}
      </h2>
      <p className="field-hint">{t('import.archive-hint')}</p>
      {failure && <Banner kind="bad">{failure}</Banner>}
      {progress ? (
        <FileProgress progress={progress} onCancel={onCancel} />
      ) : (
        <div className="archive-choice">
          <Button onClick={() => input.current?.click()}>{t('import.archive-choose')}</Button>
          <span className="field-hint archive-drop">{t('import.archive-drop')}</span>
        </div>
      )}
      <input
        ref={input}
        type="file"
        className="import-file"
        aria-label={t('import.archive-choose')}
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
    </section>
  );
}

/** Files are dropped on the card; without this, the browser would open them. */
function useDrop(onFile: (file: File) => void) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return {
    isOver,
    onDragEnter: over,
    onDragOver: over,
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const [file] = event.dataTransfer.files;
      if (file) onFile(file);
    },
  };
}

type ProgressProps = { progress: Progress; onCancel?: () => void };

const POLL_MS = 1_000;

/** How many pictures are small, how much of the file has arrived, then how many recipes are read. Their number is known only after the report. */
export function FileProgress({ progress: { step, share, total }, onCancel }: ProgressProps) {
  const { t } = useTranslation();
  const isSending = share < 1 || step === 'pictures';
  const sending = step === 'pictures' ? t('import.archive-pictures') : t('import.archive-sending');
  const poll = { enabled: !isSending, refetchInterval: POLL_MS };
  const { data } = useQuery({ ...recentImports, ...poll });
  const read = isSending ? 0 : (data?.reading ?? 0);
  const done = step === 'report' ? t('import.archive-reading') : t('import.archive-keeping');
  const value = isSending ? share : read > 0 && total ? Math.min(1, read / total) : undefined;
  return (
    <div className="archive-progress">
      <label>
        <span role="status">{isSending ? sending : done}</span>
        <progress max={1} value={value} />
        {/* Not part of the status: nobody wants to hear a number every second. */}
        {read > 0 && <span className="field-hint">{t('import.archive-read', { count: read })}</span>}
      </label>
      {onCancel && <Button onClick={onCancel}>{t('recipes.cancel')}</Button>}
    </div>
  );
}

export function RecentImports() {
  const { t, locale } = useTranslation();
  const { imports = [], reading = null } = useQuery(recentImports).data ?? {};
  const [asked, setAsked] = useState<Import>();
  if (imports.length === 0) return null;
  return (
    <section className="import-card" aria-labelledby="recent-title">
      <h2 id="recent-title" className="field-label">
        {t('import.recent')}
      </h2>
      <ul className="archive-recent">
        {imports.map((each) => (
          <li key={each.id}>
            <div>
              <strong>{each.fileName || t('import.archive-unnamed')}</strong>
              <span className="field-hint">
                {t('import.recent-recipes', { count: each.recipes })} ·{' '}
                {showInstant(each.createdAt, locale, { dateStyle: 'medium', timeStyle: 'short' })}
              </span>
              {!each.isComplete && reading === null && (
                <span className="field-hint">{t('import.unfinished')}</span>
              )}
            </div>
            <Button onClick={() => setAsked(each)}>{t('import.undo')}</Button>
          </li>
        ))}
      </ul>
      {asked && <UndoQuestion asked={asked} onClose={() => setAsked(undefined)} />}
    </section>
  );
}

function UndoQuestion({ asked, onClose }: { asked: Import; onClose: () => void }) {
  const { t } = useTranslation();
  const { undo, isUndoing } = useUndo(onClose);
  return (
    <Dialog title={t('import.undo-title')} onClose={onClose}>
      <p>{t('import.undo-text', { count: asked.recipes, file: asked.fileName })}</p>
      <Actions>
        <Button onClick={onClose}>{t('recipes.cancel')}</Button>
        <Button kind="danger" busy={isUndoing} onClick={() => void undo(asked.id)}>
          {t('import.undo-do')}
        </Button>
      </Actions>
    </Dialog>
  );
}

/** Undoes an import and says what was deleted. */
export function useUndo(onDone: () => void) {
  const { t } = useTranslation();
  const [isUndoing, setUndoing] = useState(false);
  const undo = async (id: string) => {
    setUndoing(true);
    try {
      const { deleted, restored, changed } = await undoImport(id);
      const texts = [
        t('import.undone', { count: deleted }),
        ...(restored > 0 ? [t('import.undone-restored', { count: restored })] : []),
        ...(changed > 0 ? [t('import.undone-changed', { count: changed })] : []),
      ];
      showToast({ text: texts.join(' ') });
    } catch (error) {
      showToast({ text: archiveFailure(t, error), kind: 'bad' });
    } finally {
      setUndoing(false);
      onDone();
    }
  };
  return { undo, isUndoing };
}
