import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { GET as getRechecks } from "@/app/api/v2/rechecks/route";
import { recheckListResponse } from "@/lib/contracts/v2/rechecks";
import { importCatalogue } from "@/lib/imports/catalogue/import-catalogue";
import { recheckSuggestedEvent } from "@/lib/contracts/v2/webhooks";
import { activateSet, rollbackSet } from "@/lib/imports/switch";
import { DEMONSTRATION_DIRECTORY, RULEBOOK_DIRECTORY } from "@/lib/rulebook/read-rule-files";
import { getDeps } from "@/lib/runtime/deps";
import { announceEndings } from "@/lib/usecases/radar/announce-endings";
import { previewTables } from "@/lib/usecases/radar/preview-tables";
import { previewSwitch, sweepRadar } from "@/lib/usecases/radar/sweep-radar";
import { rows } from "@/tests/contract/imports/support";
import { ownerUrl } from "@/tests/support/owner-connections";
import { workFolder } from "@/tests/support/work-folder";
import { portalLine } from "@/tests/contract/radar/support";
import { countyClasses, tableFileOf } from "@/tests/contract/radar/tables";
import { read, saved } from "@/tests/contract/v2/compliance/support";
import { loadGround, sql } from "@/tests/contract/v2/esa-check/support";
import { allowReceiversHere, prepareQueue, subscribe } from "@/tests/contract/webhooks/support";
import { daysFromNow } from "@/tests/support/days";
import { connectStub, groundOf } from "@/tests/support/soil-ground";
import { answer, call, makeCaller, type Caller } from "@/tests/support/api";

allowReceiversHere();

const inDays = daysFromNow();
const RUNOFF_ONLY = { product_name: "DEMO Runoff Only", epa_number: "99002-5", rate: 16, rate_unit: "fl oz/ac" };
const TIERED = { product_name: "DEMO Tiered", epa_number: "99002-1", rate: 1, rate_unit: "lb/ac" };

/** Loads the project's rules with the demonstration's file as `change` leaves it. */
async function load(version: string, change: (text: string) => string, activate = false): Promise<void> {
  const folder = join(workFolder(), version);
  cpSync(DEMONSTRATION_DIRECTORY, folder, { recursive: true });
  const file = join(folder, "products.json");
  const before = readFileSync(file, "utf8");
  writeFileSync(file, change(before));
  const source = { source: RULEBOOK_DIRECTORY, demonstrationFiles: folder, version, activate, force: activate };
  expect((await importCatalogue(ownerUrl(), source)).refusals).toEqual([]);
}

/** The label of the product without a buffer asks for 8 points in place of 3. */
const eightPoints = (text: string): string => {
  const at = text.indexOf('"registration": "99002-5"');
  return text.slice(0, at) + text.slice(at).replace('"points": 3', '"points": 8');
};

let caller: Caller;
const saveOf = async (name: string, more: Record<string, unknown> = {}): Promise<string> => {
  const application = { application_id: name, application_date: inDays(20), products: [RUNOFF_ONLY], ...more };
  return (await saved(caller, application)).id;
};
const openNow = async (): Promise<string[]> => {
  const list = await answer(await call(getRechecks, caller, { method: "GET" }), recheckListResponse);
  for (const each of list.rechecks) expect(each.data_set).toBe("catalogue");
  return list.rechecks.map(({ application_id: name }) => name).sort();
};
/** The service reads a switched catalogue within a minute. */
const forget = async (): Promise<void> => (await getDeps()).caches.products.clear();

const CHANGED = /^What is known of these products' labels changed on \w+ \d+, \d{4}: check again$/;

beforeAll(async () => {
  await prepareQueue();
  await loadGround();
  await load("rules 1", (text) => text, true);
  caller = await makeCaller("radar-labels");
  await saveOf("asks again");
  await saveOf("is left");
  await saveOf("other product", { products: [TIERED] });
  await saveOf("past", { application_date: inDays(-5) });
  await sweepRadar(await getDeps());
  await subscribe(caller.providerId, "https://example.com/hook", ["application.recheck_suggested"]);
  await load("rules 2", eightPoints);
});

