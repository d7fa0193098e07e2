/** Who sends a request by key: the family that the API key belongs to. */
export type KeyRequester = { readonly family: string; readonly timeZone: string };
