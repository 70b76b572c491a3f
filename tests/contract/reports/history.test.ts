import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { archiveSet, restoreVersion } from "@/lib/imports/archive";
import { activateSet, listDataSets } from "@/lib/imports/switch";
import { getDeps } from "@/lib/runtime/deps";
import { previewSwitch, sweepRadar } from "@/lib/usecases/radar/sweep-radar";
import { gatherReport } from "@/lib/usecases/reports/gather";
import { count, rows, switchOf } from "@/tests/contract/imports/support";
import { ownerUrl } from "@/tests/support/owner-connections";
import { workFolder } from "@/tests/support/work-folder";
import { NEEDS_4, prepareGround, read, saved } from "@/tests/contract/v2/compliance/support";
import { check, GROUND, FAR_PULA } from "@/tests/contract/v2/esa-check/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { box, loadPulas, type SyntheticPula } from "@/tests/support/reference-data";
import type { Connected } from "@/tests/support/soil-ground";
import { isSpread } from "@/tests/support/spread";

/** What an application was judged by stays, however many sets come after it. */

const FIRST: SyntheticPula = { pulaId: 7, eventName: "First", codes: "T7", geometry: box(-87.3, 32.8, -87.2, 32.9) };
const ROW = { pulaId: 7, registration: NEEDS_4.epa_number, code: "T7", limitation: "Keep away." };
const moved = (by: number): SyntheticPula => ({ ...FIRST, geometry: box(-87.3 + by, 32.8, -87.2 + by, 32.9) });
/** Loads a set and compares it with the one before it, as the worker does: until then both are needed. */
const load = async (...pulas: SyntheticPula[]): Promise<{ dataSetId: number; version: string }> => {
  const loaded = await loadPulas([...pulas, FAR_PULA], [ROW], GROUND);
  await sweepRadar(await getDeps());
  return loaded;
};

let caller: Caller;
let ground: Connected;
let id: string;
let judgedBy: string;

const versions = async () => (await listDataSets(ownerUrl())).filter(({ kind }) => kind === "pula");
const livePieces = (version: string): Promise<number> =>
  count("SELECT count(*) FROM pula_piece JOIN data_set USING (data_set_id) WHERE version = $1", [version]);
/** Outlines and archived pieces of a set, to the last bit. */
const groundOfSet = (version: string) =>
  rows(
    `SELECT 'piece' AS what, piece_id::text AS id, pula_id, ST_AsEWKB(geom)::text AS shape
     FROM pula_piece_archive JOIN data_set USING (data_set_id) WHERE version = $1
     UNION ALL SELECT 'feature', object_id::text, pula_id, ST_AsEWKB(geom)::text
     FROM pula_feature JOIN data_set USING (data_set_id) WHERE version = $1 ORDER BY 1, 2`,
    [version],
  );
const gathered = async () =>
  gatherReport(
    { deps: await getDeps(), providerId: caller.providerId },
    { key: { providerFieldId: "field 1" }, year: 2026, kind: "runoff" },
    { withFigure: true },
  );

beforeAll(async () => {
  ground = await prepareGround([FIRST], [ROW]);
  caller = await makeCaller("history");
  ({ id } = await saved(caller, { provider_field_id: "field 1", products: [NEEDS_4] }));
  judgedBy = (await switchOf("pula")).active ?? "";
});
afterAll(async () => {
  await ground.close();
  await (await getDeps()).pdf.close();
});

