/** The picture of an imported page: fetched by the server, made small on this device, stored after the recipe. */
import { fetchFile } from '#web/base/api.ts';
import { useEffect, useRef, useState } from 'react';
import { preparePhoto, type PreparedPhoto } from '#web/features/recipes/photo/prepare-photo.ts';

export function usePagePicture(address: string | undefined) {
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
