import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { keyPrefix } from "@/lib/auth/api-key-format";
import { hasRight, OPERATOR_ROLES, type OperatorRight, type OperatorRole } from "@/lib/domain/operator";
import { importPulas } from "@/lib/imports/pula/import-pulas";
import { getDeps } from "@/lib/runtime/deps";
import { listProvidersWithAccess, readOffboarding } from "@/lib/usecases/operations/manage-providers";
import { listEndpoints } from "@/lib/usecases/webhooks/manage-endpoints";
import type { FormAction } from "@/lib/views/console/forms";
import {
  auditOf,
  browseAs,
  formOf,
  type Jar,
  OWN_PASSWORD,
  redirectOf,
  signedIn,
} from "@/tests/contract/console/support";
import { limitationRow, rows, squareFeature } from "@/tests/contract/imports/support";
import { makeCaller } from "@/tests/support/api";

vi.mock("next/headers", async () => (await import("@/tests/contract/console/support")).nextHeaders);
vi.mock("next/cache", () => ({ revalidatePath: () => undefined }));

const ROOT = join(process.cwd(), "app", "console");
const files = (): string[] =>
  readdirSync(ROOT, { recursive: true, encoding: "utf8" })
    .filter((path) => /(^|\/)(route|page|layout|actions)\.tsx?$/.test(path))
    .sort();

/** The right that each page and action asks for; `open` ones are for people who are not signed in. */
const KNOWN: Record<string, OperatorRight | "open" | Record<string, OperatorRight>> = {
  "(pages)/[...path]/page.tsx": "read",
  "(pages)/account/actions.ts": { changePassword: "read", endOthers: "read" },
  "(pages)/account/page.tsx": "read",
  "(pages)/actions.ts": { signOut: "read" },
  "(pages)/audit/page.tsx": "read_audit",
  "(pages)/data/[kind]/[version]/actions.ts": { switchSet: "switch_data" },
  "(pages)/data/[kind]/[version]/page.tsx": "read",
  "(pages)/data/page.tsx": "read",
  "(pages)/data/previews/[previewId]/applications.csv/route.ts": "read",
  "(pages)/data/previews/[previewId]/page.tsx": "read",
  "(pages)/data/previews/actions.ts": { previewSet: "preview_data", previewTableFiles: "preview_data" },
  "(pages)/jobs/actions.ts": { retryTask: "manage_jobs" },
  "(pages)/jobs/page.tsx": "read",
  "(pages)/labels-asked/page.tsx": "read",
  "(pages)/labels/[registration]/actions.ts": { signFact: "sign_facts" },
  "(pages)/labels/[registration]/compare/page.tsx": "read",
  "(pages)/labels/[registration]/page.tsx": "read",
  "(pages)/labels/page.tsx": "read",
  "(pages)/layout.tsx": "read",
  "(pages)/look-up/page.tsx": "read",
  "(pages)/page.tsx": "read",
  "(pages)/providers/[providerId]/keys/actions.ts": {
    issueKey: "manage_keys",
    revokeKey: "manage_keys",
    rotateKey: "manage_keys",
  },
  "(pages)/providers/[providerId]/page.tsx": "read",
  "(pages)/providers/[providerId]/usage/page.tsx": "read",
  "(pages)/providers/[providerId]/webhooks/actions.ts": {
    addEndpoint: "manage_webhooks",
    removeEndpoint: "manage_webhooks",
    replayDelivery: "manage_webhooks",
    rotateSecret: "manage_webhooks",
    sendTest: "manage_webhooks",
    switchEndpoint: "manage_webhooks",
  },
  "(pages)/providers/[providerId]/webhooks/page.tsx": "read",
  "(pages)/providers/actions.ts": {
    createProvider: "manage_providers",
    offboardProvider: "manage_providers",
    revokeLinks: "manage_providers",
    saveBranding: "manage_providers",
    setAttestations: "manage_providers",
    setPortalEnabled: "manage_providers",
    setPortalLinks: "manage_providers",
    setKeepYears: "manage_providers",
  },
  "(pages)/providers/new/page.tsx": "manage_providers",
  "(pages)/providers/page.tsx": "read",
  "(pages)/refused/page.tsx": "read",
  "(pages)/rules/page.tsx": "read",
  "auth/[...nextauth]/route.ts": "open",
  "layout.tsx": "open",
  // For a session with a temporary password alone: tests/contract/console/temporary-password.test.ts.
  "new-password/actions.ts": { chooseOwnPassword: "read" },
  "new-password/page.tsx": "open",
  "sign-in/page.tsx": "open",
  "theme/route.ts": "open",
};