describe("a label rule that is changed, previewed, switched, and rolled back", () => {
  it("is previewed with the applications that it gives another answer, and saves nothing", async () => {
    const preview = await previewSwitch(await getDeps(), { kind: "catalogue", version: "rules 2" });
    expect(preview).toMatchObject({ failed: 0 });
    expect(preview.rechecks.map(({ applicationId }) => applicationId).sort()).toEqual(["asks again", "is left"]);
    for (const { change } of preview.rechecks) expect(change).toMatchObject({ pulasAdded: [], pulasChanged: [] });
    expect(await openNow()).toEqual([]);
  });

  it("announces exactly those after the switch, and leaves what was answered as it was", async () => {
    const deps = await getDeps();
    const { rechecks } = await previewSwitch(deps, { kind: "catalogue", version: "rules 2" });
    await activateSet(ownerUrl(), { kind: "catalogue", version: "rules 2", force: true });
    await forget();
    const idOfLeft = rechecks.find(({ applicationId }) => applicationId === "is left")?.applicationEventId ?? "";
    // The portal does not wait for the worker.
    expect(await portalLine(caller, idOfLeft)).toMatch(CHANGED);
    expect(await sweepRadar(deps)).toEqual({ runs: 1, rechecks: 2 });
    const kept = await sql(
      caller.providerId,
      "SELECT application_event_id AS id, change FROM recheck ORDER BY application_event_id",
    );
    const promised = rechecks.map(({ applicationEventId: id, change }) => ({ id, change }));
    expect(kept).toEqual(promised.sort((a, b) => (a.id < b.id ? -1 : 1)));
    const told = "SELECT FROM webhook_delivery WHERE event_type = 'application.recheck_suggested'";
    expect(await sql(caller.providerId, told)).toHaveLength(2);
    expect(await openNow()).toEqual(["asks again", "is left"]);

    const before = await read(caller, idOfLeft);
    expect(before.compliance.requirements).toMatchObject([{ required_points: 3 }]);
    expect(await portalLine(caller, idOfLeft)).toMatch(CHANGED);
    const again = await saveOf("asks again");
    expect((await read(caller, again)).compliance.requirements).toMatchObject([{ required_points: 8 }]);
    expect(await openNow()).toEqual(["is left"]);
  });

  it("asks again for what was checked since when it is rolled back, and for nothing else", async () => {
    await rollbackSet(ownerUrl(), "catalogue");
    await forget();
    await sweepRadar(await getDeps());
    expect(await openNow()).toEqual(["asks again"]);
    const [run] = await rows("SELECT kind, rechecks FROM radar_run ORDER BY radar_id DESC LIMIT 1");
    expect(run).toEqual({ kind: "catalogue", rechecks: 2 });
  });
});

describe("what a change of the catalogue can bear on", () => {
  it("is every planned application where a product is called something else", async () => {
    await load("rules 3", (text) => text.replace("DEMO Withdrawn Herbicide", "DEMO Tiered Dust"));
    const preview = await previewSwitch(await getDeps(), { kind: "catalogue", version: "rules 3" });
    const [planned] = await sql<{ fields: number }>(
      caller.providerId,
      "SELECT count(DISTINCT field_id)::int AS fields FROM application WHERE application_date >= $1",
      [inDays(0)],
    );
    expect(preview).toMatchObject({ fields: planned?.fields, failed: 0 });
  });

  it("is a planned application beside which its field and year have the product", async () => {
    const days = inDays(19).slice(0, 4) === inDays(20).slice(0, 4) ? [19, 20] : [18, 19];
    const [earlier = "", later = ""] = days.map(inDays);
    const fenced = { product_name: "DEMO Fenced", epa_number: "99002-6", rate: 32, rate_unit: "fl oz/ac" };
    const stryax = { product_name: "Stryax", epa_number: "264-1241", rate: 22, rate_unit: "fl oz/ac" };
    const field = { provider_field_id: "two a year" };
    await saveOf("beside it", { ...field, application_date: earlier, products: [fenced] });
    const id = await saveOf("dicamba of the year", { ...field, application_date: later, products: [stryax] });
    await load("rules 4", (text) => text.replace(/"demofencine"([^}]*)"basis": "ai"/, '"dicamba"$1"basis": "ae"'));
    const { rechecks } = await previewSwitch(await getDeps(), { kind: "catalogue", version: "rules 4" });
    expect(rechecks).toMatchObject([
      { applicationEventId: id, change: { issuesAdded: ["LABEL_CONDITIONS_NOT_CHECKED"] } },
    ]);
  });

  it("is nothing where two sets say the same", async () => {
    await load("rules 1 again", (text) => text);
    const deps = await getDeps();
    expect(await previewSwitch(deps, { kind: "catalogue", version: "rules 1 again" })).toEqual({
      fields: 0,
      rechecks: [],
      failed: 0,
    });
    const unknown = previewSwitch(deps, { kind: "catalogue", version: "no such set" });
    await expect(unknown).rejects.toThrow("there is no catalogue set no such set that is ready");
  });
});

