import { findFieldByToken, findPortalField, type PortalField } from "@/lib/data/portal/links";
import { hashToken, verifyLink, type LinkClaims } from "@/lib/gateways/portal-links";
import type { Deps } from "@/lib/runtime/deps";

export interface OpenedLink {
  field: PortalField;
  /** What a signed link says; null for a token link, which says nothing of itself. */
  claims: LinkClaims | null;
}

/** Why a link opens nothing. The words are the same for all; one that is not genuine leads nowhere. */
export type RefusedLink =
  | { refusal: "invalid" }
  /** `returnUrl`: where the provider wants its users back, if it said so when it made the link. */
  | { refusal: "expired"; returnUrl: string | null };

const REFUSED: RefusedLink = { refusal: "invalid" };

/** Follows a portal link: signature or token, expiry, the provider's link generation, the portal's own period. */
export async function openLink(deps: Deps, opaque: string): Promise<OpenedLink | RefusedLink> {
  const now = deps.clock();
  const { claims, refusal } = verifyLink(deps.env.PORTAL_LINK_KEYS, opaque, now);
  const returnUrl = claims?.returnUrl ?? null;
  if (refusal === "expired") return { refusal, returnUrl };
  const signed = refusal === null ? claims : null;
  const fieldId = signed === null ? await findFieldByToken(deps.db, hashToken(opaque)) : signed.fieldId;
  const field = fieldId === null ? null : await findPortalField(deps.db, fieldId);
  if (field === null) return REFUSED;
  if (!isOpen(field, signed)) return hasWayBack(field, signed) ? { refusal: "expired", returnUrl } : REFUSED;
  const isOver = field.portalExpiresAt === null || field.portalExpiresAt <= now;
  return isOver ? { refusal: "expired", returnUrl } : { field, claims: signed };
}

/** The portal is on, the field is live, and a signed link is of the provider's present generation. */
const isOpen = (field: PortalField, signed: LinkClaims | null): boolean =>
  field.portalEnabled && field.archivedAt === null && (signed === null || signed.generation === field.linkGeneration);

/** A genuine link whose time was cut short: taken back by its provider, or its field archived. A portal that is off leads nowhere. */
const hasWayBack = (field: PortalField, signed: LinkClaims | null): boolean => signed !== null && field.portalEnabled;
