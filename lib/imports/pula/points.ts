import { z } from "zod";
import { parse } from "csv-parse/sync";
import { readFile } from "node:fs/promises";
import { type PulaMeasures, pulasAtPoint } from "@/lib/data/imports/pulas";
import type { ImportClient } from "@/lib/data/imports/sets";
import type { Check } from "@/lib/imports/checks";
import { ImportFailure, reasonOf } from "@/lib/imports/failure";
import { KNOWN_POINTS } from "@/lib/imports/known-points";
import { describeFault } from "@/lib/imports/tally";

/** A place that must lie inside, or outside, a PULA; given by the operator, since EPA redraws PULAs. */
export interface PulaPoint {
  name: string;
  lon: number;
  lat: number;
  pulaId: number;
  isInside: boolean;
}

const pointSchema = z
  .object({
    name: z.string().min(1),
    lon: z.coerce.number().min(-180).max(180),
    lat: z.coerce.number().min(-90).max(90),
    pula_id: z.coerce.number().int(),
    inside: z.enum(["true", "false", "yes", "no"]),
  })
  .transform(({ name, lon, lat, pula_id, inside }): PulaPoint => ({
    name,
    lon,
    lat,
    pulaId: pula_id,
    isInside: inside === "true" || inside === "yes",
  }));

/** A CSV file with the columns name, lon, lat, pula_id and inside (true or false). */
export async function readPulaPoints(path: string): Promise<PulaPoint[]> {
  let rows: unknown[];
  try {
    rows = parse(await readFile(path), { columns: true, trim: true, bom: true, skip_empty_lines: true });
  } catch (error) {
    throw new ImportFailure(`cannot read the points in ${path}: ${reasonOf(error)}`);
  }
  return rows.map((row, index) => {
    const parsed = pointSchema.safeParse(row);
    if (!parsed.success) throw new ImportFailure(`${path}, point ${index + 1}: ${describeFault(parsed.error)}`);
    return parsed.data;
  });
}

/**
 * Points against a loaded set. The places of our own table, where the set covers them, must give the same PULAs by
 * whole polygons and by pieces; the operator's points must lie where they say.
 */
export async function checkPoints(client: ImportClient, dataSetId: number, points: PulaPoint[]): Promise<Check[]> {
  const differing: string[] = [];
  let covered = 0;
  for (const place of KNOWN_POINTS) {
    const found = await pulasAtPoint(client, dataSetId, place);
    if (!found.covered) continue;
    covered += 1;
    if (String(found.byFeature) !== String(found.byPiece)) differing.push(place.name);
  }
  const own: Check = {
    name: "known points",
    outcome: covered === 0 ? "not_applicable" : differing.length > 0 ? "failed" : "passed",
    detail:
      differing.length > 0
        ? `whole polygons and pieces disagree at ${differing.join(", ")}`
        : `${covered} covered places give the same PULAs by polygon and by piece`,
  };
  return points.length === 0 ? [own] : [own, await checkGivenPoints(client, dataSetId, points)];
}

async function checkGivenPoints(client: ImportClient, dataSetId: number, points: PulaPoint[]): Promise<Check> {
  const wrong: string[] = [];
  for (const point of points) {
    const found = await pulasAtPoint(client, dataSetId, point);
    if (found.byPiece.includes(point.pulaId) === point.isInside) continue;
    wrong.push(`${point.name} should be ${point.isInside ? "inside" : "outside"} PULA ${point.pulaId}`);
  }
  const detail = wrong.length === 0 ? `${points.length} given points lie where they should` : wrong.join("; ");
  return { name: "given points", outcome: wrong.length === 0 ? "passed" : "failed", detail };
}

/** The checks that need nothing but the set itself; verifying runs them again. */
export const checkLimitationsPresent = ({ limitations, codesWithoutLimitation }: PulaMeasures): Check => ({
  name: "limitations",
  outcome: limitations === 0 ? "failed" : "passed",
  detail:
    limitations === 0
      ? "the set has no limitations: every PULA on a field would ask for review"
      : `${limitations} rows; ${codesWithoutLimitation} codes of PULAs have none`,
});
