import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Handler } from "@/lib/http/api/route";
import { getDeps } from "@/lib/runtime/deps";
import { readSession } from "@/lib/usecases/portal/session";
import { fieldOf, openBrowser, type Browser } from "@/tests/contract/portal/edits-support";
import { fileOf, KNOWN, portalFiles, type Target } from "@/tests/contract/portal/walk-routes";
import { NEEDS_6, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { call, makeCaller, type Caller } from "@/tests/support/api";
import type { Connected } from "@/tests/support/soil-ground";

/** What Next tells a page of the request it renders; there is no server here to tell it. */
const asked = vi.hoisted(() => ({ headers: new Headers() }));
vi.mock("next/headers", () => ({
  headers: () => Promise.resolve(asked.headers),
  cookies: () => Promise.resolve({ get: () => undefined }),
}));

const SECRET = "Zebra meadow";
let soil: Connected;
let victim: Browser;
let target: Target;
/** Sessions that stand, none of them on the victim's field. */
let strangers: Record<string, Browser>;

async function open(caller: Caller, more: Record<string, unknown>): Promise<{ browser: Browser; id: string }> {
  const { id } = await saved(caller, { products: [NEEDS_6], ...more });
  return { browser: await openBrowser(caller, id), id };
}

beforeAll(async () => {
  soil = await prepareGround();
  const caller = await makeCaller("victim");
  const names = { application_id: "theirs", field_name: SECRET, provider_field_id: "v-1", provider_group_id: "spring" };
  const { browser, id } = await open(caller, names);
  victim = browser;
  target = { fieldId: await fieldOf("victim", id), applicationEventId: id, dataSetId: 1 };
  const elsewhere = { application_id: "other", provider_field_id: "v-2" };
  const otherAccount = { ...elsewhere, account_id: "account-9", provider_field_id: "v-3", provider_group_id: "spring" };
  strangers = {
    "another provider": (await open(await makeCaller("stranger"), { application_id: "mine" })).browser,
    "another field of the provider": (await open(caller, elsewhere)).browser,
    "a group of the same name in another account": (await open(caller, otherAccount)).browser,
    "no-one": { grant: victim.grant, cookie: "" },
    "a stranger's cookie at the victim's grant": { grant: victim.grant, cookie: "" },
  };
  const stranger = strangers["another provider"];
  if (stranger === undefined) throw new Error("no stranger");
  strangers["a stranger's cookie at the victim's grant"] = { grant: victim.grant, cookie: stranger.cookie };
});
afterAll(() => soil.close());

const VERBS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
type Module = Partial<Record<(typeof VERBS)[number], Handler>> & {
  default?: (props: unknown) => Promise<unknown>;
  generateMetadata?: (props: unknown) => Promise<unknown>;
};
const load = async (path: string): Promise<Module> => (await import(/* @vite-ignore */ fileOf(path))) as Module;

interface Seen {
  what: string;
  status: number;
  text: string;
  location: string;
}

const paramsOf = (path: string, { grant }: Browser): Record<string, string> => ({
  grant,
  fieldId: target.fieldId,
  ...KNOWN[path]?.params?.(target),
});

async function callRoute(path: string, module: Module, who: Browser): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (const verb of VERBS) {
    const handler = module[verb];
    if (handler === undefined) continue;
    const { body, raw, ...sent } = KNOWN[path]?.sent?.(target) ?? {};
    const content = body === undefined ? { raw } : { body };
    const withBody = ["GET", "HEAD"].includes(verb) || Object.values(content)[0] === undefined ? {} : content;
    const response = await call(handler, null, {
      ...sent,
      ...withBody,
      method: verb,
      params: paramsOf(path, who),
      headers: { ...sent.headers, Cookie: who.cookie, "Sec-Fetch-Site": "same-origin" },
    });
    const location = response.headers.get("location") ?? "";
    seen.push({ what: `${verb} ${path}`, status: response.status, text: await response.text(), location });
  }
  return seen;
}

