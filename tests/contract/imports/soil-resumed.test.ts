import type { ChildProcess } from "node:child_process";
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it, vi } from "vitest";
import { importSoil } from "@/lib/imports/soil/import-soil";
import { startData } from "@/tests/contract/imports/command";
import { count, rows } from "@/tests/contract/imports/support";
import { ownerUrl } from "@/tests/support/owner-connections";
import { workFolder } from "@/tests/support/work-folder";

/** Enough for several checkpoints. */
const POLYGONS = 30_000;
const UNITS = 7;
const SOURCE = join(workFolder(), "mupolygon.geojson");
const TABLES = { mapunit: join(workFolder(), "mapunit.csv"), muaggatt: join(workFolder(), "muaggatt.csv") };

/** A square of soil; every thousandth crosses itself, and one in ten thousand has no unit's key. */
function square(number: number) {
  const [x, y] = [-100 + (number % 300) * 0.01, 35 + Math.floor(number / 300) * 0.01];
  const side = 0.008;
  const corners = [
    [x, y],
    [x + side, y],
    [x + side, y + side],
    [x, y + side],
  ];
  const [a, b, c, d] = corners;
  const ring = number % 1000 === 999 ? [a, c, b, d, a] : [a, b, c, d, a];
  const mukey = number % 10_000 === 5000 ? "none" : `${1 + (number % UNITS)}`;
  return { type: "Feature", properties: { mukey }, geometry: { type: "Polygon", coordinates: [ring] } };
}

function writeSurvey(path: string, first: number): void {
  writeFileSync(path, '{"type":"FeatureCollection","features":[\n');
  for (let from = 0; from < POLYGONS; from += 1000) {
    const texts = Array.from({ length: 1000 }, (_, index) => JSON.stringify(square(first + from + index)));
    appendFileSync(path, `${from > 0 ? ",\n" : ""}${texts.join(",\n")}`);
  }
  appendFileSync(path, "\n]}\n");
}

interface Half {
  version: string;
  state: string;
  loaded: number | null;
}
const halfSets = () =>
  rows<Half>(
    `SELECT version, state, (counts->'checkpoint'->'tally'->>'loaded')::int AS loaded
     FROM data_set WHERE kind = 'soil' AND state <> 'ready'`,
  );

const WAYS = {
  SIGKILL: (child: ChildProcess) => child.kill("SIGKILL"),
  SIGINT: (child: ChildProcess) => child.kill("SIGINT"),
  "a lost connection": () =>
    rows(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'hedgerow import' AND datname = current_database()",
    ),
};
type Way = keyof typeof WAYS;

/** The real command, stopped once it has noted how far it came. */
async function interrupt(source: string, version: string, way: Way): Promise<Half> {
  const args = ["import", "soil", source, "--mapunit", TABLES.mapunit, "--muaggatt", TABLES.muaggatt];
  const { child, ended } = startData([...args, "--version", version]);
  await vi.waitFor(async () => expect((await halfSets())[0]?.loaded ?? 0).toBeGreaterThan(0), {
    timeout: 120_000,
    interval: 20,
  });
  await WAYS[way](child);
  await ended;
  const [half] = await halfSets();
  if (half === undefined) throw new Error("the import was done before it was stopped");
  return half;
}

/** What a set holds, whatever the numbers of its rows. */
const heldBy = (version: string) =>
  rows<Record<string, unknown>>(
    `SELECT count(*)::int AS pieces, count(DISTINCT p.geom)::int AS shapes, sum(ST_Area(p.geom)) AS area,
            (SELECT count(*)::int FROM soil_map_unit u WHERE u.data_set_id = d.data_set_id) AS units,
            d.counts->'polygons' AS polygons, d.counts->'repairs' AS repairs, d.counts->'digest' AS digest
     FROM data_set d JOIN soil_piece p USING (data_set_id) WHERE d.version = $1 AND d.state = 'ready'
     GROUP BY d.data_set_id`,
    [version],
  );

const notes: string[] = [];
const listening = {
  begin: () => ({ at: () => undefined, end: () => undefined }),
  note: (line: string) => void notes.push(line),
};
const whole = (source: string, version: string) => importSoil(ownerUrl(), { source, ...TABLES, version }, listening);

beforeAll(async () => {
  const units = Array.from({ length: UNITS }, (_, index) => index + 1);
  writeFileSync(
    TABLES.mapunit,
    `mukey,musym,muname\n${units.map((unit) => `${unit},${unit}A,Unit ${unit}`).join("\n")}\n`,
  );
  writeFileSync(TABLES.muaggatt, `mukey,hydgrpdcd,slopegradwta\n${units.map((unit) => `${unit},B,2`).join("\n")}\n`);
  writeSurvey(SOURCE, 0);
  await whole(SOURCE, "whole");
  notes.length = 0;
});

it.each(Object.keys(WAYS) as Way[])(
  "an import that %s stopped is gone on with, and holds what one that was not stopped does",
  async (signal) => {
    const half = await interrupt(SOURCE, signal, signal);
    expect(half).toMatchObject({ version: signal, state: signal === "SIGINT" ? "failed" : "loading" });
    expect(half.loaded).toBeLessThan(POLYGONS);
    await whole(SOURCE, `${signal} again`);
    expect(notes).toContain(`going on with soil ${signal}, which was left half loaded`);
    expect(notes).toContain(`${half.loaded ?? 0} polygons are in the database; reading up to them`);
    const [held] = await heldBy(`${signal} again`);
    const [unbroken] = await heldBy("whole");
    expect(held).toEqual({ ...unbroken, area: expect.closeTo(Number(unbroken?.area), 9) as number });
    expect(held).toMatchObject({ polygons: { read: POLYGONS, refused: POLYGONS / 10_000 }, units: UNITS });
    expect(await halfSets()).toEqual([]);
  },
);

it("another file of that name is refused, nothing of the half is kept, and the next import begins again", async () => {
  const path = join(workFolder(), "changed.geojson");
  writeSurvey(path, 0);
  await interrupt(path, "changed", "SIGKILL");
  writeSurvey(path, 1);
  await expect(whole(path, "changed")).rejects.toThrow(
    /not the one that was half loaded.*the next import begins again/,
  );
  expect(await halfSets()).toMatchObject([{ state: "failed", loaded: null }]);
  await whole(path, "changed");
  expect(notes.at(-1)).not.toContain("going on");
  const [held] = await heldBy("changed");
  expect(held).toMatchObject({ polygons: { read: POLYGONS }, units: UNITS });
  expect(held?.pieces).toBe(held?.shapes);
});

it("a half set whose note is of another version is removed, and nothing of it is stored twice", async () => {
  await interrupt(SOURCE, "older", "SIGKILL");
  await rows("UPDATE data_set SET counts = jsonb_set(counts, '{checkpoint,format}', '0') WHERE version = 'older'");
  await whole(SOURCE, "newer");
  expect(notes).toContain("removing soil older, which was left half loaded");
  const [held] = await heldBy("newer");
  const [unbroken] = await heldBy("whole");
  expect(held?.pieces).toBe(unbroken?.pieces);
  expect(held?.polygons).toEqual(unbroken?.polygons);
});

it("an import of another file begins, and what was half loaded goes", async () => {
  const path = join(workFolder(), "another.geojson");
  writeSurvey(path, 2);
  await interrupt(SOURCE, "left", "SIGKILL");
  await whole(path, "another");
  expect(notes).toContain("removing soil left, which was left half loaded");
  expect(await halfSets()).toEqual([]);
  expect(await count("SELECT count(*) FROM data_set WHERE version = 'another' AND state = 'ready'")).toBe(1);
});
