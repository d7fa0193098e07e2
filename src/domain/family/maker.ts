/** Who made an invitation, an API key or a display link, as the family is told. */
export type Maker =
  | { kind: 'member'; id: string; email: string }
  | { kind: 'former-member' | 'operator' }
  /** Made before makers were recorded. */
  | { kind: 'unknown' };
