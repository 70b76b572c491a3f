import { createHash } from "node:crypto";
import type { MultiPolygon, Position } from "geojson";
import type { Fault } from "@/lib/domain/errors";
import { checkBoundary } from "@/lib/geo/boundary";
import type { BoundaryCheck, BoundaryForm, BoundaryLimits } from "@/lib/geo/boundary";
import { startGeos } from "@/lib/geo/kernel";

export const LIMITS: BoundaryLimits = { maxPositions: 5000, maxAreaHa: 40_000 };
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const geos = await startGeos();

export const check = (
  value: unknown,
  form: BoundaryForm = "feature",
  limits: Partial<BoundaryLimits> = {},
): BoundaryCheck => checkBoundary(geos, value, { ...LIMITS, ...limits }, { form, sha256 });

export const feature = (geometry: unknown): unknown => ({ type: "Feature", properties: {}, geometry });

export const square: Position[] = [
  [-87.1, 32.9],
  [-87.09, 32.9],
  [-87.09, 32.91],
  [-87.1, 32.91],
  [-87.1, 32.9],
];

export const faultsOf = (checked: BoundaryCheck): Fault[] => ("faults" in checked ? checked.faults : []);
export const codesOf = (checked: BoundaryCheck): string[] => faultsOf(checked).map(({ code }) => code);

export function accepted(checked: BoundaryCheck): MultiPolygon {
  if ("faults" in checked) throw new Error(JSON.stringify(checked.faults));
  return checked.geometry;
}
