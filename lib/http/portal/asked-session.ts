import { ServiceError } from "@/lib/domain/errors";
import { readGrantCookie } from "@/lib/http/portal/cookie";
import type { RouteContext } from "@/lib/http/api/route";
import type { Deps } from "@/lib/runtime/deps";
import { readSession, type AskedFor, type PortalSession } from "@/lib/usecases/portal/session";

type Params = Awaited<RouteContext["params"]>;

const textOf = (value: string | string[] | undefined): string => (typeof value === "string" ? value : "");

/** The grant and the field that a path names, with the cookie that may stand for them. */
export const askedOf = (request: Request, params: Params): AskedFor => ({
  grant: textOf(params?.grant),
  cookie: readGrantCookie(request.headers.get("cookie")),
  ...(params?.fieldId === undefined ? {} : { fieldId: textOf(params.fieldId) }),
});

/**
 * The session of a request and the field of its path. One message, whatever is wrong with a session: where it stands, and
 * not on this field, there is nothing to sign out for.
 */
export async function sessionOf(deps: Deps, request: Request, params: Params): Promise<PortalSession> {
  const asked = askedOf(request, params);
  const session = await readSession(deps, asked);
  if (session !== null) return session;
  const { fieldId, ...grant } = asked;
  const standing = fieldId === undefined ? null : await readSession(deps, grant);
  if (standing === null || (standing.scope.kind === "field" && standing.fieldId === fieldId)) {
    throw new ServiceError("unauthorized", "This page has been open too long. Open the link again.");
  }
  throw new FieldGone();
}

/** A session that stands, but not on this field. */
export class FieldGone extends ServiceError {
  constructor() {
    super("notFound", "There is no such field here.");
  }
}
