/** The secret of a link, which is in the fragment: browsers do not send it to servers. */

/** Removes it from the address at once, so that it appears in no history and on no screen. Empty if there is none. */
export function takeToken(): string {
  const token = location.hash.slice(1);
  if (token) history.replaceState({ token }, '', location.pathname);
  // Stored in the history entry, so that a reload does not lose it.
  return token || ((history.state as { token?: string } | null)?.token ?? '');
}
