import { OPERATION_TAGS } from "@/lib/contracts/shared/contract";

/** What a client may count on. The reference and the changelog follow it. */
const POLICY_OF_CHANGE = [
  "## What may change within version 2",
  "",
  "- Added at any time: routes, optional members of requests, members of answers, headers, issue codes, error codes, " +
    "and values of enumerations in answers. **Ignore members you do not know**, and treat an issue code you do not " +
    "know by its `effect`.",
  "- Never changed: the name, type, or meaning of what is there, the status of an error code, and what is required of a " +
    "request.",
  "- Removed only in a new version. A deprecated operation says `deprecated`, answers with `Deprecation` and `Sunset`, " +
    "and lives at least a year longer.",
  "- Never a contract: `message`, `remedy`, `text`, and `label`. They are for people.",
  "- What rules and data say changes with the law. `compliance.data_versions` names what an answer used.",
].join("\n");

const CONVENTIONS = [
  "Whether Endangered Species Act pesticide rules apply to a field and an application. **A result is never a clearance " +
    "to apply**: read `compliance.status` and the issues.",
  "",
  "Send your key in `X-API-Key`, from a server only. Limits per key and minute, unless the operator sets others: 600 " +
    "checks and other writes, 3,000 reads, 120 reports; 6,000 requests per address. Every answer carries " +
    "`X-Request-ID`; keep it. `RateLimit` and `RateLimit-Policy` say what is left. HEAD is answered wherever GET is, " +
    "without the body. A verb that a route does not list is answered 405 `METHOD_NOT_ALLOWED` " +
    "with the verbs it has in `Allow`, key or none; OPTIONS is such a verb on every route. A route " +
    "that is not listed, or with a slash at its end, is answered 404 `NOT_FOUND`. Answers over 1 kB are packed with " +
    "`br` or `gzip` where `Accept-Encoding` names it. Guides and every code with its remedy: `/docs`.",
].join("\n");

export const INFO = {
  title: "Hedgerow",
  version: "2.1.0",
  summary: "Endangered Species Act pesticide rules for a field and an application",
  license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
  description: `${CONVENTIONS}\n\n${POLICY_OF_CHANGE}`,
};

export const TAGS = Object.entries(OPERATION_TAGS).map(([name, description]) => ({ name, description }));

/** Whom to ask, as the operator has set it: an e-mail address or a page. */
export function contactOf(support: string | undefined): { contact?: { name: string; email?: string; url?: string } } {
  if (support === undefined) return {};
  const name = "Support";
  return { contact: support.includes("@") ? { name, email: support } : { name, url: support } };
}