const jars: Partial<Record<OperatorRole, Jar>> = {};
/** An operator who has every right of one, and a password that someone else made. */
const given: Jar = new Map();
const TEMPORARY = { ...OWN_PASSWORD, isTemporary: true };
const jarOf = (role: OperatorRole): Jar => jars[role] ?? new Map<string, string>();

beforeAll(async () => {
  await makeCaller("walked");
  await importPulas(process.env.DATABASE_DIRECT_URL ?? "", {
    source: { name: "areas", records: [squareFeature({ objectid: 1, pula_id: 1 })] },
    limitations: { name: "rows", records: [limitationRow({})] },
    version: "walked",
  });
  await rows(
    `INSERT INTO data_preview (preview_id, kind, from_version, to_version, asked_by) VALUES ($1, 'pula', 'a', 'walked', 'ada')`,
    [PREVIEW],
  );
  for (const role of OPERATOR_ROLES) jars[role] = await signedIn(`${role}@example.com`, role);
  for (const [name, value] of await signedIn("given@example.com", "operator", TEMPORARY)) given.set(name, value);
});

type Module = Record<string, unknown>;
/** A preview that no worker has taken up. */
const PREVIEW = "01980000-0000-7000-8000-000000000001";

const load = async (path: string): Promise<Module> => (await import(/* @vite-ignore */ join(ROOT, path))) as Module;

/** Where a page leads; null when it shows itself. */
async function visit(path: string): Promise<string | null> {
  const page = (await load(path)).default as (props: unknown) => Promise<unknown>;
  const params = Promise.resolve({
    providerId: "walked",
    registration: "7969-500",
    kind: "pula",
    version: "walked",
    previewId: PREVIEW,
  });
  try {
    await page({ params, searchParams: Promise.resolve({}), children: null });
    return null;
  } catch (error) {
    const location = redirectOf(error);
    // Of an address that is no page: it shows that.
    if (location === null && path.startsWith("(pages)/[...path]/")) return null;
    if (location === null) throw error;
    return location;
  }
}

const VALUES = {
  provider_id: "walked",
  portal: "close",
  attestations: "show",
  portal_mode: "token",
  link_days: "3",
  keep_years: "4",
};

const pages = Object.entries(KNOWN).flatMap(([path, right]) =>
  /(page|layout)\.tsx$/.test(path) && typeof right === "string" && right !== "open" ? [{ path, right }] : [],
);
const routes = Object.entries(KNOWN).flatMap(([path, right]) =>
  path.endsWith("route.ts") && typeof right === "string" && right !== "open" ? [{ path, right }] : [],
);
const actions = Object.entries(KNOWN).flatMap(([path, rights]) =>
  typeof rights === "string" ? [] : Object.entries(rights).map(([name, right]) => ({ path, name, right })),
);

it("knows every page, layout, route, and action of the console, and no other", async () => {
  expect(files()).toEqual(Object.keys(KNOWN).sort());
  for (const [path, rights] of Object.entries(KNOWN)) {
    if (typeof rights !== "string")
      expect(Object.keys(await load(path)).sort(), path).toEqual(Object.keys(rights).sort());
  }
});

describe.each(pages)("$path", ({ path, right }) => {
  it("sends a stranger to the sign-in, and a forged cookie too", async () => {
    for (const jar of [new Map<string, string>(), new Map([["hedgerow-console", "forged"]])]) {
      browseAs(jar);
      expect(await visit(path)).toMatch(/^\/console\/sign-in\?callbackUrl=/);
    }
  });

  it("leads someone with a temporary password to the page for a new one", async () => {
    browseAs(given);
    expect(await visit(path)).toBe("/console/new-password");
  });

  it.each(OPERATOR_ROLES)("asks for its right of the role %s", async (role) => {
    browseAs(jarOf(role));
    expect(await visit(path)).toBe(hasRight(role, right) ? null : "/console/refused");
  });
});

