import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { OpenAPI3 } from "openapi-typescript";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { adaptDataset } from "@/tests/contract/clients/adapt-dataset";
import { bulkBody, prepareBulk, runJob } from "@/tests/contract/v2/bulk/support";
import { fetchDocument } from "@/tests/contract/openapi/documented";
import { makeCaller, type Caller } from "@/tests/support/api";
import { buildClient } from "@/tests/support/client-package";
import { faultProxy, type FaultProxy } from "@/tests/support/fault-proxy";
import { checkBody, NO_ESA } from "@/tests/support/requests";
import { serveRoutes, type Served } from "@/tests/support/serve-routes";

/** The package as it is built, which has types of its own: loaded by its path. */
interface Package {
  Hedgerow: new (options: Record<string, unknown>) => Client;
  HedgerowError: new (...args: never) => Error;
  verifyWebhook: (secret: string, headers: Headers, body: string) => Promise<{ id: string; event: unknown }>;
  isRepeatable: (request: Request) => boolean;
  checksOfWorkOrders: (dataset: unknown) => { check: Record<string, unknown>; open: { member: string }[] }[];
}
interface Item {
  item_index: number;
  status: string;
}
interface Client {
  api: { GET: (path: string, init: unknown) => Promise<{ data?: unknown; error?: unknown; response: Response }> };
  check: (body: unknown, options?: unknown) => Promise<{ compliance: { status: string; explanation?: unknown[] } }>;
  bulk: {
    submit: (body: unknown, options?: unknown) => Promise<{ job_id: string; replayed: boolean }>;
    run: (body: unknown, options?: unknown) => Promise<Item[]>;
  };
}

let caller: Caller;
let server: Served;
let proxy: FaultProxy;
let folder: string;
let built: Package;
/** Pauses that the client took, milliseconds, none of them waited for. */
let pauses: number[] = [];
let onPause: () => Promise<unknown> = async () => undefined;

beforeAll(async () => {
  await prepareBulk();
  caller = await makeCaller("client");
  server = await serveRoutes();
  proxy = await faultProxy(server.url);
  const made = await buildClient((await fetchDocument()) as unknown as OpenAPI3);
  folder = made.folder;
  expect(made.faults).toEqual([]);
  built = (await import(/* @vite-ignore */ pathToFileURL(join(folder, "dist/index.js")).href)) as Package;
}, 300_000);
afterAll(() => {
  proxy.close();
  server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  pauses = [];
  onPause = async () => undefined;
  proxy.next();
});

const client = (more: Record<string, unknown> = {}): Client =>
  new built.Hedgerow({
    baseUrl: proxy.url,
    apiKey: caller.apiKey,
    wait: async (ms: number) => {
      pauses.push(ms);
      await onPause();
    },
    ...more,
  });
const plain = () => checkBody("client", { products: [NO_ESA] });
const BUSY = { status: 503, retryable: true } as const;

it("is laid out as it is published: every file that its package names is built, and nothing of the service is in it", () => {
  const { exports, files, dependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    exports: Record<string, Record<string, string>>;
    files: string[];
    dependencies: Record<string, string>;
  };
  for (const path of Object.values(exports["."] ?? {})) expect(existsSync(join(folder, path)), path).toBe(true);
  expect(files).toEqual(["dist", "README.md"]);
  const root = JSON.parse(readFileSync("package.json", "utf8")) as { devDependencies: Record<string, string> };
  expect(dependencies).toEqual({ "openapi-fetch": root.devDependencies["openapi-fetch"] });
});

