/** Makes the browser ask before it closes or reloads a page with unsaved changes. */
import { useEffect } from 'react';

export function useBeforeUnload(hasUnsaved: boolean): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    if (hasUnsaved) addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [hasUnsaved]);
}