describe.each(routes)("$path", ({ path, right }) => {
  /** Where it leads; null when it answers. */
  const get = async (): Promise<string | null> => {
    const { GET } = (await load(path)) as { GET: (request: Request, context: unknown) => Promise<Response> };
    try {
      const params = Promise.resolve({ previewId: PREVIEW });
      expect((await GET(new Request("http://localhost:3000/console/x"), { params })).status).toBe(200);
      return null;
    } catch (error) {
      const location = redirectOf(error);
      if (location === null) throw error;
      return location;
    }
  };

  it("sends a stranger to the sign-in, and someone with a temporary password to the page for a new one", async () => {
    browseAs(new Map());
    expect(await get()).toMatch(/^\/console\/sign-in\?callbackUrl=/);
    browseAs(given);
    expect(await get()).toBe("/console/new-password");
  });

  it.each(OPERATOR_ROLES)("asks for its right of the role %s", async (role) => {
    browseAs(jarOf(role));
    expect(await get()).toBe(hasRight(role, right) ? null : "/console/refused");
  });
});

/** What a session with a temporary password may do. */
const WITH_TEMPORARY_PASSWORD = ["chooseOwnPassword", "signOut"];

describe.each(actions)("$name in $path", ({ path, name, right }) => {
  const run = async (form: FormData) => ((await load(path))[name] as FormAction)(null, form);

  it("sends a stranger to the sign-in and does nothing", async () => {
    const before = await auditOf();
    browseAs(new Map());
    await expect(run(await formOf(new Map(), VALUES))).rejects.toSatisfy(
      (error) => redirectOf(error)?.startsWith("/console/sign-in") === true,
    );
    expect(await auditOf()).toEqual(before);
  });

  it("refuses a form of another site, without the session's token, or with another session's", async () => {
    const before = await auditOf();
    const jar = jarOf("operator");
    browseAs(jar, { "sec-fetch-site": "cross-site" });
    expect((await run(await formOf(jar, VALUES)))?.error).toMatch(/does not come from a page of your session/);
    browseAs(jar);
    for (const csrf of ["", (await formOf(jarOf("viewer"), {})).get("csrf")]) {
      const form = await formOf(jar, VALUES);
      form.set("csrf", csrf ?? "");
      expect((await run(form))?.error).toMatch(/does not come from a page of your session/);
    }
    expect(await auditOf()).toEqual(before);
  });

  it.runIf(!WITH_TEMPORARY_PASSWORD.includes(name))("refuses a temporary password and does nothing", async () => {
    const before = await auditOf();
    browseAs(given);
    expect(await run(await formOf(given, VALUES))).toEqual({ error: "Change your temporary password first." });
    expect(await auditOf()).toEqual(before);
  });

  it.each(OPERATOR_ROLES.filter((role) => !hasRight(role, right)))(
    "refuses the role %s and does nothing",
    async (role) => {
      const before = await auditOf();
      browseAs(jarOf(role));
      expect(await run(await formOf(jarOf(role), VALUES))).toEqual({ error: "Your role does not allow this." });
      expect(await auditOf()).toEqual(before);
    },
  );
});

