import { createHash } from "node:crypto";
import { v4 as uuidv4 } from "uuid";
import { z } from "zod";
import {
  endGrant,
  findApplicationGroup,
  findSessionState,
  type AskedSession,
  type SessionField,
  type SessionState,
} from "@/lib/data/portal/sessions";
import { seal, unseal } from "@/lib/gateways/portal-seal";
import type { Deps } from "@/lib/runtime/deps";
import type { PortalPass } from "@/lib/usecases/portal/pass";
import { openLink, type OpenedLink } from "@/lib/usecases/portal/open-link";

/** What a session opens: one field, or every field with an application in a group. */
export type SessionScope = { kind: "field" } | { kind: "group"; accountId: string; providerGroupId: string };

/** A signed-in holder of a link. Made again for every request from the cookie and what the database says now. */
export interface PortalSession {
  grant: string;
  providerId: string;
  pass: PortalPass;
  scope: SessionScope;
  /** The field and application of the link itself: where a session begins. */
  fieldId: string;
  applicationEventId: string | null;
  expiresAt: Date;
  /** The field that was asked for and may be seen; null where none was asked for. */
  field: SessionField | null;
  branding: { name: string; accent: string | null; logoHash: string | null };
  /** Where the provider wants its users back, if it said so. */
  returnUrl: string | null;
  /** Names the link that began the session, and opens nothing: by it a device finds what it kept; null: not known. */
  link: string | null;
}

/** A working day: as long as a session lives at least, however soon its link expires. */
const SHORTEST_S = 12 * 3600;
const LONGEST_S = 30 * 86_400;
/** Two machines' clocks may differ by this much. docs/contract.md, Portal links */
const CLOCK_SKEW_MS = 60_000;
/** An expired session is recognized for this much longer, so that its holder can be shown the way back. */
const REMEMBERED_S = 30 * 86_400;
/** How long a way back can be followed that was handed to a browser. */
export const SEALED_RETURN_S = LONGEST_S;

const claimsSchema = z.object({
  v: z.literal(1),
  grant: z.uuid(),
  provider: z.string(),
  field: z.uuid(),
  application: z.uuid().nullable(),
  group: z.object({ account: z.string(), id: z.string() }).nullable(),
  generation: z.int(),
  ends: z.int(),
  returnUrl: z.string().nullable(),
  /** Of the link, as `linkDigest` makes it; left out by an earlier version. */
  link: z.string().optional(),
});
type SessionClaims = z.infer<typeof claimsSchema>;

export interface OpenedSession {
  grant: string;
  cookie: string;
  /** How long the browser keeps the cookie, seconds. */
  cookieMaxAgeS: number;
  /** Null: the group's list of fields is where it begins. */
  startFieldId: string | null;
  applicationEventId: string | null;
}

/** What a device may know of a link that it opened: the link itself cannot be had from it. */
const linkDigest = (opaque: string): string => createHash("sha256").update(opaque).digest("base64url");

/**
 * Exchanges a link for a session. `returnUrl`: known when the link is genuine and was only too old. `earlier`: the cookie
 * of a session that this device began with the same link. Where it still stands it goes on, so that what the device kept
 * for it, and has still to send, stays one with it.
 */
export async function openSession(
  deps: Deps,
  opaque: string,
  earlier?: string,
): Promise<OpenedSession | { refused: true; returnUrl: string | null }> {
  const link = await openLink(deps, opaque);
  if ("refusal" in link) return { refused: true, returnUrl: link.refusal === "expired" ? link.returnUrl : null };
  const lifeS = lifeOf(deps, link);
  const grant = (await earlierGrant(deps, linkDigest(opaque), earlier)) ?? uuidv4();
  const claims: SessionClaims = { ...(await claimsFor(deps, link, lifeS)), grant, link: linkDigest(opaque) };
  const cookieMaxAgeS = lifeS + REMEMBERED_S;
  const cookie = await seal(deps.env.PORTAL_LINK_KEYS, "portal-session", { ...claims }, cookieMaxAgeS);
  if (cookie === null) return { refused: true, returnUrl: null };
  return {
    grant: claims.grant,
    cookie,
    cookieMaxAgeS,
    startFieldId: claims.group === null ? claims.field : null,
    applicationEventId: claims.application,
  };
}