describe("county classes and menus that no release has yet", () => {
  const shown = async (...files: Parameters<typeof previewTables>[1]) => {
    const { rechecks, ...rest } = await previewTables(await getDeps(), files);
    return {
      ...rest,
      rechecks: rechecks.map(({ applicationId, change }) => [applicationId, change.statusBefore, change.statusAfter]),
    };
  };

  it("are previewed over the planned applications, and change those they bear on from their first day on", async () => {
    const nothing = { rechecks: [], failed: 0 };
    expect(await shown(countyClasses(2, "2024-10-01"), tableFileOf("epa-runoff-menu", "2025-04-30"))).toMatchObject(
      nothing,
    );
    const soil = await connectStub(groundOf([{ box: [-88, 32, -86, 34], mukey: "1", group: "D", slope: 5 }]));
    await saveOf("needs the county's points");
    await soil.close();
    const worse = await shown(countyClasses(0, inDays(1)));
    expect(worse.failed).toBe(0);
    expect(worse.rechecks).toContainEqual(["needs the county's points", "indeterminate", "not_met"]);
    expect((await shown(countyClasses(3, inDays(1)))).rechecks).toEqual([
      ["other product", "not_met", "indeterminate"],
    ]);
    expect(await shown(countyClasses(6, inDays(21)))).toEqual({ ...nothing, fields: 0 });
  });

  it("are refused where a file is of another table or does not hold together", async () => {
    await expect(shown({ file: "weather-2026-01-01.json", json: { table: "weather" } })).rejects.toThrow(
      "must be one of",
    );
    await expect(shown()).rejects.toThrow();
    await expect(shown(countyClasses(5, inDays(1)))).rejects.toThrow("points");
  });
});

