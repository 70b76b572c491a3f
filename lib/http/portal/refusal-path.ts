import { grantPath } from "@/lib/http/portal/cookie";
import type { Deps } from "@/lib/runtime/deps";
import { findWayOut, readSession, sealReturnUrl, type AskedFor, type WayOut } from "@/lib/usecases/portal/session";

/**
 * Where a refused page leads: to the list of a group whose session stands and that the field has left, to the session's own field
 * where another was asked for, or out. The way back goes along sealed, so that the page of a refusal leads nowhere else.
 */
export async function refusalPath(deps: Deps, asked: AskedFor): Promise<string> {
  const { fieldId, ...session } = asked;
  const standing = fieldId === undefined ? null : await readSession(deps, session);
  if (standing?.scope.kind === "group") return `${grantPath(standing.grant)}?field=gone`;
  if (standing !== null && standing.fieldId !== fieldId) return grantPath(standing.grant);
  return wayOutPath(deps, await findWayOut(deps, asked));
}

/** The page that says that a link or session is over. */
export async function wayOutPath(deps: Deps, { returnUrl, isSignedOut }: WayOut): Promise<string> {
  return refusalPathOf(returnUrl === null ? null : await sealReturnUrl(deps, returnUrl), isSignedOut);
}

/** `sealed`: the way back as `sealReturnUrl` makes it; null where there is none. */
export function refusalPathOf(sealed: string | null, isSignedOut: boolean): string {
  const query = new URLSearchParams({
    ...(sealed === null ? {} : { back: sealed }),
    ...(isSignedOut ? { "signed-out": "1" } : {}),
  });
  return query.size === 0 ? "/portal/expired" : `/portal/expired?${query}`;
}