/** The grant of a session that was begun with the same link and has not ended; null where there is none. */
async function earlierGrant(deps: Deps, link: string, cookie: string | undefined): Promise<string | null> {
  const claims = cookie === undefined ? null : await readClaims(deps, cookie);
  if (claims?.link !== link) return null;
  const session = await readSession(deps, { grant: claims.grant, cookie });
  return session === null ? null : session.grant;
}

/** What the session of a link may open: its field, or the group its application is in today. */
async function claimsFor(
  deps: Deps,
  { claims, field }: OpenedLink,
  lifeS: number,
): Promise<Omit<SessionClaims, "grant" | "link">> {
  const { providerId, fieldId, linkGeneration } = field;
  const applicationEventId = claims?.applicationEventId ?? null;
  const group =
    claims?.scope === "group" && applicationEventId !== null
      ? await findApplicationGroup(deps.db, { providerId, fieldId, applicationEventId })
      : null;
  return {
    v: 1,
    provider: providerId,
    field: fieldId,
    application: applicationEventId,
    group: group === null ? null : { account: group.accountId, id: group.providerGroupId },
    generation: linkGeneration,
    ends: Math.floor(deps.clock().getTime() / 1000) + lifeS,
    returnUrl: claims?.returnUrl ?? null,
  };
}

/** As long as the link, within limits; a link that never expires gives the longest. */
function lifeOf({ clock }: Deps, { claims }: OpenedLink): number {
  if (claims === null) return LONGEST_S;
  const leftS = Math.floor((claims.expiresAt.getTime() - clock().getTime()) / 1000);
  return Math.min(Math.max(leftS, SHORTEST_S), LONGEST_S);
}

export interface AskedFor {
  grant: string;
  /** The value of the grant's cookie. */
  cookie: string | undefined;
  /** The field of the page or route; left out where it has none. */
  fieldId?: string;
}

/**
 * The session of a request, or null: the cookie is missing, altered, another grant's or too old, it was signed out,
 * the provider revoked its links or switched its portal off, or the field is not this session's, archived or over.
 * Which of these it was is no one's business but the log's.
 */
export async function readSession(deps: Deps, asked: AskedFor): Promise<PortalSession | null> {
  const found = await askedSession(deps, asked);
  if (found === null) return null;
  const state = await findSessionState(deps.db, found.asked);
  return state === null ? null : standingSession(deps, found, state);
}

/** A genuine session within its time, and what of the database it is checked against. */
export interface ClaimedSession {
  claims: SessionClaims;
  asked: AskedSession;
}

/** The session that a cookie claims, before anything was read; null where there is nothing to read. */
export async function askedSession(deps: Deps, { fieldId, ...cookie }: AskedFor): Promise<ClaimedSession | null> {
  const claims = await openCookie(deps, cookie);
  if (claims === null || deps.clock().getTime() > claims.ends * 1000 + CLOCK_SKEW_MS) return null;
  if (fieldId !== undefined && !z.uuid().safeParse(fieldId).success) return null;
  const { provider: providerId, grant, group } = claims;
  const ofGroup = group === null ? null : { accountId: group.account, providerGroupId: group.id };
  return { claims, asked: { providerId, grant, fieldId: fieldId ?? null, group: ofGroup } };
}

/** The session as the database has it now; null when it was ended, or its field is none of its own. */
export function standingSession(
  deps: Deps,
  { claims, asked }: ClaimedSession,
  state: SessionState,
): PortalSession | null {
  if (!isStanding(state, claims)) return null;
  if (asked.fieldId !== null && !isOpenField(deps, claims, state.field)) return null;
  return toSession(deps, claims, state);
}

function toSession(deps: Deps, claims: SessionClaims, state: SessionState): PortalSession {
  return {
    grant: claims.grant,
    providerId: claims.provider,
    pass: { deps, providerId: claims.provider, actor: `portal:${claims.grant}` },
    scope:
      claims.group === null
        ? { kind: "field" }
        : { kind: "group", accountId: claims.group.account, providerGroupId: claims.group.id },
    fieldId: claims.field,
    applicationEventId: claims.application,
    expiresAt: new Date(claims.ends * 1000),
    field: state.field,
    branding: { name: state.name, accent: state.accent, logoHash: state.logoHash },
    returnUrl: claims.returnUrl,
    link: claims.link ?? null,
  };
}