describe("a request that meets trouble", () => {
  it("is sent again after the time that the service asks for, when it says that this helps", async () => {
    proxy.next({ status: 429, retryable: true, retryAfterS: 7 }, { ...BUSY, retryAfterS: 5 });
    const { compliance } = await client().check(plain(), { explain: true });
    expect(compliance).toMatchObject({ status: "not_applicable", explanation: expect.any(Array) as unknown[] });
    expect(pauses.map((ms) => Math.floor(ms / 1000))).toEqual([7, 5]);
    expect(proxy.came()).toHaveLength(3);
  });

  it("is sent again with growing pauses where the service names no time, and given up after so many attempts", async () => {
    proxy.next(BUSY, BUSY, BUSY, BUSY, BUSY, BUSY);
    await expect(client().check(plain())).rejects.toMatchObject({
      name: "HedgerowError",
      status: 503,
      retryable: true,
      requestId: "of-the-proxy",
    });
    expect(proxy.came()).toHaveLength(5);
    expect(pauses).toHaveLength(4);
    for (const [index, ms] of pauses.entries()) {
      expect(ms).toBeGreaterThanOrEqual(250 * 2 ** index);
      expect(ms).toBeLessThanOrEqual(500 * 2 ** index);
    }
  });

  it("is not sent again when the service says that this does not help, or asks for more time than anyone has", async () => {
    for (const fault of [
      { status: 503, retryable: false },
      { status: 429, retryable: true, retryAfterS: 3600 },
    ]) {
      proxy.next(fault);
      await expect(client().check(plain())).rejects.toBeInstanceOf(built.HedgerowError);
      expect(proxy.came()).toHaveLength(1);
    }
    const invalid = client().check({ ...plain(), crop: "soybeans" });
    await expect(invalid).rejects.toMatchObject({ status: 422, code: "INVALID_REQUEST", retryable: false });
    await expect(invalid).rejects.toHaveProperty("details.0.pointer", "/crop");
    expect(pauses).toEqual([]);
  });

  it("is sent again over a new connection when the first was cut, before the answer or in the middle of it", async () => {
    proxy.next("cut", "cutAnswer");
    expect((await client().check(plain())).compliance.status).toBe("not_applicable");
    expect(proxy.came()).toHaveLength(3);
    const query = { params: { query: { q: "demo" } } };
    proxy.next("cutAnswer");
    expect((await client().api.GET("/api/v2/products", query)).response.status).toBe(200);
  });

  it("is not repeated unasked where it could be done twice", async () => {
    const at = (path: string, headers: Record<string, string> = {}) =>
      built.isRepeatable(new Request(`https://hedgerow.test/api/v2/${path}`, { method: "POST", headers }));
    expect(at("esa-check")).toBe(true);
    expect(at("esa-check/bulk")).toBe(false);
    expect(at("esa-check/bulk", { "Idempotency-Key": "a" })).toBe(true);
    expect(at("applications/1/portal-access")).toBe(false);
  });

  it("ends when its caller gives up, without another attempt", async () => {
    const giveUp = new AbortController();
    onPause = async () => giveUp.abort(new Error("enough"));
    proxy.next(BUSY, BUSY);
    await expect(client().check(plain(), { signal: giveUp.signal })).rejects.toThrow();
    expect(proxy.came().length).toBeLessThan(3);
  });
});

describe("bulk", () => {
  it("stays one job when the answer to a submission is lost", async () => {
    proxy.next("cutAnswer");
    const first = await client().bulk.submit(bulkBody("client", 1), { idempotencyKey: "lost" });
    expect(first.replayed).toBe(true);
    const again = await client().bulk.submit(bulkBody("client", 1), { idempotencyKey: "lost" });
    expect(again.job_id).toBe(first.job_id);
    const own = bulkBody("client", 1, { provider_group_id: "own-key" });
    proxy.next("cutAnswer");
    expect((await client().bulk.submit(own)).replayed).toBe(true);
    const [sent, repeated] = proxy.came().map(({ headers }) => headers["idempotency-key"]);
    expect(sent).toBe(repeated);
  });

  it("looks until the job is at its end, and gives every item of every page", async () => {
    const body = bulkBody("client", 60, { provider_group_id: "looked-at" });
    const waiting = { waitS: 0, idempotencyKey: "looked-at" };
    const { job_id: jobId } = await client().bulk.submit(body, waiting);
    let looks = 0;
    // The worker begins once the client has looked twice and found it waiting.
    onPause = async () => ((looks += 1) === 2 ? runJob(caller, jobId, 60) : undefined);
    const items = await client().bulk.run(body, waiting);
    expect(items.map(({ item_index: index }) => index)).toEqual(Array.from({ length: 60 }, (_, index) => index));
    expect(new Set(items.map(({ status }) => status))).toEqual(new Set(["succeeded"]));
    expect(pauses).toEqual([5000, 5000]);
  }, 120_000);
});

