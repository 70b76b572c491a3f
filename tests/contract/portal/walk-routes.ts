import { readdirSync } from "node:fs";
import { join } from "node:path";
import { selection } from "@/tests/contract/portal/edits-support";
import type { Sent } from "@/tests/support/api";

const ROOT = join(process.cwd(), "app", "portal");

/** Every file of the portal that answers a request, as the file system has them. */
export const portalFiles = (): string[] =>
  readdirSync(ROOT, { recursive: true, encoding: "utf8" })
    .filter((path) => /(^|\/)(route|page|layout)\.tsx?$/.test(path))
    .sort();

export const fileOf = (path: string): string => join(ROOT, path);

/** What a stranger names in a request: the victim's field and application. */
export interface Target {
  fieldId: string;
  applicationEventId: string;
  dataSetId: number;
}

interface Known {
  /**
   * `field`: the address names a field; `body`: the body does; `grant`: all of the session's own, with nothing of a
   * field; `open`: anyone's, and it tells nothing.
   */
  kind: "field" | "body" | "grant" | "open";
  sent?: (target: Target) => Sent;
  params?: (target: Target) => Record<string, string>;
}

const FIELD = "g/[grant]/[fieldId]";
const API = "g/[grant]/api/fields/[fieldId]";
const year = 2026;
const place = ({ fieldId, applicationEventId }: Target) => ({
  fieldId,
  year,
  applicationEventId,
});
const ofApplication = ({ applicationEventId }: Target): Sent => ({
  query: `year=${year}&application=${applicationEventId}`,
});
const form = (target: Target): Sent => ({
  raw: new URLSearchParams({
    application: target.applicationEventId,
    product: "99002-2",
    pula: "1",
    limitation: "1",
    text: "0".repeat(64),
    reviewed: "yes",
    anchor: "limitation-1",
  }).toString(),
  headers: { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": "200" },
});

/** How each is called by someone who knows the victim's identifiers. A file that is not here fails the walk. */
export const KNOWN: Record<string, Known> = {
  "expired/page.tsx": { kind: "open" },
  "language/route.ts": { kind: "open", sent: form },
  "theme/route.ts": { kind: "open", sent: form },
  "f/[token]/route.ts": { kind: "open", params: () => ({ token: "forged" }) },
  "g/[grant]/page.tsx": { kind: "grant" },
  "g/[grant]/season/page.tsx": { kind: "grant" },
  "g/[grant]/logo/route.ts": { kind: "grant" },
  "g/[grant]/brand.css/route.ts": { kind: "grant" },
  "g/[grant]/reports/route.ts": { kind: "grant" },
  "g/[grant]/sign-out/route.ts": { kind: "grant", sent: form },
  "g/[grant]/tiles/[layer]/[z]/[x]/[y]/route.ts": {
    kind: "field",
    params: () => ({ layer: "soil", z: "14", x: "4200", y: "6600" }),
    sent: ({ fieldId, dataSetId }) => ({ query: `field=${fieldId}&v=${dataSetId}` }),
  },
  "g/[grant]/api/edits/route.ts": { kind: "body", sent: (target) => ({ body: selection(place(target), 1) }) },
  [`${API}/live/route.ts`]: { kind: "field", sent: ofApplication },
  [`${API}/strip/route.ts`]: { kind: "field", sent: () => ({ body: {} }) },
  [`${API}/mapped-areas/route.ts`]: { kind: "field" },
  [`${API}/drift-preview/route.ts`]: { kind: "field", sent: (target) => ({ body: place(target) }) },
  [`${API}/drift-conditions/route.ts`]: { kind: "field", sent: (target) => ({ body: place(target) }) },
  [`${FIELD}/layout.tsx`]: { kind: "field" },
  [`${FIELD}/page.tsx`]: { kind: "field" },
  [`${FIELD}/measures/page.tsx`]: { kind: "field" },
  [`${FIELD}/exemptions/page.tsx`]: { kind: "field" },
  [`${FIELD}/drift/page.tsx`]: { kind: "field" },
  [`${FIELD}/drift/machine/page.tsx`]: { kind: "field" },
  [`${FIELD}/drift/machine/[format]/route.ts`]: {
    kind: "field",
    params: () => ({ format: "geojson" }),
    sent: ofApplication,
  },
  [`${FIELD}/record/page.tsx`]: { kind: "field" },
  [`${FIELD}/record/photo/[entryId]/route.ts`]: {
    kind: "field",
    sent: ({ applicationEventId }) => ({ query: `application=${applicationEventId}` }),
    params: () => ({ entryId: "019aa0a0-0000-7000-8000-000000000001" }),
  },
  [`${FIELD}/limitations/page.tsx`]: { kind: "field" },
  [`${FIELD}/limitations/review/route.ts`]: { kind: "field", sent: form },
  [`${FIELD}/report/page.tsx`]: { kind: "field" },
  [`${FIELD}/report/[file]/route.ts`]: { kind: "field", params: () => ({ file: "runoff.pdf" }) },
  [`${FIELD}/report/view/[kind]/page.tsx`]: { kind: "field", params: () => ({ kind: "runoff" }) },
};