describe("an application judged three imports ago", () => {
  it("has the report and the map it had, and its set stays while sets that judged nothing go", async () => {
    const before = await gathered();
    expect(before.figure?.legend.map(({ text }) => text).join()).toContain("PULA 7");
    const second = await load(moved(0.4));
    await load(moved(0.5));
    const last = await load(moved(0.6));
    const after = await gathered();
    expect(after.figure).toEqual(before.figure);
    expect(after.hash).toBe(before.hash);
    const kept = (await versions()).map(({ version }) => version);
    expect(kept).toContain(judgedBy);
    // On Citus every set that was in force counts as one that judged something.
    expect(kept.includes(second.version)).toBe(isSpread);
    expect(kept).toContain(last.version);
  });

  it("no longer lies in the index that checks search", async () => {
    expect(await livePieces(judgedBy)).toBe(0);
    expect((await groundOfSet(judgedBy)).filter(({ what }) => what === "piece")).toHaveLength(2);
    if (!isSpread) expect(await count("SELECT count(*) FROM pula_piece_archive")).toBe(2);
    expect((await check(caller, { provider_field_id: "other", application_id: "other" })).products[0]?.pulas).toEqual(
      [],
    );
  });

  it("says in its compliance which data it was judged by, how old that is, and that newer data is in force", async () => {
    const { compliance } = await read(caller, id);
    const pula = compliance.data?.sets.find(({ kind }) => kind === "pula");
    expect(compliance.data?.versions.pula).toBe(judgedBy);
    expect(pula).toMatchObject({ version: judgedBy, age_days: 0, in_force: false });
    expect(compliance.data?.issues).toEqual([]);
  });

  it("shows that its data is stale as a check does, without changing what was judged", async () => {
    const before = (await read(caller, id)).compliance;
    const age = (days: number) =>
      rows("UPDATE data_set SET verified_at = now() - make_interval(days => $2) WHERE version = $1", [judgedBy, days]);
    await age(10);
    const informed = (await read(caller, id)).compliance;
    expect(informed.data?.issues).toMatchObject([{ code: "DATA_SET_STALE", effect: "informs" }]);
    await age(40);
    const blocked = (await read(caller, id)).compliance;
    expect(blocked.data?.issues).toMatchObject([{ code: "DATA_SET_STALE", effect: "blocks" }]);
    expect(blocked.data?.sets.find(({ kind }) => kind === "pula")?.age_days).toBe(40);
    expect(blocked.last_assessment).toEqual(before.last_assessment);
    const { dataSets } = await gathered();
    expect(dataSets.find(({ kind }) => kind === "pula")).toMatchObject({ ageDays: 40, isInForce: false });
  });

  it("has the report and the map it had when its set lies in a file, and when it is read back from there", async () => {
    const before = await gathered();
    const inDatabase = () => groundOfSet(judgedBy);
    const shapes = await inDatabase();
    const folder = join(workFolder(), "archive");
    const { file, bytes } = await archiveSet(ownerUrl(), { version: judgedBy, folder });
    expect(bytes).toBeGreaterThan(0);
    expect(await inDatabase()).toEqual([]);
    expect((await gathered()).figure).toEqual(before.figure);
    expect((await gathered()).hash).toBe(before.hash);
    await expect(previewSwitch(await getDeps(), { kind: "pula", version: judgedBy })).rejects.toThrow("is archived");
    await expect(archiveSet(ownerUrl(), { version: judgedBy, folder })).rejects.toThrow("is archived");

    const whole = readFileSync(file);
    writeFileSync(file, whole.with(20, (whole[20] ?? 0) ^ 1));
    await expect(gathered(), "one altered byte").rejects.toThrow("is not what was archived");
    writeFileSync(file, whole.subarray(0, whole.length - 100));
    await expect(gathered(), "a cut file").rejects.toThrow();
    // Each refusal names the file and says what to do, in words of ours, and the set stays archived.
    for (const length of [0, 5, 40, whole.length - 100, whole.length - 1]) {
      writeFileSync(file, whole.subarray(0, length));
      const told = `${file} is incomplete or not a data set archive: restore it from the backup`;
      await expect(restoreVersion(ownerUrl(), judgedBy), `cut to ${length}`).rejects.toThrow(told);
    }
    // Bytes are gone from the middle, so that its end still says where everything was.
    writeFileSync(file, Buffer.concat([whole.subarray(0, 50), whole.subarray(whole.length / 2)]));
    await expect(restoreVersion(ownerUrl(), judgedBy)).rejects.toThrow(
      `of ${file} is not what was archived: restore it`,
    );
    rmSync(file);
    const missing = `${file} cannot be opened (ENOENT): restore it from the backup, or give this account permission to read it`;
    await expect(restoreVersion(ownerUrl(), judgedBy)).rejects.toThrow(missing);
    expect(await inDatabase()).toEqual([]);
    writeFileSync(file, whole);

    await restoreVersion(ownerUrl(), judgedBy);
    expect(await inDatabase()).toEqual(shapes);
    expect(existsSync(file)).toBe(false);
    expect((await gathered()).figure).toEqual(before.figure);
    const inForce = (await switchOf("pula")).active ?? "";
    await expect(archiveSet(ownerUrl(), { version: inForce, folder })).rejects.toThrow("is in force");
    await archiveSet(ownerUrl(), { version: judgedBy, folder });
  });

  it("is searched again when the operator goes back to its set", async () => {
    await activateSet(ownerUrl(), { kind: "pula", version: judgedBy, force: true });
    expect(await livePieces(judgedBy)).toBe(2);
    const found = await check(caller, { provider_field_id: "again", application_id: "again", products: [NEEDS_4] });
    expect(found.products[0]?.pulas.map(({ pula_id: pulaId }) => pulaId)).toEqual([7]);
  });
});
