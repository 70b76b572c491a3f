import type { ZodOpenApiHeadersObject } from "zod-openapi";
import { PROBLEMS, type Problem } from "@/lib/domain/errors";
import type { AnyContract } from "@/lib/contracts/shared/contract";

interface Described {
  description: string;
  schema: { type: "string" | "integer"; minimum?: number; pattern?: string; enum?: string[] };
}
/** Headers by their names, as OpenAPI writes them. */
type HeaderMap = Exclude<ZodOpenApiHeadersObject, { _zod: unknown }>;

const text = (description: string, more: Omit<Described["schema"], "type"> = {}): Described => ({
  description,
  schema: { type: "string", ...more },
});
const seconds = (description: string): Described => ({ description, schema: { type: "integer", minimum: 1 } });

const REQUEST_ID = text(
  "Finds the request in the service's log. The caller's own, where it sent one of 1 to 128 characters of " +
    "`[A-Za-z0-9._-]`.",
  { pattern: "^[A-Za-z0-9._-]{1,128}$" },
);
const HEADERS = {
  "X-Request-ID": REQUEST_ID,
  "Cache-Control": text("The answer is not to be kept.", { enum: ["no-store"] }),
  "Retry-After": seconds("Seconds to wait before trying again."),
  RateLimit: text(
    "What is left of the limit that counted the request, and in how many seconds its window ends (`r`, `t`).",
    {
      pattern: '^"default";r=\\d+;t=\\d+$',
    },
  ),
  "RateLimit-Policy": text("The limit that counted the request: requests (`q`) in a window of seconds (`w`).", {
    pattern: '^"default";q=\\d+;w=\\d+$',
  }),
  "WWW-Authenticate": text("The scheme of `X-API-Key`.", { enum: ["ApiKey"] }),
  Accept: text("The media type that a body may have.", { enum: ["application/json"] }),
  Deprecation: text("Since when version 1 is deprecated, as RFC 9745 writes a date.", { pattern: "^@\\d+$" }),
  Sunset: text("When version 1 ends, as RFC 8594 writes a date."),
  Link: text("The version 2 route that follows this one.", { pattern: '^<[^>]+>; rel="successor-version"$' }),
  "Content-Disposition": text("The file's name.", {
    pattern: '^attachment; filename="[a-z0-9-]+(\\.adapt)?\\.(pdf|csv|json|jpg|zip|geojson|kml|fgb)"$',
  }),
} as const satisfies Record<string, Described>;

type HeaderName = keyof typeof HEADERS;

/** Headers that an answer always has, by reference. */
const always = (...names: HeaderName[]): HeaderMap =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** A header that an answer has in some cases only. */
const sometimes = (name: HeaderName, when: string): HeaderMap => ({
  [name]: { ...HEADERS[name], description: `${HEADERS[name].description} ${when}`, required: false },
});

const TAG: HeaderMap = {
  ETag: { ...text("Names this content; send it back as `If-None-Match`.", { pattern: '^(W/)?".+"$' }), required: true },
};

/** Of every answer of a route that a limit counts. */
const COUNTED = ["X-Request-ID", "RateLimit", "RateLimit-Policy"] as const;

const MENU_HEADERS: HeaderMap = {
  ...always(...COUNTED),
  ...TAG,
  "Cache-Control": {
    ...text("May be kept by the caller alone, who asks before each use.", { enum: ["private, no-cache"] }),
    required: true,
  },
  Vary: { ...text("What else the answer depends on.", { enum: ["X-API-Key"] }), required: true },
};

const SUBMISSION_HEADERS: HeaderMap = {
  Location: {
    ...text("The job's status, relative to the host.", { pattern: "^/api/v2/esa-check/bulk/[0-9a-f-]{36}$" }),
    required: true,
  },
  ...sometimes("Retry-After", "Left out where the job has ended already."),
  "Preference-Applied": {
    ...text("The wait of `Prefer` that this answer honored. Left out where none was sent.", { pattern: "^wait=\\d+$" }),
    required: false,
  },
};

const versionHeaders = ({ path }: Pick<AnyContract, "path">): HeaderMap =>
  path.startsWith("/api/v1/") ? always("Deprecation", "Sunset", "Link") : {};

/** The headers that several answers share, as components. */
export const HEADER_COMPONENTS = Object.fromEntries(
  Object.entries(HEADERS).map(([name, header]) => [name, { ...header, required: true }]),
);

/** The headers of an answer of a route without a key. */
export const plainHeaders = (): HeaderMap => always("X-Request-ID", "Cache-Control");

/** The headers of this description, which is the same for everyone. */
export const DOCUMENT_HEADERS: HeaderMap = {
  ...always(...COUNTED),
  ...TAG,
  "Cache-Control": { ...text("Anyone may keep it for so long.", { enum: ["public, max-age=300"] }), required: true },
};

/** The headers of a good answer, and of 304 where there is one. */
export function successHeaders(contract: AnyContract): HeaderMap {
  if (contract.isPublicData === true) return { ...MENU_HEADERS, ...versionHeaders(contract) };
  return {
    ...always(...COUNTED, "Cache-Control"),
    ...(contract.status === 202 ? SUBMISSION_HEADERS : {}),
    ...(contract.mediaTypes === undefined ? {} : always("Content-Disposition")),
    ...versionHeaders(contract),
  };
}

/** The headers of a refusal, by the problems that give its status. */
export const refusalHeaders = (contract: Pick<AnyContract, "path">, problems: readonly Problem[]): HeaderMap => ({
  ...always(...COUNTED, "Cache-Control"),
  ...PROBLEM_HEADERS.reduce<HeaderMap>((all, { names, has }) => ({ ...all, ...ofProblems(problems, names, has) }), {}),
  ...versionHeaders(contract),
});

/** Which problems carry a header of their own. */
const PROBLEM_HEADERS: readonly { names: readonly HeaderName[]; has: (problem: Problem) => boolean }[] = [
  { names: ["Retry-After"], has: (problem) => PROBLEMS[problem].retryAfterS !== null },
  { names: ["WWW-Authenticate"], has: (problem) => problem === "unauthorized" },
  { names: ["Accept"], has: (problem) => problem === "unsupportedMediaType" },
];

/** Always there where every problem of the status carries them; else it is said with which code they come. */
function ofProblems(
  problems: readonly Problem[],
  names: readonly HeaderName[],
  has: (problem: Problem) => boolean,
): HeaderMap {
  const carriers = problems.filter(has);
  if (carriers.length === 0) return {};
  if (carriers.length === problems.length) return always(...names);
  const codes = [...new Set(carriers.map((problem) => `\`${PROBLEMS[problem].code}\``))].join(", ");
  return names.reduce<HeaderMap>((all, name) => ({ ...all, ...sometimes(name, `With ${codes}.`) }), {});
}