describe("a work order of the ADAPT Standard", () => {
  const SQUARE = [
    [-87.25, 32.89],
    [-87.246, 32.89],
    [-87.246, 32.894],
    [-87.25, 32.894],
    [-87.25, 32.89],
  ];
  const WKT = `POLYGON Z ((${SQUARE.map(([lon, lat]) => `${lon} ${lat} 80.5`).join(", ")}))`;
  const NEVER = ["provider_id", "account_id", "application_method", "pest", "gpa", "droplet_size", "boom_height"];
  const only = (dataset: unknown) => {
    const [found, ...others] = built.checksOfWorkOrders(dataset);
    if (found === undefined || others.length > 0) throw new Error("one operation is sprayed");
    return { check: found.check, open: found.open.map(({ member }) => member) };
  };

  it("becomes a check that the service takes, once what it cannot say is added", async () => {
    const { check, open } = only(adaptDataset(WKT));
    expect(open).toEqual(NEVER);
    expect(check).toEqual({
      application_id: "urn:farm:op-1",
      application_date: "2026-06-15",
      provider_field_id: "urn:farm:north-40",
      field_name: "North 40",
      field_boundary: { type: "Feature", properties: {}, geometry: { type: "Polygon", coordinates: [SQUARE] } },
      crop: ["soybeans"],
      products: [
        { product_name: "DEMO Tiered", epa_number: "99002-1", rate: 1.12, rate_unit: "kg/ha" },
        { product_name: "Drift reducing adjuvant", epa_number: null, rate: 0.3, rate_unit: "L/ha", kind: "adjuvant" },
      ],
    });
    const whole = { provider_id: "client", account_id: "a", application_method: "Broadcast-Ground", pest: ["weeds"] };
    const answer = await client().check({ ...whole, gpa: 15, ...check });
    expect(["met", "not_met", "indeterminate"]).toContain(answer.compliance.status);
  });

  it("leaves out what it does not say, and every product where one has no flat rate", () => {
    const [{ check, open }, map] = [only({ ...adaptDataset("LINESTRING (0 0, 1 1)") }), adaptDataset(WKT)];
    expect([open, "field_boundary" in check]).toEqual([[...NEVER, "field_boundary"], false]);
    const [order] = map.documents.workOrders;
    if (order === undefined) throw new Error("there is a work order");
    const [spray] = order.operations as { summaryValues: unknown[]; spatialRecordsFile?: unknown }[];
    if (spray === undefined) throw new Error("there is an operation");
    spray.summaryValues.splice(1, 1);
    expect(only(map).open).toEqual([...NEVER, "products"]);
    const two = adaptDataset(WKT);
    two.documents.workOrders.forEach((each) => each.operations.push({ ...each.operations[0], name: "Again" } as never));
    expect(built.checksOfWorkOrders(two).map(({ open: left }) => left.at(-1))).toMatchObject([
      { member: "products" },
      { member: "products" },
    ]);
  });
});

describe("webhooks", () => {
  const secret = `whsec_${Buffer.from("a secret of thirty-two bytes ...").toString("base64")}`;
  const body = JSON.stringify({ type: "field.changed", timestamp: "2026-06-15T14:31:07.412Z", data: {} });
  const signed = (at: Date, more: Record<string, string> = {}) =>
    new Headers({
      "webhook-id": "event-1",
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign("event-1", at, body),
      ...more,
    });

  it("are taken with a signature that the service makes, one of several included", async () => {
    const at = new Date();
    const own = signed(at);
    expect(await built.verifyWebhook(secret, own, body)).toMatchObject({
      id: "event-1",
      event: JSON.parse(body) as unknown,
    });
    const rotated = `v1,AAAA ${own.get("webhook-signature") ?? ""}`;
    const both = signed(at, { "webhook-signature": rotated });
    expect((await built.verifyWebhook(secret, both, body)).id).toBe("event-1");
  });

  it("are refused with another body, secret, or id, without a signature, and when they are old", async () => {
    const other = `whsec_${Buffer.from("another secret").toString("base64")}`;
    const cases: [string, Headers, string][] = [
      [secret, signed(new Date()), `${body} `],
      [other, signed(new Date()), body],
      [secret, signed(new Date(), { "webhook-id": "event-2" }), body],
      [secret, signed(new Date(), { "webhook-signature": "v1,%%%" }), body],
      [secret, new Headers(), body],
      [secret, signed(new Date(Date.now() - 600_000)), body],
      [secret, signed(new Date(), { "webhook-timestamp": "soon" }), body],
    ];
    for (const [with_, headers, text] of cases) {
      await expect(built.verifyWebhook(with_, headers, text)).rejects.toThrow(/signature|too old/);
    }
  });

  it.each(["", "whsec_", "whsec_%%%", "undefined"])("are judged by no secret that is none: %j", async (none) => {
    await expect(built.verifyWebhook(none, signed(new Date()), body)).rejects.toThrow(/is no webhook secret/);
  });

  it("are judged by a secret that is kept without its prefix", async () => {
    const bare = secret.replace("whsec_", "");
    expect(await built.verifyWebhook(bare, signed(new Date()), body)).toMatchObject({ id: "event-1" });
  });
});
