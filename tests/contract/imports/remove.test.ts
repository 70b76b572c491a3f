import { runMigrations } from "graphile-worker";
import { beforeAll, describe, expect, it } from "vitest";
import { importPulas } from "@/lib/imports/pula/import-pulas";
import { removeSet } from "@/lib/imports/remove";
import { setLine } from "@/lib/imports/report";
import { activateSet, listDataSets, rollbackSet } from "@/lib/imports/switch";
import { comparisonView, dataSetView } from "@/lib/pages/console/data";
import { getDeps } from "@/lib/runtime/deps";
import { compareSets } from "@/lib/usecases/data-sets/compare-sets";
import { readDataOverview } from "@/lib/usecases/data-sets/read-data-page";
import { askToSwitch } from "@/lib/usecases/data-sets/switch-by-console";
import { auditOf } from "@/tests/contract/console/support";
import { countOf, limitationRow, rows, squareFeature } from "@/tests/contract/imports/support";
import { ownerUrl } from "@/tests/support/owner-connections";
import { isSpread } from "@/tests/support/spread";

const by = { actor: "command line (ada)", operatorId: null, requestId: null };
const FORTY = Array.from({ length: 40 }, (_, index) => index + 1);

const load = (version: string, ids: readonly number[] = FORTY, more: { activate?: true; lat?: number } = {}) =>
  importPulas(ownerUrl(), {
    source: {
      name: "areas",
      records: ids.map((id) => squareFeature({ objectid: id, pula_id: id }, -100 + id / 2, more.lat)),
    },
    limitations: { name: "rows", records: ids.map((id) => limitationRow({ pula_id: id })) },
    version,
    ...more,
  });

const versions = async () =>
  (await listDataSets(ownerUrl())).filter(({ kind }) => kind === "pula").map(({ version }) => version);
const pageOf = async (version: string) => {
  const found = await compareSets((await getDeps()).db, "pula", version);
  if (found === null) throw new Error(`there is no set ${version}`);
  return comparisonView(found);
};
const remove = (version: string) => removeSet(ownerUrl(), { kind: "pula", version, by });

/** `second` is in force and `first` before it; `judged` judged an application; the others wait beside them. */
beforeAll(async () => {
  await runMigrations({ connectionString: ownerUrl() });
  await load("judged", FORTY, { activate: true });
  await rows("INSERT INTO data_set_use (kind, version) VALUES ('pula', 'judged') ON CONFLICT DO NOTHING");
  await load("first", FORTY, { activate: true });
  await load("second", FORTY, { activate: true });
  // No radar runs here that would look at the switches.
  await rows("UPDATE radar_run SET finished_at = now()");
  for (const version of ["waits", "few", "newest"]) await load(version, version === "few" ? [1] : FORTY);
});

describe("the page of a switch", () => {
  it("names the sets that the switch removes, and the switch removes no other", async () => {
    const page = await pageOf("newest");
    const fates = page.others.map(({ version, what }) => [version, what.split(/[.:]/)[0]]);
    expect(fates.toSorted()).toEqual([
      ["few", "Removed for good"],
      // Over several servers every set that was in force counts as one that judged an application (deploy/citus/distribute.sql).
      ["first", isSpread ? "No rollback leads to it any more" : "Removed for good"],
      ["second", "No longer in force"],
      ["waits", "Removed for good"],
    ]);
    expect(page.removed).toBe(isSpread ? 2 : 3);
    const before = await versions();
    await activateSet(ownerUrl(), { kind: "pula", version: "newest" });
    await rows("UPDATE radar_run SET finished_at = now()");
    const gone = before.filter(
      (version) => !page.others.some((set) => set.version === version && set.what.startsWith("Removed")),
    );
    expect(await versions()).toEqual(gone);
    expect((await pageOf("second")).removed, "a rollback removes none").toBe(0);
  });

  it("puts failed checks first, compares with what is in force now, and says what was never checked", async () => {
    await load("elsewhere", FORTY.slice(1), { lat: -33 });
    const page = await pageOf("elsewhere");
    expect(page.failure).toMatch(/^Failed checks: .*location/);
    expect(page.checks[0]).toMatchObject({ outcome: "failed" });
    expect(page.checks.find(({ name }) => name === "drop")?.detail).toContain("newest");
    expect(page.facts.map(({ label }) => label)).toContain("Coverage, after the switch");
    const listed = (await readDataOverview(await getDeps())).sets.map(dataSetView);
    expect(listed.find(({ version }) => version === "elsewhere")?.failedChecks).toContain("location");
    expect(listed.find(({ version }) => version === "newest")?.failedChecks).toEqual([]);

    const stored = (await listDataSets(ownerUrl())).find(({ version }) => version === "elsewhere");
    expect(stored === undefined ? "" : setLine(stored)).toMatch(/failed at the import: .*location/);

    await rows(
      `UPDATE data_set SET counts = jsonb_set(counts, '{checks}', (SELECT jsonb_agg(c) FROM jsonb_array_elements(counts->'checks') c
       WHERE c->>'name' <> 'location')) WHERE version = 'elsewhere'`,
    );
    const old = await pageOf("elsewhere");
    expect(old.failure).toBeNull();
    expect(old.checks[0]).toMatchObject({ name: "location", outcome: "not_checked" });
  });

  it("says that it does not know of a set from before the mark whether it was rolled back", async () => {
    const stateOf = async (version: string) =>
      (await readDataOverview(await getDeps())).sets.map(dataSetView).find((set) => set.version === version)?.state;
    await rollbackSet(ownerUrl(), "pula");
    expect(await stateOf("newest")).toBe("withdrawn");
    await rows("UPDATE data_set SET counts = counts - 'withdrawn_at'");
    expect(await stateOf("newest")).toBe("perhaps_withdrawn");
    expect(await pageOf("newest")).toMatchObject({ isRollback: true, isPerhapsWithdrawn: true });
    await rollbackSet(ownerUrl(), "pula");
    await rows("UPDATE radar_run SET finished_at = now()");
    expect(await stateOf("second")).toBe("withdrawn");
  });
});

describe("data remove", () => {
  it("ends a set that waits, with its shapes, and writes who did it", async () => {
    const { dataSetId } = await load("unwanted");
    expect(await countOf("pula_piece", dataSetId)).toBeGreaterThan(0);
    await remove("unwanted");
    expect(await versions()).not.toContain("unwanted");
    expect(await countOf("pula_piece", dataSetId)).toBe(0);
    expect(await auditOf("pula unwanted")).toMatchObject([{ action: "data.remove", actor: by.actor }]);
  });

  it.each([
    ["newest", "pula newest is in force"],
    ["second", "is the set before the one in force"],
    ["judged", "applications were judged by it"],
    ["none such", "there is no pula set none such"],
  ])("leaves %s where it is", async (version, words) => {
    const before = await versions();
    await expect(remove(version)).rejects.toThrow(words);
    expect(await versions()).toEqual(before);
  });

  it("leaves a set that an operator has asked to switch to", async () => {
    await load("asked for");
    const { db } = await getDeps();
    const wanted = { kind: "pula", fromVersion: "newest", toVersion: "asked for" };
    await askToSwitch({ db, by }, wanted);
    await expect(remove("asked for")).rejects.toThrow("an operator asked for a switch to it");
    expect(await versions()).toContain("asked for");
  });
});