/** The claims of a genuine cookie, whichever grant it is of. */
async function readClaims({ env }: Deps, cookie: string): Promise<SessionClaims | null> {
  const claims = claimsSchema.safeParse(await unseal(env.PORTAL_LINK_KEYS, "portal-session", cookie));
  return claims.success ? claims.data : null;
}

/** The claims of a genuine cookie of this grant, however old. */
async function openCookie(deps: Deps, { grant, cookie }: AskedFor): Promise<SessionClaims | null> {
  const claims = cookie === undefined ? null : await readClaims(deps, cookie);
  return claims?.grant === grant ? claims : null;
}

const isStanding = (state: SessionState, claims: SessionClaims): boolean =>
  state.portalEnabled && !state.isEnded && state.linkGeneration === claims.generation;

/** Within the session's scope, live, and within its portal's period. */
function isOpenField({ clock }: Deps, claims: SessionClaims, field: SessionField | null): boolean {
  if (field?.portalExpiresAt == null || field.archivedAt !== null) return false;
  const isInScope = claims.group === null ? field.fieldId === claims.field : field.inGroup === true;
  return isInScope && field.portalExpiresAt > clock();
}

/** The field that an edit names, when the session may touch it; null otherwise. */
export async function openField(session: PortalSession, fieldId: string): Promise<SessionField | null> {
  const { deps } = session.pass;
  if (!z.uuid().safeParse(fieldId).success) return null;
  const { scope } = session;
  const state = await findSessionState(deps.db, {
    providerId: session.providerId,
    grant: session.grant,
    fieldId,
    group: scope.kind === "group" ? scope : null,
  });
  const field = state?.field ?? null;
  if (field?.portalExpiresAt == null || field.archivedAt !== null || field.portalExpiresAt <= deps.clock()) return null;
  const isInScope = scope.kind === "group" ? field.inGroup === true : field.fieldId === session.fieldId;
  return isInScope ? field : null;
}

/** Ends a session for good: a copy of its cookie is refused from now on. Nothing happens without a genuine cookie. */
export async function endSession(deps: Deps, asked: AskedFor): Promise<void> {
  const claims = await openCookie(deps, asked);
  if (claims === null) return;
  // A session that went on over a second opening of its link has a later cookie than the one that is shown here.
  const longest = Math.max(claims.ends * 1000, deps.clock().getTime() + LONGEST_S * 1000);
  const forgetAfter = new Date(longest + 2 * CLOCK_SKEW_MS);
  await endGrant(deps.db, claims.provider, claims.grant, forgetAfter);
}

/** How the holder of a refused session goes on: back where the provider said, and whether this browser signed out. */
export interface WayOut {
  returnUrl: string | null;
  isSignedOut: boolean;
}

/** The way out of a session that is refused: told by its own cookie, or by what signing out left in its place. */
export async function findWayOut(deps: Deps, asked: AskedFor): Promise<WayOut> {
  const claims = await openCookie(deps, asked);
  if (claims !== null) return { returnUrl: claims.returnUrl, isSignedOut: false };
  const returnUrl = asked.cookie === undefined ? null : await openReturnUrl(deps, asked.cookie);
  return { returnUrl, isSignedOut: returnUrl !== null };
}

/**
 * A return address as the refusal page takes it: sealed, so that no one can make the page lead elsewhere. Signing out
 * leaves it in place of the session's cookie, since who goes back then has nothing else that knows the way.
 */
export const sealReturnUrl = ({ env }: Deps, url: string): Promise<string | null> =>
  seal(env.PORTAL_LINK_KEYS, "portal-return", { url }, SEALED_RETURN_S);

export async function openReturnUrl({ env }: Deps, sealed: string): Promise<string | null> {
  const claims = await unseal(env.PORTAL_LINK_KEYS, "portal-return", sealed);
  const parsed = z.object({ url: z.url({ protocol: /^https?$/ }) }).safeParse(claims);
  return parsed.success ? parsed.data.url : null;
}