/** What a page hands to its parts on the server alone does not reach the browser. */
const withoutMachinery = (key: string, value: unknown): unknown =>
  key === "_owner" || key === "session" ? undefined : value;

/** A page either gives its elements, or ends in the redirect that Next makes an answer of. */
async function callPage(path: string, module: Module, who: Browser): Promise<Seen[]> {
  asked.headers = new Headers({ Cookie: who.cookie, "x-hedgerow-path": "/portal/g/x/y", "x-hedgerow-search": "" });
  const props = { params: Promise.resolve(paramsOf(path, who)), searchParams: Promise.resolve({}), children: null };
  const seen: Seen[] = [];
  for (const part of [module.generateMetadata, module.default]) {
    if (part === undefined) continue;
    try {
      const text = JSON.stringify(await part(props), withoutMachinery);
      seen.push({ what: path, status: 200, text, location: "" });
    } catch (error) {
      const { digest = "" } = error as { digest?: string };
      const [kind, , location = ""] = digest.split(";");
      if (kind !== "NEXT_REDIRECT") throw error;
      seen.push({ what: path, status: 307, text: "", location });
    }
  }
  return seen;
}

async function visit(path: string, who: Browser): Promise<Seen[]> {
  const module = await load(path);
  return path.endsWith("route.ts") ? callRoute(path, module, who) : callPage(path, module, who);
}

it("knows every route, page and layout of the portal, and no other", () => {
  expect(portalFiles()).toEqual(Object.keys(KNOWN).sort());
});

describe("the victim's own session", () => {
  const pages = Object.keys(KNOWN).filter((path) => path.endsWith("page.tsx") && KNOWN[path]?.kind === "field");
  it.each(pages)("opens %s, so that a refusal there means something", async (path) => {
    const seen = await visit(path, victim);
    expect(seen.map(({ status }) => status)).not.toContain(307);
  });
});

describe.each([
  "another provider",
  "another field of the provider",
  "a group of the same name in another account",
  "no-one",
  "a stranger's cookie at the victim's grant",
])("%s", (title) => {
  it.each(Object.keys(KNOWN))("reaches nothing of the victim's by %s", async (path) => {
    const who = strangers[title];
    if (who === undefined) throw new Error(`no ${title}`);
    for (const { what, status, text, location } of await visit(path, who)) {
      expect(status, what).toBeLessThan(500);
      expect(text, what).not.toContain(SECRET);
      expect(location, what).not.toContain(target.fieldId);
      const kind = KNOWN[path]?.kind;
      if (kind === "open" || what.startsWith("OPTIONS")) continue;
      if (kind === "grant" && who.cookie !== "" && who.grant !== victim.grant) continue;
      const isTurnedAway = [303, 307].includes(status) && location.startsWith("/portal/expired");
      expect(isTurnedAway || [401, 404, 405].includes(status), `${what}: ${status} ${location}`).toBe(true);
    }
  });
});

it("leaves the victim's session standing and nothing of the victim's changed", async () => {
  const [, cookie = ""] = victim.cookie.split("=", 2);
  const read = { grant: victim.grant, cookie, fieldId: target.fieldId };
  expect(await readSession(await getDeps(), read)).not.toBeNull();
  const [counts] = await sql<{ changes: number; chosen: number; ends: number; reviews: number }>(
    "victim",
    `SELECT (SELECT count(*)::int FROM change_event) AS changes,
            (SELECT count(*)::int FROM measure_selection WHERE source = 'portal') AS chosen,
            (SELECT count(*)::int FROM portal_grant_end WHERE grant_id = '${victim.grant}') AS ends,
            (SELECT count(*)::int FROM limitation_review) AS reviews`,
  );
  expect(counts).toEqual({ changes: 0, chosen: 0, ends: 0, reviews: 0 });
});
