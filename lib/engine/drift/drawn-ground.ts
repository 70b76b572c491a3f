import type { MultiPolygon, Polygon, Position } from "geojson";
import type { DrawnGround } from "@/lib/domain/drawn-ground";
import type { FeatureFacts } from "@/lib/domain/drift";
import { M_PER_FT } from "@/lib/domain/units";
import { planeAround } from "@/lib/geo/plane";

/**
 * Managed ground that counts on the word of the person who drew it, with how wide it is. No rule limits how wide a road may
 * be, so every answer says it: a reader sees a width that no road has.
 *
 * Units: feet. Source: docs/rules.md, Drift. Missing data: without drawings, nothing. Throws: never.
 */
export const drawnGround = ({ features }: FeatureFacts): DrawnGround[] =>
  features
    .filter(({ origin, kind, isConfirmed }) => origin === "field" && kind === "managed" && isConfirmed)
    .map(({ category, label, geometry }) => ({ category, label, acrossFt: widthM(geometry) / M_PER_FT }));

/** As wide as a strip of the same area and outline, which is true of a road along its curves; of several parts, the widest. */
function widthM(geometry: Polygon | MultiPolygon): number {
  const parts = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
  return Math.max(0, ...parts.map(stripWidthM));
}

function stripWidthM(rings: Position[][]): number {
  const plane = planeAround(rings);
  const outlines = rings.map((ring) => outlineOf(ring.map((position) => plane.toPlane(position))));
  const halfLengthM = outlines.reduce((sum, { lengthM }) => sum + lengthM, 0) / 2;
  const [shell = 0, ...holes] = outlines.map(({ areaSqm }) => areaSqm);
  const areaSqm = holes.reduce((rest, hole) => rest - hole, shell);
  const root = halfLengthM ** 2 - 4 * areaSqm;
  // Rounder than any strip: as wide as a square of its area.
  return root <= 0 ? Math.sqrt(Math.max(0, areaSqm)) : (halfLengthM - Math.sqrt(root)) / 2;
}

function outlineOf(ring: readonly (readonly [number, number])[]): { areaSqm: number; lengthM: number } {
  let [twice, lengthM] = [0, 0];
  let [east, north] = ring.at(-1) ?? [0, 0];
  for (const [nextEast, nextNorth] of ring) {
    twice += east * nextNorth - nextEast * north;
    lengthM += Math.hypot(nextEast - east, nextNorth - north);
    [east, north] = [nextEast, nextNorth];
  }
  return { areaSqm: Math.abs(twice) / 2, lengthM };
}