describe("what ends within 30 days and before a planned application is due", () => {
  const events = async () =>
    (
      await sql<{ payload: unknown }>(
        caller.providerId,
        "SELECT payload FROM webhook_delivery WHERE event_type = 'application.recheck_suggested' AND payload->'data'->>'reason' <> 'data_changed'",
      )
    ).map(({ payload }) => recheckSuggestedEvent.parse(payload).data);
  /** As if the last check of an application were so long ago. */
  const checkedBefore = (id: string, ago: string) =>
    sql(
      caller.providerId,
      "UPDATE application SET last_assessed_at = now() - $2::interval WHERE application_event_id = $1",
      [id, ago],
    );
  /** The label of the product without a buffer may be used for 25 more days. */
  const ending = (text: string): string =>
    text.replace(/("registration": "99002-5"[\s\S]*?"rules": \{)/, `$1 "expiresOn": "${inDays(25)}",`);
  const listed = async (query = "") =>
    (await answer(await call(getRechecks, caller, { method: "GET", query }), recheckListResponse)).rechecks.filter(
      ({ reason }) => reason !== "data_changed",
    );
  const ids = new Map<string, string>();

  it("is announced once, however many look at it, to those who have not checked since", async () => {
    await load("rules ending", ending, true);
    await forget();
    const deps = await getDeps();
    await sweepRadar(deps);
    for (const [name, days, ago] of [
      ["label", 40, "20 days"],
      ["before its end", 25, "20 days"],
      ["knows it", 40, "0 days"],
      ["bulletin", 20, "5 months 25 days"],
      ["bulletin holds", 2, "5 months 1 day"],
    ] as const) {
      ids.set(name, await saveOf(name, { application_date: inDays(days) }));
      if (ago !== "0 days") await checkedBefore(ids.get(name) ?? "", ago);
    }
    // What the products of one cannot be looked up of keeps no other from being announced.
    await checkedBefore(await saveOf("spoiled", { application_date: inDays(40), products: [TIERED] }), "20 days");
    await rows(
      `UPDATE catalogue_product SET record = jsonb_set(jsonb_set(record, '{rules,expiresOn}', $1::jsonb), '{editions}', '"none"')
       WHERE registration = $2`,
      [JSON.stringify(inDays(25)), TIERED.epa_number],
    );
    deps.caches.products.clear();
    const runs = await Promise.all([announceEndings(deps), announceEndings(deps)]);
    expect(runs.reduce((sum, { announced }) => sum + announced, 0)).toBe(2);
    expect(await announceEndings(deps)).toEqual({ announced: 0 });
    await rows(
      "UPDATE catalogue_product SET record = record #- '{rules,expiresOn}' #- '{editions}' WHERE registration = $1",
      [TIERED.epa_number],
    );
    deps.caches.products.clear();
    const told = (await events()).sort((a, b) => (a.application_id < b.application_id ? -1 : 1));
    expect(told).toMatchObject([
      { application_id: "bulletin", reason: "bulletin_ends", registration: null, status_after: null },
      { application_id: "label", reason: "label_ends", registration: "99002-5", ends_on: inDays(25) },
    ]);
  });

  it("is listed and said in the portal until the next check", async () => {
    const found = new Map((await listed()).map((each) => [each.application_id, each]));
    expect([...found.keys()].sort()).toEqual(["bulletin", "label"]);
    expect(found.get("label")).toMatchObject({ open: true, data_set: null, ends_on: inDays(25), pulas_added: [] });
    expect(await portalLine(caller, ids.get("label") ?? "")).toMatch(
      /^The label of a product \(EPA Reg\. No\. 99002-5\) ends on \w+ \d+, \d{4}: check again$/,
    );
    expect(await portalLine(caller, ids.get("bulletin") ?? "")).toMatch(/^EPA's bulletin for this field ends on/);
    await saveOf("bulletin", { application_date: inDays(20) });
    expect(await portalLine(caller, ids.get("bulletin") ?? "")).toBeNull();
    expect((await listed()).map(({ application_id: name }) => name)).toEqual(["label"]);
    expect((await listed("state=all")).map(({ open }) => open).sort()).toEqual([false, true]);
    expect(await announceEndings(await getDeps())).toEqual({ announced: 0 });
  });

  it("is looked for by index, so that a run reads no application whose day is past, and no product of the register", async () => {
    const client = new pg.Client({ connectionString: ownerUrl() });
    await client.connect();
    const plan = async (statement: string): Promise<string> =>
      JSON.stringify((await client.query(`EXPLAIN (FORMAT JSON) ${statement}`)).rows);
    await client.query("BEGIN");
    await client.query("SELECT FROM find_ending_bulletins(current_date, current_date + 30)");
    await client.query("SELECT FROM find_planned_mixes(current_date, current_date)");
    const { rows: read } = await client.query<{ scans: number }>(
      "SELECT seq_scan::int AS scans FROM pg_stat_xact_user_tables WHERE relname = 'application'",
    );
    await client.query("SET LOCAL enable_seqscan = off");
    const products = await plan(
      `SELECT registration FROM catalogue_product
       WHERE data_set_id = 1 AND (record ? 'editions' OR record->'rules' ? 'expiresOn' OR record->>'statusSince' IS NOT NULL)`,
    );
    await client.end();
    expect(read).toEqual([{ scans: 0 }]);
    expect(products).toContain("catalogue_product_dated_idx");
  });
});

describe("two switches in a row", () => {
  const openOf = async (): Promise<string[]> => {
    const { rechecks } = await answer(await call(getRechecks, caller, { method: "GET" }), recheckListResponse);
    return rechecks.map(({ application_id: name }) => name).filter((name) => name.startsWith("twice"));
  };
  const switchTo = async (version: string, change: (text: string) => string): Promise<void> => {
    await load(version, change, true);
    await forget();
    await sweepRadar(await getDeps());
  };

  it("ask for one check: who has checked by the first set is not asked again where the second says the same", async () => {
    await switchTo("twice 1", (text) => text);
    await saveOf("twice checked");
    await saveOf("twice left");
    await switchTo("twice 2", eightPoints);
    expect((await openOf()).sort()).toEqual(["twice checked", "twice left"]);
    await saveOf("twice checked");
    expect(await openOf()).toEqual(["twice left"]);
    await switchTo("twice 3", eightPoints);
    expect(await openOf()).toEqual(["twice left"]);
  });

  it("and of who has checked by the first, once more where the second changes it", async () => {
    await switchTo("twice 4", (text) => text);
    expect(await openOf()).toContain("twice checked");
  });
});
