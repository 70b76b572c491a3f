import { OPERATOR_ROLES, type OperatorRole } from "@/lib/domain/operator";
import type { Environment } from "@/lib/runtime/env";

type Strength = Pick<Environment, "CONSOLE_OIDC_ACR" | "CONSOLE_OIDC_MAX_AGE_S">;
/** The identity provider's clock may differ from ours by this much. */
const SKEW_S = 60;

/**
 * Whether the identity provider says that the sign-in was as strong and as recent as the installation asks. What it does
 * not say counts as not so.
 */
export function isStrongEnough(
  { CONSOLE_OIDC_ACR: accepted, CONSOLE_OIDC_MAX_AGE_S: maxAgeS }: Strength,
  { acr, auth_time: signedInAt }: Readonly<Record<string, unknown>>,
  now: Date,
): boolean {
  const isStrong = accepted.length === 0 || (typeof acr === "string" && accepted.includes(acr));
  const sinceS = typeof signedInAt === "number" ? now.getTime() / 1000 - signedInAt : Infinity;
  return isStrong && (maxAgeS === undefined || sinceS <= maxAgeS + SKEW_S);
}

type Rules = Pick<Environment, "CONSOLE_OIDC_ROLES" | "CONSOLE_OIDC_ROLE_CLAIM">;

/**
 * The role that the installation's rules give someone whom the identity provider vouches for; null where no rule names
 * this person. The address goes before its domain, and both before the claim: the list is the operator's own, while the
 * claim is whatever the identity provider's administrators write.
 */
export function roleByRules(
  { CONSOLE_OIDC_ROLES: rules, CONSOLE_OIDC_ROLE_CLAIM: claim }: Rules,
  email: string,
  profile: Readonly<Record<string, unknown>>,
): OperatorRole | null {
  const domain = `*@${email.split("@").at(-1) ?? ""}`;
  const rule = rules.find(({ who }) => who === email) ?? rules.find(({ who }) => who === domain);
  if (rule !== undefined) return rule.role;
  const claimed: unknown = claim === undefined ? undefined : profile[claim];
  const names: readonly unknown[] = Array.isArray(claimed) ? claimed : [claimed];
  // Of several, the one that comes first here. No role contains another, so none is the highest.
  return OPERATOR_ROLES.find((role) => names.includes(role)) ?? null;
}
