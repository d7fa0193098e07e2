/** The responses about API keys, a part of contract.ts. */
import type { Creator } from '#domain/family/creator.ts';
import type { Scope } from '#domain/family/scopes.ts';

export type ApiKey = {
  id: string;
  name: string;
  scopes: Scope[];
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
  /** The id of the key that was made by rotating this one. */
  replacedBy: string | null;
  createdBy: Creator;
};
export type ApiKeysResponse = { keys: ApiKey[] };
/** The key is in this response only. */
export type NewApiKeyResponse = { id: string; key: string };
