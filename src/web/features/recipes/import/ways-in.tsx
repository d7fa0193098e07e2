/** Where recipes can come from: an address, a pasted page or text, a file, another app, the bookmarklet. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { BackLink } from '#web/base/ui/back-link.tsx';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { CopyButton } from '#web/base/ui/share/copy-button.tsx';
import { Field, TextField } from '#web/base/ui/form/field.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { PageHeader } from '#web/base/ui/page.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { ArchiveForm, RecentImports, useUndo } from '#web/features/recipes/import/archive/archive-form.tsx';
import type { ArchiveImport, Imported } from '#web/features/recipes/import/archive/archive-import.ts';
import { Link } from '#web/base/ui/link.tsx';
import { appName } from '#domain/recipe/import-formats.ts';
import { bookmarklet } from './bookmarklet.ts';
import { fileText, typedAddress } from './page-text.ts';
import type { PageToRead } from './reading.ts';
import './ways-in.css';

type WaysProps = {
  address: string;
  isReading: boolean;
  failure: string | undefined;
  onRead: (page: PageToRead) => void;
  archive: ArchiveImport;
};

export function WaysIn({ address, isReading, failure, onRead, archive }: WaysProps) {
  const { t } = useTranslation();
  return (
    <div className="import">
      <BackLink href="/recipes" label={t('recipes.back')} />
      <PageHeader title={t('import.title')} lead={t('import.lead')} />
      {archive.imported && <ImportedBanner imported={archive.imported} onUndone={archive.reset} />}
      {failure && <Banner kind="bad">{failure}</Banner>}
      <AddressForm start={address} isReading={isReading} onRead={onRead} />
      <ArchiveForm
        progress={archive.progress}
        failure={archive.failure}
        onFile={archive.open}
        onCancel={archive.reset}
      />
      <PasteForm isReading={isReading} onRead={onRead} />
      <BookmarkletHelp />
      <RecentImports />
    </div>
  );
}

type FormProps = Pick<WaysProps, 'isReading' | 'onRead'>;

function AddressForm({ start, isReading, onRead }: FormProps & { start: string }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(start);
  const [isWrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const address = typedAddress(typed);
    setWrong(address === undefined);
    if (address !== undefined && !isReading) onRead({ address });
  };
  return (
    <form className="import-card" noValidate onSubmit={submit}>
      <TextField
        label={t('import.address')}
        hint={t('import.address-hint')}
        placeholder="https://"
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        error={isWrong ? t('import.failed.address-invalid') : undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" kind="primary" busy={isReading}>
        {t('import.get')}
      </Button>
    </form>
  );
}

/** Also opens a file, whose text is read at once. */
function PasteForm({ isReading, onRead }: FormProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const file = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && !isReading) onRead({ text });
  };
  const readFile = async (chosen: File | undefined) => {
    if (chosen) onRead({ text: await fileText(chosen) });
  };
  return (
    <form className="import-card" onSubmit={submit}>
      <Field label={t('import.text')} hint={t('import.text-hint')}>
        {(inputProps) => (
          <textarea
            {...inputProps}
            className="field-input import-text"
            rows={6}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <div className="import-buttons">
        <Button type="submit" busy={isReading}>
          {t('import.read-text')}
        </Button>
        <Button kind="quiet" onClick={() => file.current?.click()}>
          {t('import.file')}
        </Button>
        <input
          ref={file}
          type="file"
          className="import-file"
          aria-label={t('import.file')}
          tabIndex={-1}
          accept=".html,.htm,.txt,.md,.json,.jsonld,text/html,text/plain,application/json"
          onChange={({ target }) => void readFile(target.files?.[0])}
        />
      </div>
    </form>
  );
}

function BookmarkletHelp() {
  const { t } = useTranslation();
  const link = useRef<HTMLAnchorElement>(null);
  const [isClicked, setClicked] = useState(false);
  const code = bookmarklet(location.origin);
  // React refuses such an address, rightly: it is for the bookmarks bar, and our policy runs nothing inline.
  useEffect(() => link.current?.setAttribute('href', code), [code]);
  return (
    <details className="import-card import-bookmarklet">
      <summary>{t('import.bookmarklet')}</summary>
      <p>{t('import.bookmarklet-why')}</p>
      <div className="import-buttons">
        <a
          ref={link}
          className="button button-plain"
          draggable
          onClick={(event) => {
            event.preventDefault();
            setClicked(true);
          }}
        >
          <Icon name="bowl" />
          {t('import.bookmarklet-name')}
        </a>
        <CopyButton text={code} label={t('import.bookmarklet-copy')} />
      </div>
      <p className="field-hint" role="status">
        {isClicked ? t('import.bookmarklet-clicked') : t('import.bookmarklet-how')}
      </p>
    </details>
  );
}

/** After an import: how many recipes there are now, and the way back. */
function ImportedBanner({ imported, onUndone }: { imported: Imported; onUndone: () => void }) {
  const { t } = useTranslation();
  const { undo, isUndoing } = useUndo(onUndone);
  const { importId, fileName, report } = imported;
  if (importId === null) return <Banner>{t('import.nothing-new')}</Banner>;
  const app = appName(report.formats, fileName);
  return (
    <Banner
      kind="good"
      icon="check"
      action={
        <Button busy={isUndoing} onClick={() => void undo(importId)}>
          {t('import.undo')}
        </Button>
      }
    >
      <p>{t('import.imported', { count: report.newRecipes, app })}</p>
      {report.replacedRecipes > 0 && (
        <p>{t('import.imported-replaced', { count: report.replacedRecipes })}</p>
      )}
      {report.meals > 0 && <p>{t('import.imported-meals', { count: report.meals })}</p>}
      {report.listLines > 0 && <p>{t('import.imported-list', { count: report.listLines })}</p>}
      <Link href="/recipes?own=true">{t('import.show-recipes')}</Link>
    </Banner>
  );
}
