import type { StoredPolygon } from "@/lib/data/imports/geometry";

/** One polygon that had to be mended, and what that cost. */
export interface Repair {
  id: string;
  fault: string;
  /** Square meters before less square meters after; below zero when ground was gained. */
  lostSqm: number;
}

/** What has been repaired, for an import that goes on with it. */
export interface RepairState {
  repaired: number;
  lostSqm: number;
  listed: readonly Repair[];
}

const LISTED = 50;

/** Counts repairs, and lists the first of them with the ground they cost. */
export class RepairLog {
  repaired = 0;
  lostSqm = 0;
  droppedRings = 0;
  closedRings = 0;
  readonly listed: Repair[] = [];

  constructor(private readonly note: (line: string) => void) {}

  add(id: string, outcome: StoredPolygon): void {
    if (outcome.isValid) return;
    const lostSqm = (outcome.foundSqm ?? 0) - outcome.keptSqm;
    this.repaired += 1;
    this.lostSqm += Math.max(0, lostSqm);
    if (this.listed.length >= LISTED) return;
    const fault = outcome.fault ?? "invalid";
    this.listed.push({ id, fault, lostSqm });
    this.note(
      `repaired: ${id}: ${fault}; ${Math.abs(lostSqm).toFixed(1)} square meters ${lostSqm < 0 ? "gained" : "lost"}`,
    );
  }

  /** Repairs of an import that this one goes on with. */
  absorb({ repaired, lostSqm, listed }: RepairState): void {
    this.repaired += repaired;
    this.lostSqm += lostSqm;
    this.listed.push(...listed.slice(0, LISTED - this.listed.length));
  }

  get state(): RepairState {
    const { repaired, lostSqm, listed } = this;
    return { repaired, lostSqm, listed };
  }

  get counts(): Record<string, unknown> {
    const { repaired, lostSqm, droppedRings, closedRings, listed } = this;
    return { repaired, lost_sqm: lostSqm, dropped_rings: droppedRings, closed_rings: closedRings, listed };
  }
}
