/** The maker of an invitation, an API key or a display link, as shown to the family. */
export type Maker = { kind: 'member'; id: string; email: string } | { kind: 'former-member' | 'operator' };
