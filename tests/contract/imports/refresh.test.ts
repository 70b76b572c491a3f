import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { DataRefresh } from "@/lib/domain/data-refresh";
import { findProducts } from "@/lib/data/products";
import { getDeps } from "@/lib/runtime/deps";
import { refreshData, type RefreshSources } from "@/lib/usecases/data-sets/refresh-data";
import { refreshOnSchedule } from "@/lib/usecases/data-sets/refresh-on-schedule";
import type { RefreshRequest } from "@/lib/usecases/data-sets/refresh-run";
import { count, limitationRow, rows, squareFeature, switchOf } from "@/tests/contract/imports/support";
import { ownerUrl } from "@/tests/support/owner-connections";
import { loadCatalogue } from "@/tests/support/reference-data";
import { type ArcgisStub, startArcgisStub } from "@/tests/support/arcgis-stub";

/** The layer, the limitations and the label lists are asked over real HTTP on loopback. */

const AREAS = 40;
const areaOf = (id: number, more: Record<string, unknown> = {}): unknown =>
  squareFeature({ objectid: id, pula_id: id, ...more }, -110 + id / 2, 38);
const areas = (): unknown[] => Array.from({ length: AREAS }, (_, index) => areaOf(index + 1));
const limits = (): unknown[] => Array.from({ length: AREAS }, (_, index) => limitationRow({ pula_id: index + 1 }));

let stub: ArcgisStub;
let alerts: Server;
const told: Record<string, unknown>[] = [];

const sources = (): RefreshSources => ({
  pulaLayer: stub.layer,
  limitations: new URL("/blt/api/limitations_public", stub.layer).href,
  labelDelayMs: 0,
  backOffMs: 1,
});
const request = (more: Partial<RefreshRequest> = {}): RefreshRequest => ({
  databaseUrl: ownerUrl(),
  askedBy: "operator",
  alertUrl: `http://127.0.0.1:${(alerts.address() as AddressInfo).port}/`,
  ...more,
});
const refresh = (more: Partial<RefreshRequest> = {}) => refreshData("pula", sources(), request(more));
const lastRun = async (): Promise<Pick<DataRefresh, "outcome" | "dryRun">> => {
  const [run] = await rows<{ outcome: DataRefresh["outcome"]; dry_run: boolean }>(
    "SELECT outcome, dry_run FROM data_refresh ORDER BY refresh_id DESC LIMIT 1",
  );
  return { outcome: run?.outcome ?? "running", dryRun: run?.dry_run ?? false };
};
const setCount = (): Promise<number> => count("SELECT count(*) FROM data_set WHERE kind = 'pula'");

