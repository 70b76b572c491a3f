import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runMigrations, runOnce } from "graphile-worker";
import { beforeAll, describe, expect, it } from "vitest";
import { importPulas } from "@/lib/imports/pula/import-pulas";
import { activateSet, rollbackSet } from "@/lib/imports/switch";
import { switchData } from "@/lib/jobs/tasks/switch-data";
import { comparisonView, dataSetView } from "@/lib/pages/console/data";
import { getDeps } from "@/lib/runtime/deps";
import { compareSets } from "@/lib/usecases/data-sets/compare-sets";
import { readDataOverview } from "@/lib/usecases/data-sets/read-data-page";
import { askToSwitch, type WantedSwitch } from "@/lib/usecases/data-sets/switch-by-console";
import { auditOf, expectDenied } from "@/tests/contract/console/support";
import { limitationRow, rows, squareFeature, switchOf } from "@/tests/contract/imports/support";
import { ownerUrl } from "@/tests/support/owner-connections";

const by = { actor: "ada@example.com", operatorId: null, requestId: "req-9" };

const load = (version: string, ids: readonly number[], more: { activate?: true } = {}) =>
  importPulas(ownerUrl(), {
    source: { name: "areas", records: ids.map((id) => squareFeature({ objectid: id, pula_id: id }, -100 + id / 2)) },
    limitations: { name: "rows", records: ids.map((id) => limitationRow({ pula_id: id })) },
    version,
    ...more,
  });

const FORTY = Array.from({ length: 40 }, (_, index) => index + 1);

/** 40 areas are in force; the next set has one new, and one is gone. */
beforeAll(async () => {
  await runMigrations({ connectionString: ownerUrl() });
  await load("forty", FORTY, { activate: true });
  await load("next", [...FORTY.slice(1), 41]);
  await load("tiny", [1]);
});

const ask = async (more: Partial<WantedSwitch> = {}) =>
  askToSwitch({ db: (await getDeps()).db, by }, { kind: "pula", fromVersion: "forty", toVersion: "next", ...more });

/** The worker's turn: whatever waits in the queue. */
async function work(): Promise<void> {
  const deps = await getDeps();
  const taskList = { switch_data: (payload: unknown) => switchData(deps, payload) };
  await runOnce({ connectionString: ownerUrl(), taskList, noHandleSignals: true });
}
const lastSwitch = async () => (await readDataOverview(await getDeps())).switches[0];

describe("a switch that an operator confirmed", () => {
  it("is done by the worker, once, and both steps are in the log", async () => {
    await ask();
    expect(await switchOf("pula"), "the web process switches nothing").toMatchObject({ active: "forty" });
    await expect(ask()).rejects.toThrow("Another switch of pula is under way");
    await work();
    expect(await switchOf("pula")).toEqual({ active: "next", previous: "forty" });
    expect(await lastSwitch()).toMatchObject({ act: "activate", state: "done", detail: null, askedBy: by.actor });
    const entries = await auditOf("pula next");
    expect(entries.map(({ action, actor, requestId }) => [action, actor, requestId])).toEqual([
      ["data.switch", by.actor, "req-9"],
      ["data.ask_switch", by.actor, "req-9"],
    ]);
    await switchData(await getDeps(), { switchId: (await lastSwitch())?.switchId });
    expect(await auditOf("pula next"), "a second run finds it done").toHaveLength(2);
  });

  it("rolls back to the set before, as the command does", async () => {
    await ask({ fromVersion: "next", toVersion: "forty" });
    await work();
    expect(await switchOf("pula")).toEqual({ active: "forty", previous: "next" });
    expect(await lastSwitch()).toMatchObject({ act: "rollback", state: "done" });
  });

  it("does not offer a rollback to the set that was just rolled back, and the command wants its name", async () => {
    const { db } = await getDeps();
    const sets = (await readDataOverview(await getDeps())).sets.map(dataSetView);
    expect(sets.find(({ version }) => version === "next")).toMatchObject({ state: "withdrawn" });
    const found = await compareSets(db, "pula", "next");
    expect(found === null ? null : comparisonView(found)).toMatchObject({ isRollback: false, isInForce: false });
    await expect(rollbackSet(ownerUrl(), "pula")).rejects.toThrow(
      "the pula set before, next, was itself rolled back; data rollback pula --to next puts it in force again",
    );
    expect(await switchOf("pula")).toEqual({ active: "forty", previous: "next" });

    await ask();
    expect(await lastSwitch(), "its checks run first").toMatchObject({ act: "activate", toVersion: "next" });
    await work();
    expect(await switchOf("pula")).toEqual({ active: "next", previous: "forty" });
    expect(await rollbackSet(ownerUrl(), "pula")).toEqual({ from: "next", to: "forty" });
  });

  it("never passes over a failed check", async () => {
    await ask({ toVersion: "tiny" });
    await work();
    expect(await switchOf("pula")).toMatchObject({ active: "forty" });
    expect(await lastSwitch()).toMatchObject({ state: "refused" });
    expect((await lastSwitch())?.detail).toMatch(/falls by 97\.5 %/);
    expect((await auditOf("pula tiny"))[0]).toMatchObject({
      action: "data.refuse_switch",
      after: { in_force: "forty" },
    });
  });

  it("changes nothing when another set is in force than the operator looked at", async () => {
    await expect(ask({ fromVersion: "next" })).rejects.toThrow("forty is in force now");
    await expect(ask({ toVersion: "none such" })).rejects.toThrow("no pula set");
    await expect(ask({ toVersion: "forty" })).rejects.toThrow("in force already");
    await ask();
    await rollbackSet(ownerUrl(), "pula", { to: "next" });
    await load("third", [...FORTY, 50], { activate: true });
    await work();
    expect(await switchOf("pula")).toMatchObject({ active: "third" });
    expect(await lastSwitch()).toMatchObject({
      state: "refused",
      detail: "third is in force now, which no one looked at",
    });
  });
});

