import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { SoilFault } from "@/lib/gateways/stub/soil-faults";
import { getDeps } from "@/lib/runtime/deps";
import { analyzeSoil } from "@/lib/usecases/fields/analyze-soil";
import { refreshData } from "@/lib/usecases/data-sets/refresh-data";
import { refreshOnSchedule } from "@/lib/usecases/data-sets/refresh-on-schedule";
import { readDataOverview } from "@/lib/usecases/data-sets/read-data-page";
import type { RefreshRequest } from "@/lib/usecases/data-sets/refresh-run";
import { emptySoilStore, soilStore, sql } from "@/tests/support/soil-database";
import { type Box, boxBoundary, connectStub, type Connected, groundOf } from "@/tests/support/soil-ground";

/** The soil survey's catalog is asked over real HTTP on loopback. */

const PUBLISHED = "2025-09-09T21:50:01";
const NEWER = "2026-09-08T20:00:00";
const FIELDS: Record<string, Box> = {
  TS001: [-90.018, 41.002, -90.012, 41.008],
  TS002: [-90.118, 41.002, -90.112, 41.008],
};
const OTHERS = Array.from({ length: 38 }, (_, index) => `TS${String(index + 3).padStart(3, "0")}`);

const ground = groundOf([
  { box: [-90.02, 41, -90, 41.02], mukey: "101", group: "B", slope: 2, areasymbol: "TS001" },
  { box: [-90.12, 41, -90.1, 41.02], mukey: "201", group: "C", slope: 6, areasymbol: "TS002" },
  ...OTHERS.map((areasymbol, index) => {
    const west = -92 + index / 50;
    return { box: [west, 41, west + 0.02, 41.02] as Box, mukey: String(300 + index), group: "A" as const, areasymbol };
  }),
]);

let connected: Connected;
let alerts: Server;
const told: Record<string, unknown>[] = [];

const soilOf = (area: string) =>
  analyzeSoil(
    { deps: connected.deps, signal: new AbortController().signal },
    boxBoundary(FIELDS[area] ?? [0, 0, 0, 0]),
  );
const statusOf = async (area: string) => (await soilOf(area)).status;
const versionOf = async (area: string) => (await soilOf(area)).version;
const refresh = (more: Partial<RefreshRequest> = {}) =>
  refreshData(
    "soil",
    { soilSurvey: connected.stub.url, backOffMs: 1 },
    {
      databaseUrl: process.env.DATABASE_DIRECT_URL ?? "",
      askedBy: "operator",
      alertUrl: `http://127.0.0.1:${(alerts.address() as AddressInfo).port}/`,
      ...more,
    },
  );
const store = async () => [await soilStore(), await sql("SELECT * FROM soil_survey_area ORDER BY area_symbol")];

beforeAll(async () => {
  connected = await connectStub(ground);
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
  await connected.close();
  await new Promise((resolve) => alerts.close(resolve));
});
beforeEach(async () => {
  told.length = 0;
  connected.stub.setFault(null);
  connected.stub.withdraw(null);
  for (const area of [...Object.keys(FIELDS), ...OTHERS]) connected.stub.setPublished(PUBLISHED, area);
  await emptySoilStore();
  for (const area of Object.keys(FIELDS)) expect(await statusOf(area)).toBe("fetched");
  await sql("INSERT INTO soil_survey_area (area_symbol, version) SELECT unnest($1::text[]), $2", [OTHERS, PUBLISHED]);
});

