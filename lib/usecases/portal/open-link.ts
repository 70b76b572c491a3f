import { findFieldByToken, findPortalField } from "@/lib/data/portal-links";
import { hashToken, verifyLink } from "@/lib/gateways/portal-links";
import type { Deps } from "@/lib/runtime/deps";

/** What a link opens, or why it opens nothing. Every link that is not genuine is refused in the same words. */
export type OpenedLink =
  | { field: { fieldId: string; fieldName: string } }
  | { refusal: "invalid" }
  /** `returnUrl`: where the provider wants its users back, if it said so when it made the link. */
  | { refusal: "expired"; returnUrl: string | null };

const REFUSED: OpenedLink = { refusal: "invalid" };

/** Follows a portal link: signature or token, expiry, the provider's link generation, the portal's own period. */
export async function openLink(deps: Deps, opaque: string): Promise<OpenedLink> {
  const now = deps.clock();
  const signed = verifyLink(deps.env.PORTAL_LINK_KEYS, opaque, now);
  if (signed.refusal === "expired") return { refusal: "expired", returnUrl: signed.claims?.returnUrl ?? null };
  const fieldId = signed.refusal === null ? signed.claims.fieldId : await findFieldByToken(deps.db, hashToken(opaque));
  const field = fieldId === null ? null : await findPortalField(deps.db, fieldId);
  if (field === null || !field.portalEnabled || field.archivedAt !== null) return REFUSED;
  if (signed.refusal === null && signed.claims.generation !== field.linkGeneration) return REFUSED;
  if (field.portalExpiresAt === null || field.portalExpiresAt <= now) {
    return { refusal: "expired", returnUrl: signed.claims?.returnUrl ?? null };
  }
  return { field: { fieldId: field.fieldId, fieldName: field.fieldName } };
}
