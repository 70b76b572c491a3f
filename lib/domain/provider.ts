export const PORTAL_MODES = ["signed_link", "token"] as const;
export type PortalMode = (typeof PORTAL_MODES)[number];

/** Who calls. Known from the API key alone, never from a body. */
export interface Provider {
  providerId: string;
  name: string;
  portalMode: PortalMode;
  portalEnabled: boolean;
  /** How long a version 2 link lives, seconds. */
  portalLinkTtlS: number;
  /** How long a link made by `portal-access` lives when the caller does not say, seconds. */
  portalAccessTtlS: number;
  /** Links of an earlier generation are revoked. */
  linkGeneration: number;
}

export const KEY_ENVIRONMENTS = ["live", "test"] as const;
export type KeyEnvironment = (typeof KEY_ENVIRONMENTS)[number];

/** The key that a request came with. */
export interface CallingKey {
  keyId: string;
  environment: KeyEnvironment;
  expiresAt: Date | null;
}

/** A key as the operator sees it: never the key itself, which is shown once and not kept. */
export interface ApiKeyRecord {
  keyId: string;
  environment: KeyEnvironment;
  prefix: string;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
}
