import type { MultiPolygon, Position } from "geojson";
import type { Check } from "@/lib/imports/checks";
import type { Precision } from "@/lib/imports/county/sources";

/**
 * Neighboring vertices of exact county lines lie closer than this, in the median. Lines drawn for maps have been thinned:
 * their neighbors lie 6,600 m apart in us-atlas (1 : 10 million) and 9,300 m in the Census' 1 : 20 million, and the lines
 * of the two differ by up to 3 km. Lines that follow the ground (TIGER/Line) bend every few tens of meters.
 */
const LARGEST_EXACT_EDGE_M = 250;

const BUCKET_M = 10;
const BUCKETS = 10_000;
const M_PER_DEG = 111_200;
const RAD_PER_DEG = Math.PI / 180;

/** Distances between neighboring vertices, counted in steps of 10 m so that a file of millions needs little memory. */
export class EdgeLengths {
  private readonly counts = new Uint32Array(BUCKETS);
  private total = 0;

  add(shape: MultiPolygon): void {
    for (const ring of shape.coordinates.flat()) {
      for (let i = 1; i < ring.length; i += 1) this.addEdge(ring[i - 1] ?? [], ring[i] ?? []);
    }
  }

  /** Within 10 m; null where there is no edge. */
  medianM(): number | null {
    let seen = 0;
    for (const [bucket, count] of this.counts.entries()) {
      seen += count;
      if (seen * 2 > this.total) return bucket * BUCKET_M;
    }
    return null;
  }

  private addEdge([lonA = 0, latA = 0]: Position, [lonB = 0, latB = 0]: Position): void {
    const east = (lonB - lonA) * Math.cos(((latA + latB) / 2) * RAD_PER_DEG);
    const lengthM = Math.hypot(east, latB - latA) * M_PER_DEG;
    const bucket = Math.min(BUCKETS - 1, Math.floor(lengthM / BUCKET_M));
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
    this.total += 1;
  }
}

/** Lines taken for exact give a county its own points right up to them, so thinned lines must not be. */
export function checkPrecision(precision: Precision, medianEdgeM: number | null): Check {
  const name = "precision";
  if (precision === "coarse" || medianEdgeM === null)
    return { name, outcome: "not_applicable", detail: "county lines are coarse: every county within 2 km counts" };
  const apart = `neighboring points of its lines lie ${medianEdgeM} m apart in the median`;
  return medianEdgeM > LARGEST_EXACT_EDGE_M
    ? {
        name,
        outcome: "failed",
        detail: `${apart}, more than ${LARGEST_EXACT_EDGE_M} m: the file is generalized, import it with --precision coarse`,
      }
    : { name, outcome: "passed", detail: apart };
}
