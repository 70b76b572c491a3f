import { join } from "node:path";
import { beforeAll, expect, it, vi } from "vitest";
import { importPulas } from "@/lib/imports/pula/import-pulas";
import { startData } from "@/tests/contract/imports/command";
import { count, limitationRow, rows, switchOf } from "@/tests/contract/imports/support";
import { ownerUrl } from "@/tests/support/owner-connections";
import { workFolder } from "@/tests/support/work-folder";
import { pulaFeature, writePulaFile } from "@/tests/contract/imports/generated-pulas";

const LARGE = join(workFolder(), "large.geojson");
const MEDIUM = join(workFolder(), "medium.geojson");
const small = () => ({
  source: { name: "small", records: [1, 2, 3].map((number) => pulaFeature(number, 50)) },
  limitations: { name: "rows", records: [limitationRow({})] },
});

const halfSet = () =>
  rows<{ version: string; state: string; features: number }>(
    `SELECT version, state, (SELECT count(*)::int FROM pula_feature f WHERE f.data_set_id = d.data_set_id) AS features
     FROM data_set d WHERE state <> 'ready'`,
  );

/** Resolves once a part of the named set is in the database. */
const isHalfLoaded = (version: string) =>
  vi.waitFor(
    async () => {
      const set = (await halfSet()).find((half) => half.version === version);
      expect(set?.features).toBeGreaterThan(100);
    },
    { timeout: 50_000, interval: 20 },
  );

/** The real command on a file of some 40 MB, stopped once part of it is in the database. */
async function interruptHalfway(signal: "SIGKILL" | "SIGINT") {
  const { child, ended } = startData(["import", "pula", LARGE, "--activate", "--force", "--version", signal]);
  await isHalfLoaded(signal);
  child.kill(signal);
  return ended;
}

beforeAll(async () => {
  await writePulaFile(LARGE, 2000, 500);
  await writePulaFile(MEDIUM, 600, 500);
  await importPulas(ownerUrl(), { ...small(), version: "in-force", activate: true });
});

it("a killed import leaves the set in force alone, and the next one removes what it left and works", async () => {
  const { code } = await interruptHalfway("SIGKILL");
  expect(code).toBeNull();
  const [left] = await halfSet();
  expect(left?.state).toBe("loading");
  expect(left?.features).toBeLessThan(2000);
  expect(await switchOf("pula")).toEqual({ active: "in-force", previous: null });

  const summary = await importPulas(ownerUrl(), { ...small(), version: "next", activate: true });
  expect(summary.activated).toBe(true);
  expect(await halfSet()).toEqual([]);
  expect(await switchOf("pula")).toEqual({ active: "next", previous: "in-force" });
  expect(await count("SELECT count(*) FROM pula_feature")).toBe(6);
});

it("Ctrl-C ends an import between two batches, with a reason and without touching the set in force", async () => {
  const before = await switchOf("pula");
  const { code, err } = await interruptHalfway("SIGINT");
  expect(code).toBe(130);
  expect(err).toMatch(/interrupted; the set in force is untouched/);
  expect(await switchOf("pula")).toEqual(before);
  expect(await halfSet()).toMatchObject([{ state: "failed" }]);
});

it("a second import of the same kind waits its turn rather than remove the first one's half set", async () => {
  const { ended } = startData(["import", "pula", MEDIUM, "--version", "slow"]);
  await isHalfLoaded("slow");
  const importSecond = () => importPulas(ownerUrl(), { ...small(), version: "second" });
  const second = importSecond().catch(async (error: unknown) => {
    // On a busy machine the first can take longer than the second waits, which says so then.
    expect(String(error)).toMatch(/another pula import or activation is running/);
    await ended;
    return importSecond();
  });
  await ended;
  expect((await second).version).toBe("second");
  expect(await count("SELECT count(*) FROM data_set WHERE version = 'slow' AND state = 'ready'")).toBe(1);
  expect(await halfSet()).toEqual([]);
});
