import { runMigrations, runOnce } from "graphile-worker";
import { beforeAll, describe, expect, it } from "vitest";
import type { PreviewFilter } from "@/lib/domain/data-preview";
import { previewCsv } from "@/lib/http/console/preview-csv";
import { importPulas } from "@/lib/imports/pula/import-pulas";
import { activateSet } from "@/lib/imports/switch";
import { previewData } from "@/lib/jobs/tasks/preview-data";
import { FINDINGS_A_PAGE, previewView } from "@/lib/pages/console/previews";
import { getDeps } from "@/lib/runtime/deps";
import { askToPreviewSet, askToPreviewTables, readPreview } from "@/lib/usecases/data-sets/preview-by-console";
import { readDataOverview } from "@/lib/usecases/data-sets/read-data-page";
import { previewTables } from "@/lib/usecases/radar/preview-tables";
import { previewSwitch, sweepRadar } from "@/lib/usecases/radar/sweep-radar";
import { auditOf, expectDenied } from "@/tests/contract/console/support";
import { limitationRow, squareFeature } from "@/tests/contract/imports/support";
import { ownerUrl } from "@/tests/support/owner-connections";
import { countyClasses, tableFileOf } from "@/tests/contract/radar/tables";
import { NEEDS_4, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import type { PreviewMap } from "@/lib/views/console/previews";
import { makeCaller, type Caller } from "@/tests/support/api";
import { daysFromNow } from "@/tests/support/days";
import { box } from "@/tests/support/reference-data";
import { squareField } from "@/tests/support/requests";

const by = { actor: "ada@example.com", operatorId: null, requestId: "req-7" };
const ALL: PreviewFilter = { provider: null, product: null, county: null };
const inDays = daysFromNow();
const [WEST, SOUTH] = [-87.6, 32.5];

let one: Caller;
let two: Caller;

const load = (version: string, ids: readonly number[], activate = false) =>
  importPulas(ownerUrl(), {
    source: {
      name: version,
      records: ids.map((id) => squareFeature({ objectid: id, pula_id: id, codes: "T1" }, WEST + id * 0.2, SOUTH, 0.1)),
    },
    limitations: {
      name: "rows",
      records: ids.map((id) =>
        limitationRow({ pula_id: id, product_registration_number: NEEDS_4.epa_number, limitation: "One." }),
      ),
    },
    coverage: box(-88, 32, -86, 34),
    version,
    activate,
    force: activate,
  });

const saveOn = (caller: Caller, place: number, name: string) =>
  saved(caller, {
    provider_field_id: name,
    application_id: name,
    application_date: inDays(20),
    field_boundary: squareField(WEST + place * 0.2 + 0.003, SOUTH + 0.05, 0.004),
    products: [NEEDS_4],
  });

/** The worker's turn. */
async function work(): Promise<void> {
  const deps = await getDeps();
  const taskList = { preview_data: (payload: unknown) => previewData(deps, payload) };
  await runOnce({ connectionString: ownerUrl(), taskList, noHandleSignals: true });
}
const asker = async () => ({ db: (await getDeps()).db, by });
const askSet = async (version: string, kind = "pula") => askToPreviewSet(await asker(), { kind, version });

async function view(previewId: string, filter: PreviewFilter = ALL, page = 1) {
  const slice = { offset: (page - 1) * FINDINGS_A_PAGE, limit: FINDINGS_A_PAGE };
  const found = await readPreview((await getDeps()).db, previewId, { ...filter, ...slice });
  if (found === null) throw new Error("the preview is not there");
  return { found, view: previewView(found, { filter, page }) };
}

/** Every place lies within the picture. */
function isAllWithin({ viewBox, places }: Pick<PreviewMap, "viewBox" | "places">): boolean {
  const [west, north, width, height] = viewBox.split(" ").map(Number) as [number, number, number, number];
  return places.every(([x, y]) => x > west && x < west + width && y > north && y < north + height);
}

beforeAll(async () => {
  await runMigrations({ connectionString: ownerUrl() });
  await prepareGround();
  await load("before", [1, 2], true);
  [one, two] = [await makeCaller("preview-one"), await makeCaller("preview-two")];
  await saveOn(one, 1, "stays");
  await saveOn(one, 2, "loses its area");
  await saveOn(one, 3, "=gets an area");
  await saveOn(two, 3, "another's");
  await sweepRadar(await getDeps());
  await load("after", [1, 3]);
});

describe("a preview that is asked for in the console", () => {
  let previewId = "";

  it("is worked out by the worker and finds what the command finds, and saves nothing else", async () => {
    previewId = await askSet("after");
    expect((await view(previewId)).view).toMatchObject({ summary: "Waits for the worker", groups: [], map: null });
    await expect(askSet("after")).rejects.toThrow("Another preview is under way");
    await work();
    const command = await previewSwitch(await getDeps(), { kind: "pula", version: "after" });
    const { found } = await view(previewId);
    expect(found.preview).toMatchObject({ state: "done", fields: command.fields, failed: 0, askedBy: by.actor });
    const byId = (list: { applicationEventId: string }[]) =>
      list.toSorted((a, b) => (a.applicationEventId < b.applicationEventId ? -1 : 1));
    expect(byId(found.page.findings)).toEqual(byId(command.rechecks));
    expect(found.page.total).toBe(3);
    expect(
      await sql(one.providerId, "SELECT FROM recheck WHERE radar_id > (SELECT max(radar_id) FROM radar_run)"),
    ).toEqual([]);
    await previewData(await getDeps(), { previewId });
    expect((await view(previewId)).found.page.total, "a second run finds it done").toBe(3);
    const [entry] = await auditOf("pula after");
    expect(entry).toMatchObject({ action: "data.ask_preview", actor: by.actor, requestId: "req-7" });
    expect((await readDataOverview(await getDeps())).previews[0]).toMatchObject({ previewId, state: "done" });
  });

  it("is shown by change, provider, product, and county, with a map, and narrowed to one of each", async () => {
    const { view: shown } = await view(previewId);
    expect(shown.summary).toBe("3 planned applications change.");
    const rowsOf = (title: string) =>
      shown.groups.find((group) => group.title === title)?.rows.map(({ name, applications }) => [name, applications]);
    expect(rowsOf("By provider")).toEqual([
      ["preview-one", "2"],
      ["preview-two", "1"],
    ]);
    expect(rowsOf("By product")).toEqual([[NEEDS_4.epa_number, "3"]]);
    expect(rowsOf("By county")).toEqual([[expect.stringMatching(/\(01007\)$/) as string, "3"]]);
    expect(shown.map).toMatchObject({ before: [{ id: 2 }], after: [{ id: 3 }], counties: [{ geoId: "01007" }] });
    expect(shown.map?.places).toHaveLength(3);
    expect(shown.map === null || isAllWithin(shown.map)).toBe(true);
    const { view: narrowed } = await view(previewId, { ...ALL, provider: "preview-two" });
    expect(narrowed.rows.map(({ cells }) => cells)).toEqual([
      [
        "another's",
        "preview-two / account-1 / another's",
        inDays(20),
        NEEDS_4.epa_number,
        expect.any(String),
        expect.any(String),
        expect.stringContaining("area 3 applies here now"),
      ],
    ]);
    expect(narrowed.csvHref).toMatch(/applications\.csv\?provider=preview-two$/);
    expect((await view(previewId, { ...ALL, product: "1-1" })).view.rows).toEqual([]);
  });

  it("is a file, in which no cell is a formula", async () => {
    const deps = await getDeps();
    const fileOf = async (query: string) => (await previewCsv(deps, previewId, new URLSearchParams(query))).text();
    const lines = (await fileOf("")).trimEnd().split("\r\n");
    expect(lines[0]).toBe('"provider","account","field","application","date","products","counties","from","to","why"');
    expect(lines).toHaveLength(4);
    expect(lines.join()).toContain(`"'=gets an area"`);
    expect((await fileOf("provider=preview-two")).trimEnd().split("\r\n")).toHaveLength(2);
    expect((await previewCsv(deps, "no-id", new URLSearchParams())).status).toBe(404);
  });

  it("says when another set has been put in force since", async () => {
    expect((await view(previewId)).view.warning).toBeNull();
    await activateSet(ownerUrl(), { kind: "pula", version: "after", force: true });
    expect((await view(previewId)).view.warning).toMatch(/^after is in force since/);
  });

  it("fails with the reason where the set is gone, and is refused where there is nothing to compare", async () => {
    await load("short-lived", [1]);
    const asked = await askSet("short-lived");
    await load("newest", [1, 2, 3], true);
    await work();
    expect((await view(asked)).view).toMatchObject({
      state: "failed",
      warning: expect.stringContaining("short-lived") as string,
    });
    await expect(askSet("none such")).rejects.toThrow("no pula set none such");
    await expect(askSet("newest")).rejects.toThrow("in force already");
    await expect(askSet("x", "county")).rejects.toThrow("no county set");
  });
});

describe("a preview of rule tables", () => {
  it("takes files of a release to come and finds what the command finds", async () => {
    const files = [countyClasses(0, inDays(10))];
    const previewId = await askToPreviewTables(await asker(), files);
    await work();
    const { found, view: shown } = await view(previewId);
    const command = await previewTables(await getDeps(), files);
    expect(found.page.total).toBe(command.rechecks.length);
    expect(found.page.total).toBeGreaterThan(0);
    expect(shown).toMatchObject({ title: "What would change: Rule tables", switchHref: null });
    expect(shown.facts).toContainEqual({
      label: "Would be in force",
      value: `epa-runoff-county-classes@${inDays(10)}`,
    });
  });

  it("refuses files that are no tables, contradict others, or change nothing", async () => {
    const refused = async (...files: Parameters<typeof askToPreviewTables>[1]) =>
      expect(askToPreviewTables(await asker(), files)).rejects;
    await (await refused({ file: "a.json", json: {} })).toThrow("must be one of");
    await (await refused(countyClasses(5, inDays(1)))).toThrow("points");
    await (await refused(tableFileOf("crops", "2026-01-01"))).toThrow("say what the tables of this release say");
  });
});

it("the service's role may neither write a preview nor queue one, and reads findings of its provider alone", async () => {
  await expectDenied([
    "INSERT INTO data_preview (preview_id, kind, from_version, to_version, asked_by) VALUES (gen_random_uuid(), 'pula', 'a', 'b', 'c')",
    "UPDATE data_preview SET state = 'waiting'",
    "DELETE FROM data_preview_finding",
    "SELECT graphile_worker.add_job('preview_data', '{}')",
  ]);
  const own = await sql<{ provider: string }>(
    two.providerId,
    "SELECT DISTINCT provider_id AS provider FROM data_preview_finding",
  );
  expect(own).toEqual([{ provider: two.providerId }]);
});