describe("the versions of the survey's areas", () => {
  it("that have not changed leave stored soil in use", async () => {
    expect(await refresh()).toMatchObject({ outcome: "unchanged", report: { asked: 40, stale_cells: 0 } });
    expect([await statusOf("TS001"), await statusOf("TS002")]).toEqual(["reused", "reused"]);
    expect(await sql("SELECT DISTINCT edition FROM soil_survey_area")).toEqual([{ edition: 21 }]);
    expect(told).toEqual([]);
  });

  it("that are newer have their soil fetched again on the next use, and no other's", async () => {
    connected.stub.setPublished(NEWER, "TS001");
    const end = await refresh();
    expect(end).toMatchObject({
      outcome: "noted",
      report: { newer: [{ area: "TS001", from: PUBLISHED, to: NEWER }], older: [], gone: [], stale_cells: 1 },
    });
    const before = connected.stub.calls();
    expect(await statusOf("TS002")).toBe("reused");
    expect(connected.stub.calls()).toBe(before);
    expect(await soilOf("TS001")).toMatchObject({ status: "fetched", version: "SSURGO TS001 2026-09-08" });
    expect(await statusOf("TS001")).toBe("reused");
    expect(await refresh()).toMatchObject({ outcome: "unchanged" });
    expect(await statusOf("TS001")).toBe("reused");
  });

  it("are never passed over by stored soil while the survey is away: there is no soil then", async () => {
    connected.stub.setPublished(NEWER, "TS001");
    await refresh();
    connected.stub.setFault("error_503");
    expect(await statusOf("TS001")).toBe("unavailable");
    connected.stub.setFault(null);
    expect(await versionOf("TS001")).toBe("SSURGO TS001 2026-09-08");
  });

  it("of an area that is gone make its soil stale, even where the survey answers it again later", async () => {
    connected.stub.withdraw("TS001");
    expect(await refresh()).toMatchObject({ outcome: "noted", report: { gone: [{ area: "TS001", to: null }] } });
    expect(await statusOf("TS002")).toBe("reused");
    expect(await statusOf("TS001")).toBe("fetched");
    expect(await statusOf("TS001")).toBe("reused");
  });

  it("are looked at by a dry run, which notes nothing", async () => {
    connected.stub.setPublished(NEWER, "TS001");
    const before = await store();
    expect(await refresh({ dryRun: true })).toMatchObject({ outcome: "noted", report: { stale_cells: 1 } });
    expect(await store()).toEqual(before);
    expect(await statusOf("TS001")).toBe("reused");
  });

  it.each([
    {
      title: "too many are newer at once",
      change: () => OTHERS.slice(0, 11).forEach((area) => connected.stub.setPublished(NEWER, area)),
      says: /^11 of 40 survey areas have a newer publication\. Nothing was noted/,
    },
    {
      title: "too many are gone",
      change: () => OTHERS.slice(0, 3).forEach((area) => connected.stub.withdraw(area)),
      says: /^3 of 40 survey areas are gone from the catalog/,
    },
    {
      title: "one went back to an earlier publication",
      change: () => connected.stub.setPublished("2024-09-01T00:00:00", "TS001"),
      says: /^TS001 went back to an earlier publication/,
    },
    {
      title: "one is of the future",
      change: () => connected.stub.setPublished("2999-01-01T00:00:00", "TS001"),
      says: /^TS001 would be of the future/,
    },
  ])("are held with an alert where $title, and noted when a person says so", async ({ change, says }) => {
    change();
    const before = await store();
    const end = await refresh({ switchWhenSound: true });
    expect(end).toMatchObject({ outcome: "held", detail: expect.stringMatching(says) as string });
    expect(await store()).toEqual(before);
    expect(told).toMatchObject([{ type: "data_refresh", kind: "soil", outcome: "held" }]);
    expect((await readDataOverview(await getDeps())).alerts).toMatchObject([{ kind: "soil", outcome: "held" }]);
    expect(await refresh({ force: true })).toMatchObject({ outcome: "noted" });
    expect(await store()).not.toEqual(before);
  });

  it("of an earlier publication that a person believed are fetched again", async () => {
    connected.stub.setPublished("2024-09-01T00:00:00", "TS001");
    await refresh({ force: true });
    expect(await soilOf("TS001")).toMatchObject({ status: "fetched", version: "SSURGO TS001 2024-09-01" });
    expect(await statusOf("TS001")).toBe("reused");
  });
});

describe("a survey that does not answer", () => {
  it.each<{ fault: SoilFault; says: RegExp }>([
    { fault: "error_503", says: /failed 5 times: it answered 503/ },
    { fault: "error_500", says: /failed 5 times: it answered 500/ },
    { fault: "html", says: /failed 5 times: it answered text\/html/ },
    { fault: "maintenance", says: /failed 5 times: it answered text\/html/ },
    { fault: "cut_json", says: /catalog cannot be fetched: .*cut off/ },
    { fault: "empty", says: /has none of the 40 areas/ },
    { fault: "wrong_schema", says: /not in the form expected/ },
    { fault: "service_exception", says: /answered 400/ },
    { fault: "closed", says: /failed 5 times/ },
  ])("leaves everything as it was and says why: $fault", async ({ fault, says }) => {
    connected.stub.setPublished(NEWER, "TS001");
    const before = await store();
    connected.stub.setFault(fault);
    expect(await refresh()).toMatchObject({ outcome: "failed", detail: expect.stringMatching(says) as string });
    expect(await store()).toEqual(before);
    expect(told).toMatchObject([{ kind: "soil", outcome: "failed" }]);
    connected.stub.setFault(null);
    expect(await refresh()).toMatchObject({ outcome: "noted" });
  });

  it("for a moment is asked again, and a cut answer is asked for in halves", async () => {
    connected.stub.setPublished(NEWER, "TS002");
    connected.stub.setFault("error_503", { times: 2 });
    expect(await refresh({ dryRun: true })).toMatchObject({ outcome: "noted" });
    connected.stub.setFault("cut_json", { times: 2 });
    expect(await refresh()).toMatchObject({ outcome: "noted", report: { asked: 40, gone: [] } });
  });
});

describe("the schedule", () => {
  it("asks the survey that the service itself asks, and none where none is connected", async () => {
    const { env, log } = await getDeps();
    const signal = new AbortController().signal;
    expect(await refreshOnSchedule("soil", { env: { ...env, SOIL_URL: undefined }, log }, signal)).toBeNull();
    connected.stub.setPublished(NEWER, "TS001");
    const connectedEnv = { ...env, SOIL_URL: connected.stub.url };
    expect(await refreshOnSchedule("soil", { env: connectedEnv, log }, signal)).toMatchObject({ outcome: "noted" });
    expect(await sql("SELECT asked_by, outcome FROM data_refresh ORDER BY refresh_id DESC LIMIT 1")).toEqual([
      { asked_by: "schedule", outcome: "noted" },
    ]);
  });

  it("has nothing to ask before any soil is stored", async () => {
    await emptySoilStore();
    expect(await refresh()).toMatchObject({ outcome: "unchanged", detail: "no soil is stored yet" });
  });
});
