/** An imported recipe in the form, before it is saved: with whom it is not for, and recipes of the same name. */
import { useEffect, useRef, useState } from 'react';
import type { RecipeAbout } from '#domain/recipe/recipe-about.ts';
import type { ResponseOf } from '#http/app-api.ts';
import { api, fetchFile } from '#web/base/api.ts';
import { Banner } from '#web/base/ui/banner.tsx';
import { Link } from '#web/base/ui/link.tsx';
import { navigate } from '#web/base/router.ts';
import { WarningSign } from '#web/meals/warnings/warning-sign.tsx';
import { About } from '#web/features/recipes/page/about.tsx';
import { type Draft, draftOf, linesOf, sourceOf } from '#web/features/recipes/edit/draft.ts';
import { RecipeForm } from '#web/features/recipes/edit/recipe-form.tsx';
import { NewPhoto } from '#web/features/recipes/photo/new-photo.tsx';
import { photoFailure, sendPhoto } from '#web/features/recipes/photo/photo-requests.ts';
import { refreshRecipes } from '#web/data/queries/recipe-queries.ts';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { preparePhoto, type PreparedPhoto } from '#web/features/recipes/photo/prepare-photo.ts';
import './preview.css';

type RecipeCheckResponse = ResponseOf<'POST /app/api/recipes/check'>;

/** The delay after the last key press. */
const CHECK_DELAY_MS = 500;

type PreviewProps = { found: ResponseOf<'POST /app/api/recipes/read'>; onBack: () => void };

export function Preview({ found: { source, shortened }, onBack }: PreviewProps) {
  const { t } = useTranslation();
  const picture = usePagePicture(source.about?.picture?.address);
  const keep = async (draft: Draft) => {
    const body = sourceOf(draft, source, t);
    const { recipe } = await api('POST /app/api/recipes', { body });
    // The recipe is stored; its page offers the photo again.
    const photo = await picture.ready();
    if (photo) {
      await sendPhoto(recipe.id, photo).catch((error: unknown) =>
        showToast({ kind: 'bad', text: photoFailure(t, error) }),
      );
    }
    refreshRecipes();
    navigate(`/recipes/${recipe.id}`, 'replace');
  };
  return (
    <RecipeForm
      title={t('import.preview-title')}
      start={draftOf(source, t)}
      back="/recipes/import"
      onBack={onBack}
      hasUnsaved={picture.isChosen}
      saveLabel={t('import.keep')}
      send={keep}
      lead={
        <>
          <p className="preview-lead">{t('import.preview-lead')}</p>
          <NewPhoto photo={picture.photo} onChange={picture.choose} />
          {picture.hasFailed && (
            <p className="field-hint" role="status">
              {t('import.picture-failed')}
            </p>
          )}
          {shortened.length > 0 && <Banner kind="warn">{t('import.shortened')}</Banner>}
        </>
      }
      DraftNotes={DraftNotes}
      more={source.about && <Unseen about={source.about} />}
    />
  );
}

/** What the form has no field for. It is saved as the source gives it. */
function Unseen({ about }: { about: RecipeAbout }) {
  const { t } = useTranslation();
  const { notes: _n, author: _a, source: _s, description: _d, ...others } = about;
  const { language: _l, picture: _p, ...shown } = others;
  if (Object.keys(shown).length === 0) return null;
  return (
    <section className="preview-about" aria-labelledby="preview-about">
      <h2 id="preview-about" className="field-label">
        {t('import.also-kept')}
      </h2>
      <About about={shown} />
    </section>
  );
}

function DraftNotes({ draft: { title, ingredients } }: { draft: Draft }) {
  const { t } = useTranslation();
  const [check, setCheck] = useState<RecipeCheckResponse>();
  const isFirst = useRef(true);
  useEffect(() => {
    const stop = new AbortController();
    const body = { title, lines: linesOf(ingredients) };
    const send = () =>
      api('POST /app/api/recipes/check', { body, signal: stop.signal })
        .then(setCheck)
        // The form says what is wrong when it is sent.
        .catch(() => {});
    const timer = window.setTimeout(() => void send(), isFirst.current ? 0 : CHECK_DELAY_MS);
    isFirst.current = false;
    return () => {
      window.clearTimeout(timer);
      stop.abort();
    };
  }, [title, ingredients]);
  const [same] = check?.duplicates ?? [];
  return (
    <>
      <WarningSign warnings={check?.warnings ?? []} form="large" />
      {same && (
        <Banner kind="warn" action={<Link href={`/recipes/${same.id}`}>{t('import.show-same')}</Link>}>
          {t('import.same-title', { title: same.title })}
        </Banner>
      )}
    </>
  );
}

/** The picture of an imported page: fetched by the server, made small on this device, stored after the recipe. */
function usePagePicture(address: string | undefined) {
  const [photo, setPhoto] = useState<PreparedPhoto>();
  const [hasFailed, setFailed] = useState(false);
  const [isChosen, setChosen] = useState(false);
  const fetching = useRef<Promise<PreparedPhoto | undefined>>(undefined);
  useEffect(() => {
    if (address === undefined) return undefined;
    const stop = new AbortController();
    const fetched = fetchPicture(address, stop.signal).catch(() => undefined);
    fetching.current = fetched;
    const show = async () => {
      const found = await fetched;
      // A photo that a member has chosen meanwhile stays.
      if (fetching.current !== fetched || stop.signal.aborted) return;
      setPhoto(found);
      setFailed(!found);
    };
    void show();
    return () => stop.abort();
  }, [address]);
  return {
    photo,
    hasFailed,
    /** Whether a member took or chose it. */
    isChosen,
    choose: (chosen: PreparedPhoto | undefined) => {
      fetching.current = Promise.resolve(chosen);
      setPhoto(chosen);
      setChosen(chosen !== undefined);
      setFailed(false);
    },
    /** When it has arrived. */
    ready: () => fetching.current ?? Promise.resolve(photo),
  };
}

async function fetchPicture(address: string, signal: AbortSignal): Promise<PreparedPhoto> {
  return preparePhoto(await fetchFile('POST /app/api/recipes/read-picture', { body: { address }, signal }));
}
