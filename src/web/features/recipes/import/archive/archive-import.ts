/** The steps of an import from another app: make its pictures small, send the file, see the report, send it again to keep its recipes. */
import { useEffect, useRef, useState } from 'react';
import { encodePositions, MAX_UPLOAD_BYTES } from '#domain/family/upload.ts';
import type { ImportReport } from '#domain/recipe/import-report.ts';
import type { ResponseOf, RequestOf } from '#http/app-api.ts';
import { ApiError, readError } from '#web/base/api.ts';
import { refreshRecipes } from '#web/data/queries/recipe-queries.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { preparePhoto } from '#web/features/recipes/photo/prepare-photo.ts';
import { fillAddress } from '#web/base/address.ts';
import { archiveFailure } from './archive-failure.ts';
import { refreshImports } from './recent-imports.ts';
import { withSmallPictures } from './small-pictures.ts';

type ImportResponse = ResponseOf<'POST /app/api/imports'>;

/** The positions of recipes that are left out, and of those that take the place of the family's. */
export type SimilarChoices = { without: ReadonlySet<number>; replacing: ReadonlySet<number> };
/** What was reported about a file. */
export type Reported = { fileName: string; content: Blob; hash: string; report: ImportReport };
/**
 * `share` of the pictures that are small, or of the file that has arrived; then it is read. `total`: recipes in the file,
 * known after the report.
 */
export type Progress = { step: 'pictures' | 'report' | 'keep'; share: number; total: number | undefined };
export type Imported = { importId: string | null; fileName: string; report: ImportResponse['report'] };

type State = { reported?: Reported; imported?: Imported; progress?: Progress; failure?: string };

export function useArchiveImport() {
  const { t } = useTranslation();
  const [state, setState] = useState<State>({});
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);

  /** After a failure, what was shown before is shown again. */
  const run = async (
    step: Progress['step'],
    before: State,
    send: (options: SendOptions, pictures: SendOptions) => Promise<State>,
  ) => {
    const current = new AbortController();
    stop.current = current;
    const { signal } = current;
    const show = (shown: Progress['step'], share: number) =>
      !signal.aborted &&
      setState({ ...before, progress: { step: shown, share, total: before.reported?.report.recipes } });
    show(step, 0);
    try {
      const done = await send(
        { signal, onProgress: (share) => show(step, share) },
        { signal, onProgress: (share) => show('pictures', share) },
      );
      if (!signal.aborted) setState(done);
    } catch (error) {
      if (!signal.aborted) setState({ ...before, failure: archiveFailure(t, error) });
    }
  };

  return {
    ...state,
    open: (file: File) =>
      void run('report', {}, async (options, pictures) => {
        const content = await withSmallPictures(file, { ...pictures, makeSmall: preparePhoto });
        if (content.size > MAX_UPLOAD_BYTES) throw new ApiError(413, { code: 'file-too-large' });
        const sent = { query: { name: file.name }, file: content };
        const response = await sendFile('POST /app/api/imports/report', sent, options);
        return { reported: { fileName: file.name, content, ...response } };
      }),
    keep: (reported: Reported, { without, replacing }: SimilarChoices) =>
      void run('keep', { reported }, async (options) => {
        const { fileName, content, hash } = reported;
        const query = {
          name: fileName,
          hash,
          without: encodePositions(without),
          replacing: encodePositions(replacing),
        };
        const sent = { query, file: content };
        const { importId, report } = await sendFile('POST /app/api/imports', sent, options);
        refreshRecipes();
        refreshImports();
        return { imported: { importId, fileName, report } };
      }),
    /** Back to the ways in; a file that is being sent is not sent any further. */
    reset: () => {
      stop.current.abort();
      setState({});
    },
  };
}

type SendOptions = Parameters<typeof sendFile>[2];
export type ArchiveImport = ReturnType<typeof useArchiveImport>;

type Options = { signal: AbortSignal; onProgress: (share: number) => void };

type Upload = 'POST /app/api/imports/report' | 'POST /app/api/imports';

/** Sends a file and reports how much of it has arrived, which `fetch` cannot. */
async function sendFile<O extends Upload>(
  operation: O,
  { file, ...parts }: RequestOf<O> & { file: Blob },
  options: Options,
): Promise<ResponseOf<O>> {
  const response = await send(fillAddress(operation, parts), file, options);
  // A proxy may refuse large files with a page of its own.
  if (response.status === 413) throw new ApiError(413, { code: 'file-too-large' });
  if (!response.ok) throw await readError(response);
  return (await response.json()) as ResponseOf<O>;
}

function send(path: string, file: Blob, { signal, onProgress }: Options): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const call = new XMLHttpRequest();
  const fail = () => reject(new ApiError(0, { code: 'no-answer' }));
  signal.addEventListener('abort', () => call.abort(), { once: true });
  call.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
  call.upload.addEventListener('load', () => onProgress(1));
  call.addEventListener('load', () => resolve(responseOf(call)));
  // Also for a file that was changed or removed since it was chosen: browsers do not tell.
  call.addEventListener('error', fail);
  call.addEventListener('abort', fail);
  call.open('POST', path);
  call.setRequestHeader('Content-Type', 'application/octet-stream');
  call.send(file);
  return promise;
}

function responseOf(call: XMLHttpRequest): Response {
  const retryAfter = call.getResponseHeader('Retry-After');
  const headers = retryAfter === null ? {} : { 'Retry-After': retryAfter };
  return new Response(call.responseText, { status: call.status, headers });
}