beforeAll(async () => {
  stub = await startArcgisStub(areas());
  alerts = createServer((incoming, response) => {
    let body = "";
    incoming.on("data", (chunk: Buffer) => (body += chunk.toString()));
    incoming.on("end", () => {
      told.push(JSON.parse(body) as Record<string, unknown>);
      response.end();
    });
  });
  await new Promise<void>((resolve) => alerts.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await stub.close();
  await new Promise((resolve) => alerts.close(resolve));
});
beforeEach(() => {
  told.length = 0;
  stub.pages.length = 0;
  stub.replace(areas());
  stub.lists["/blt/api/limitations_public"] = limits();
});

describe("EPA's areas", () => {
  it("wait for a person by default, with an alert, and a switch puts them in force", async () => {
    expect(await refresh()).toMatchObject({ outcome: "waiting" });
    expect(told).toMatchObject([{ type: "data_refresh", kind: "pula", outcome: "waiting" }]);
    expect((await switchOf("pula")).active).toBeNull();
    const end = await refresh({ switchWhenSound: true });
    expect(end.outcome).toBe("switched");
    expect(await switchOf("pula")).toEqual({ active: end.version, previous: null });
    expect(await setCount()).toBe(1);
  });

  it("that have not changed leave no set behind and make the one in force younger", async () => {
    await rows("UPDATE data_set SET verified_at = now() - INTERVAL '20 days'");
    expect(await refresh()).toMatchObject({ outcome: "unchanged", report: { changes: { added: 0, outline: 0 } } });
    expect(await setCount()).toBe(1);
    expect(await count("SELECT count(*) FROM data_set WHERE verified_at > now() - INTERVAL '1 hour'")).toBe(1);
    expect(told).toEqual([]);
  });

  it("that have changed are listed area by area, and a dry run keeps nothing of them", async () => {
    stub.replace([...areas().slice(0, -1), areaOf(AREAS, { codes: "T9" }), areaOf(AREAS + 1)]);
    stub.lists["/blt/api/limitations_public"] = [
      ...limits().slice(1),
      limitationRow({ pula_id: 1, limitation: "Another text." }),
    ];
    const end = await refresh({ dryRun: true });
    expect(end).toMatchObject({
      outcome: "waiting",
      version: null,
      report: {
        changed_areas: [
          { pulaId: 1, changes: ["limitations"] },
          { pulaId: AREAS, changes: ["codes"] },
          { pulaId: AREAS + 1, changes: ["added"] },
        ],
      },
    });
    expect(await setCount()).toBe(1);
    expect(await lastRun()).toEqual({ outcome: "waiting", dryRun: true });
    expect(told).toEqual([]);
  });

  it("of which too many are gone are held, even where the policy switches", async () => {
    const before = await switchOf("pula");
    stub.replace(areas().slice(0, 30));
    const end = await refresh({ switchWhenSound: true });
    expect(end.outcome).toBe("held");
    expect(end.detail).toMatch(/drop: .*features falls by 25/);
    expect(await switchOf("pula")).toEqual(before);
    expect(told).toMatchObject([{ outcome: "held" }]);
  });

  it("of which too many have changed are held", async () => {
    stub.replace(Array.from({ length: AREAS }, (_, index) => areaOf(index + 1, { codes: "T1,T2" })));
    const end = await refresh({ switchWhenSound: true });
    expect(end).toMatchObject({ outcome: "held" });
    expect(end.detail).toMatch(/change: 40 areas differ, 100 %/);
  });

  it.each([
    { fault: "an empty layer", break: () => stub.replace([]), says: /has no features/ },
    {
      fault: "codes under another name",
      break: () => (stub.faults.movedFields = ["codes"]),
      says: /no longer has the fields codes/,
    },
    {
      fault: "errors in every answer of status 200",
      break: () => (stub.faults.errorAnswers = 1000),
      says: /failed 5 times: it reports an error/,
    },
    { fault: "failures", break: () => (stub.faults.failures = 1000), says: /failed 5 times: it answered 500/ },
    { fault: "answers cut to nothing", break: () => (stub.faults.cutAfter = 20), says: /cannot be fetched/ },
  ])("fail with a reason, and stay as they are, after $fault", async ({ break: breakIt, says }) => {
    const before = [await switchOf("pula"), await setCount()];
    breakIt();
    const end = await refresh({ switchWhenSound: true });
    Object.assign(stub.faults, { movedFields: [], errorAnswers: 0, failures: 0, cutAfter: null });
    expect(end).toMatchObject({ outcome: "failed", detail: expect.stringMatching(says) as string });
    expect([await switchOf("pula"), await setCount()]).toEqual(before);
    expect(await lastRun()).toMatchObject({ outcome: "failed" });
    expect(told).toMatchObject([{ outcome: "failed" }]);
  });

  it("are held where the limitations come empty", async () => {
    stub.lists["/blt/api/limitations_public"] = [];
    const end = await refresh({ switchWhenSound: true });
    expect(end.outcome).toBe("held");
    expect(end.detail).toMatch(/limitations/);
  });

  it.each([
    { format: "GeoJSON", formats: "JSON, geoJSON" },
    { format: "Esri's JSON", formats: "JSON" },
  ])("come whole by offset in $format where the ids do not, in pages as short as the service likes", async (given) => {
    const other = await startArcgisStub(areas(), given.formats);
    Object.assign(other.faults, { idsAreCut: true, mostOfPage: 7 });
    other.lists["/blt/api/limitations_public"] = limits();
    const limitations = new URL("/blt/api/limitations_public", other.layer).href;
    const end = await refreshData("pula", { ...sources(), pulaLayer: other.layer, limitations }, request());
    await other.close();
    expect(end.outcome).toBe("unchanged");
    expect(other.pages.map(({ ids }) => ids.length)).toEqual([7, 7, 7, 7, 7, 5]);
  });

  it("are asked for again where a passing fault or a silent service stood in the way", async () => {
    Object.assign(stub.faults, { failures: 1, errorAnswers: 1, htmlAnswers: 1, silences: 1 });
    const end = await refreshData("pula", { ...sources(), timeoutMs: 4000 }, request());
    expect(end.outcome).toBe("unchanged");
  });

  it("are not asked for twice at once", async () => {
    const [first, second] = await Promise.allSettled([refresh(), refresh()]);
    const refused = [first, second].filter(({ status }) => status === "rejected");
    expect(refused.length).toBeLessThanOrEqual(1);
    expect(await count("SELECT count(*) FROM data_refresh WHERE outcome = 'running'")).toBe(0);
  });

  it("are left alone by the schedule where no one named the publisher", async () => {
    const runs = () => count("SELECT count(*) FROM data_refresh");
    const before = await runs();
    const deps = await getDeps();
    expect(await refreshOnSchedule("pula", deps, new AbortController().signal)).toBeNull();
    expect(await runs()).toBe(before);
  });
});

describe("counties", () => {
  const COUNTIES = 40;
  /** In a state without a known place: none of these squares is a real county. */
  const countyOf = (id: number, moved = 0): unknown =>
    squareFeature(
      { objectid: id, GEOID: `60${String(2 * id - 1).padStart(3, "0")}`, NAME: `County ${id}` },
      -110 + id / 2 + moved,
      38,
    );
  const counties = (): unknown[] => Array.from({ length: COUNTIES }, (_, index) => countyOf(index + 1));
  const ask = (more: Partial<RefreshRequest> = {}) =>
    refreshData("county", { ...sources(), countyLayer: stub.layer }, request(more));
  beforeEach(() => stub.replace(counties()));

  it("wait for a person, are put in force by policy, and are younger where nothing changed", async () => {
    expect(await ask()).toMatchObject({ outcome: "waiting" });
    expect(told).toMatchObject([{ kind: "county", outcome: "waiting" }]);
    const { outcome, version } = await ask({ switchWhenSound: true });
    expect(outcome).toBe("switched");
    await rows("UPDATE data_set SET verified_at = now() - interval '400 days' WHERE kind = 'county'");
    expect(await ask()).toMatchObject({ outcome: "unchanged", version });
    expect(await count("SELECT count(*) FROM data_set WHERE kind = 'county'")).toBe(1);
    const young = "SELECT count(*) FROM data_set WHERE kind = 'county' AND verified_at > now() - interval '1 day'";
    expect(await count(young)).toBe(1);
  });

  it("of which one was redrawn wait, and those of which too many are gone are held", async () => {
    const { active } = await switchOf("county");
    stub.replace([countyOf(1, 0.2), ...counties().slice(1)]);
    expect(await ask()).toMatchObject({ outcome: "waiting" });
    stub.replace(counties().slice(0, COUNTIES - 5));
    expect(await ask({ switchWhenSound: true })).toMatchObject({ outcome: "held" });
    expect(await switchOf("county")).toEqual({ active, previous: null });
  });

  it("are taken for as exact as the set in force, and held where their lines are not", async () => {
    const { active } = await switchOf("county");
    await rows("UPDATE data_set SET county_precision = 'exact' WHERE version = $1", [active]);
    stub.replace([countyOf(1, 0.2), ...counties().slice(1)]);
    expect(await ask({ switchWhenSound: true })).toMatchObject({
      outcome: "held",
      detail: expect.stringMatching(/^precision: .*--precision coarse$/) as string,
    });
    expect(await switchOf("county")).toEqual({ active, previous: null });
  });
});

describe("labels", () => {
  let lists: Server;
  let newest: Record<string, string>;
  const STRYAX = "264-1241";
  const refreshLabels = (more: Partial<RefreshRequest> = {}) =>
    refreshData(
      "labels",
      { labelList: `http://127.0.0.1:${(lists.address() as AddressInfo).port}/`, labelDelayMs: 0 },
      request(more),
    );
  const newestKnown = async () =>
    (await findProducts((await getDeps()).db, [STRYAX]))?.products.get(STRYAX)?.newestLabelDate;

  beforeAll(async () => {
    await loadCatalogue();
    lists = createServer((incoming, response) => {
      const registration = (incoming.url ?? "").slice(1);
      const day = newest[registration];
      const [company = "", product = ""] = registration.split("-");
      const pdffile = `${company.padStart(6, "0")}-${product.padStart(5, "0")}-${(day ?? "").replaceAll("-", "")}.pdf`;
      const items = day === undefined ? [] : [{ pdffiles: [{ pdffile }] }];
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ items }));
    });
    await new Promise<void>((resolve) => lists.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => new Promise((resolve) => lists.close(resolve)));

  it("newer than the edition held mark the product, which no answer then rests on", async () => {
    newest = { [STRYAX]: "2031-03-01" };
    expect(await refreshLabels({ dryRun: true })).toMatchObject({
      outcome: "noted",
      report: { newer: [{ registration: STRYAX, labelDate: "2031-03-01" }] },
    });
    expect(await newestKnown()).not.toBe("2031-03-01");
    expect((await refreshLabels()).outcome).toBe("noted");
    expect(await newestKnown()).toBe("2031-03-01");
  });

  it("that EPA has taken back, or that are no newer, change nothing", async () => {
    newest = { [STRYAX]: "2020-01-01" };
    expect((await refreshLabels()).outcome).toBe("unchanged");
    expect(await newestKnown()).toBe("2031-03-01");
  });

  it("that would all be new at once are held until a person has looked", async () => {
    const registrations = await rows<{ registration: string }>(
      "SELECT registration FROM catalogue_product WHERE origin = 'rule_file'",
    );
    newest = Object.fromEntries(registrations.map(({ registration }) => [registration, "2032-01-01"]));
    expect(await refreshLabels()).toMatchObject({
      outcome: "held",
      detail: expect.stringContaining("data refresh labels --force marks them") as string,
    });
    expect(await newestKnown()).toBe("2031-03-01");
    expect((await refreshLabels({ force: true })).outcome).toBe("noted");
    expect(await newestKnown()).toBe("2032-01-01");
  });
});
