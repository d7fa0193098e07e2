/** The family that an API key belongs to. */
export type KeyOwner = { readonly family: string; readonly timeZone: string };
