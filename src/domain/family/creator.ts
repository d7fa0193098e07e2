/** The creator of an invitation, an API key or a link, as shown to the family. */
export type Creator = { kind: 'member'; id: string; email: string } | { kind: 'former-member' | 'operator' };