describe("an action that may be done", () => {
  const run = async (path: string, name: string, values: Record<string, string>) => {
    const jar = jarOf("operator");
    browseAs(jar);
    return ((await load(path))[name] as FormAction)(null, await formOf(jar, values));
  };

  it("is written in the log with the operator and the request", async () => {
    expect((await run("(pages)/providers/actions.ts", "setPortalEnabled", VALUES))?.done).toMatch(/closed/);
    const [entry] = await auditOf("walked");
    expect(entry).toMatchObject({ actor: "operator@example.com", requestId: "walk", action: "provider.set_portal" });
  });

  it("says what is wrong and keeps what was typed, but for secrets", async () => {
    const state = await run("(pages)/providers/actions.ts", "createProvider", {
      ...VALUES,
      provider_id: "not an id",
      password: "typed",
    });
    expect(state?.error).toMatch(/^A provider id has/);
    expect(state?.values).toMatchObject({ provider_id: "not an id", link_days: "3" });
    expect(JSON.stringify(state)).not.toMatch(/typed|csrf/);
  });

  it("adds an endpoint and shows its secret once, tries it, and removes it only when that was typed", async () => {
    const path = "(pages)/providers/[providerId]/webhooks/actions.ts";
    const add = (url: string) => run(path, "addEndpoint", { provider_id: "walked", url, "event:field.changed": "yes" });
    expect(await add("gopher://hooks.example.com")).toMatchObject({
      error: "The address must begin with https://",
      values: { url: "gopher://hooks.example.com", "event:field.changed": "yes" },
    });
    const secret = { value: expect.stringMatching(/^whsec_/) as string };
    expect(await add("https://hooks.example.com/esa")).toMatchObject({ secret });
    const deps = await getDeps();
    const found = () => listEndpoints({ deps, providerId: "walked" });
    const endpoints = await found();
    expect(endpoints).toMatchObject([{ eventTypes: ["field.changed"], enabled: true }]);
    const named = { provider_id: "walked", endpoint_id: endpoints[0]?.endpointId ?? "" };
    expect(await run(path, "sendTest", named)).toMatchObject({ done: expect.stringMatching(/in the queue/) as string });
    expect(await run(path, "rotateSecret", named)).toMatchObject({ secret });
    expect(await run(path, "removeEndpoint", named)).toMatchObject({
      error: "Type remove to confirm. Nothing was changed.",
    });
    expect(await found()).toHaveLength(1);
    expect(await run(path, "removeEndpoint", { ...named, confirm: "remove" })).not.toHaveProperty("error");
    expect(await found()).toEqual([]);
    const done = (await auditOf(named.endpoint_id)).map(({ action }) => action);
    expect(done.toSorted()).toEqual(["webhook.add", "webhook.remove", "webhook.rotate", "webhook.test"]);
  });

  it("shows a key once and off-boards only what was typed", async () => {
    const keys = "(pages)/providers/[providerId]/keys/actions.ts";
    const issued = await run(keys, "issueKey", VALUES);
    expect(issued?.secret?.value).toMatch(/^esa_test_/);
    const path = "(pages)/providers/actions.ts";
    expect((await run(path, "offboardProvider", { ...VALUES, confirm: "other" }))?.error).toMatch(/Type walked/);
    const offboarding = async () => readOffboarding((await getDeps()).db, "walked");
    expect(await offboarding()).toBeNull();
    expect((await run(path, "offboardProvider", { ...VALUES, confirm: "walked" }))?.done).toMatch(/2 keys revoked/);
    expect(await offboarding()).toBeInstanceOf(Date);
    const listed = await listProvidersWithAccess((await getDeps()).db);
    expect(listed.find(({ provider_id: id }) => id === "walked")?.offboardedAt).toEqual(await offboarding());
    expect(listed.filter(({ offboardedAt }) => offboardedAt !== null)).toHaveLength(1);
    await run(keys, "issueKey", VALUES);
    expect(await offboarding(), "a new key lets it in again").toBeNull();
  });

  it("revokes a key, or all links, and keeps fewer years, only when its name was typed", async () => {
    const keys = "(pages)/providers/[providerId]/keys/actions.ts";
    const provider = "(pages)/providers/actions.ts";
    const issued = await run(keys, "issueKey", VALUES);
    const prefix = keyPrefix(issued?.secret?.value ?? "");
    const few = { ...VALUES, keep_years: "2" };
    const steps = [
      { path: keys, name: "revokeKey", values: { ...VALUES, prefix }, typed: prefix },
      { path: provider, name: "revokeLinks", values: VALUES, typed: "walked" },
      { path: provider, name: "setKeepYears", values: few, typed: "walked" },
    ];
    for (const { path, name, values, typed } of steps) {
      const before = await auditOf();
      for (const confirm of ["", "another"]) {
        const refused = { error: `Type ${typed} to confirm. Nothing was changed.` };
        expect(await run(path, name, { ...values, confirm }), name).toMatchObject(refused);
      }
      expect(await auditOf(), name).toEqual(before);
      expect(await run(path, name, { ...values, confirm: typed }), name).not.toHaveProperty("error");
    }
    expect(
      await run(provider, "setKeepYears", { ...VALUES, keep_years: "9" }),
      "more years lose nothing",
    ).not.toHaveProperty("error");
  });

  it("signs out for good", async () => {
    const jar = await signedIn("leaves@example.com", "viewer");
    const shown = new Map(jar);
    browseAs(jar);
    const { signOut } = (await load("(pages)/actions.ts")) as { signOut: FormAction };
    await expect(signOut(null, await formOf(jar, {}))).rejects.toSatisfy(
      (e) => redirectOf(e) === "/console/sign-in?error=SignedOut",
    );
    browseAs(shown, { "x-hedgerow-search": "?q=a&_rsc=x1" });
    expect(await visit("(pages)/page.tsx"), "back to the page, without the mark of a fetch").toMatch(
      /sign-in\?callbackUrl=%2Fconsole%2Fx%3Fq%3Da$/,
    );
  });
});