it("the service's role may neither switch, nor write a request, nor queue one", async () => {
  await expectDenied([
    "UPDATE active_data_set SET data_set_id = previous_data_set_id",
    "UPDATE data_switch SET state = 'waiting', ended_at = NULL",
    "DELETE FROM data_switch",
    "SELECT graphile_worker.add_job('switch_data', '{}')",
  ]);
});

it("the page names what changes: areas by kind, their outlines before and after, and the figures", async () => {
  const { db } = await getDeps();
  const found = await compareSets(db, "pula", "next");
  if (found === null) throw new Error("the set is not there");
  const { areas, figure, figures } = comparisonView(found);
  expect(areas).toEqual({
    summary: "3 areas differ: 1 new, 2 gone.",
    rows: [
      { id: "1", name: "Test", changes: "gone" },
      { id: "41", name: "Test", changes: "new" },
      { id: "50", name: "Test", changes: "gone" },
    ],
    more: 0,
  });
  expect([figure?.before.map(({ id }) => id), figure?.after.map(({ id }) => id)]).toEqual([[1, 50], [41]]);
  expect(figure?.after[0]?.path).toMatch(/^M [-\d]+ [-\d]+/);
  expect(figures).toContainEqual({ name: "pulas", before: "41", after: "40", change: "-1 (-2.4 %)" });
  expect(await compareSets(db, "pula", "none such")).toBeNull();
});

it("draws every part of an area, in path data that a browser reads", async () => {
  const parts = [-99, -98, -97].map((lon, index) =>
    squareFeature({ objectid: index + 1, pula_id: 70 }, lon, 33, index === 2 ? 0.4 : 0.2),
  );
  await importPulas(ownerUrl(), { source: { name: "parts", records: parts }, version: "in three parts" });
  const found = await compareSets((await getDeps()).db, "pula", "in three parts");
  const path = (found === null ? null : comparisonView(found))?.figure?.after.find(({ id }) => id === 70)?.path;
  expect(path).toMatch(/^[MLZ\d\s-]+$/i);
  expect(path?.match(/M/g)).toHaveLength(3);
});

it("a switch and a rollback by command stand in the log, and one that is refused does not", async () => {
  const byCommand = { actor: "command line (ada)", operatorId: null, requestId: null };
  const { active: before } = await switchOf("pula");
  await load("by command", FORTY);
  await load("too few", [1]);
  const target = { kind: "pula", version: "by command", by: byCommand } as const;
  expect(await activateSet(ownerUrl(), target)).toEqual([]);
  expect(await activateSet(ownerUrl(), target), "it is in force already").toEqual([]);
  expect(await activateSet(ownerUrl(), { ...target, version: "too few" })).not.toEqual([]);
  await rollbackSet(ownerUrl(), "pula", { by: byCommand });
  const entriesOf = async (version: string) =>
    (await auditOf(`pula ${version}`)).filter(({ actor }) => actor === byCommand.actor);
  const switched = { action: "data.switch", before: { in_force: before }, after: { in_force: "by command" } };
  expect(await entriesOf("by command")).toMatchObject([switched]);
  expect(await entriesOf("too few")).toEqual([]);
  expect(await entriesOf(before ?? "")).toMatchObject([{ before: { in_force: "by command" } }]);
});

describe("what someone has to know before a report fails or a change goes unheard", () => {
  it("names the file of an archived set that is not here or not whole", async () => {
    const folder = mkdtempSync(join(tmpdir(), "hedgerow-console-"));
    try {
      const file = join(folder, "areas.archive");
      await rows("DELETE FROM data_set_archive");
      await rows(
        "INSERT INTO data_set_archive (data_set_id, file, bytes) SELECT max(data_set_id), $1, 3 FROM data_set WHERE kind = 'pula'",
        [file],
      );
      const missing = async () =>
        (await readDataOverview(await getDeps())).sets.map(dataSetView).flatMap((set) => set.missingFile ?? []);
      expect(await missing()).toEqual([file]);
      writeFileSync(file, "ab");
      expect(await missing(), "cut").toEqual([file]);
      writeFileSync(file, "abc");
      expect(await missing()).toEqual([]);
    } finally {
      await rows("DELETE FROM data_set_archive");
      rmSync(folder, { recursive: true });
    }
  });

  it("lists what the radar made of each switch, and why it could not look at one", async () => {
    await rows("UPDATE radar_run SET finished_at = now(), problem = 'the earlier tables cannot be read', rechecks = 0");
    const { lookedAt } = await readDataOverview(await getDeps());
    expect(lookedAt[0]).toMatchObject({ kind: "pula", rechecks: 0, problem: "the earlier tables cannot be read" });
    expect(lookedAt[0]?.toVersion).toBe((await switchOf("pula")).active);
  });
});
