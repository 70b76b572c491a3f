import { type ExtentDeg, insertUnloaded, type UnloadedRecord } from "@/lib/data/imports/unloaded";
import type { Check } from "@/lib/imports/checks";
import { extentsOf } from "@/lib/imports/read/extents";
import type { LoadContext } from "@/lib/imports/run-import";
import type { RecordPosition } from "@/lib/imports/tally";

/** More boxes than this are not listed: the source as a whole is then not understood. */
const MOST_LISTED = 5000;

/** What could be read of a refused record. */
export interface RefusedRecord {
  code: string | null;
  name: string | null;
  geometry: unknown;
  /** How much further than its positions its ground may reach: a line has a width. */
  marginDeg?: number;
}

/** What each kind of set says of its refused records that have no place. */
interface Words {
  part: "county" | "ground";
  placed: string;
  unplaced: string;
}

/**
 * Refused records of a set of counties, or of ground beside fields: boxes around their rings, so that their ground does not count as if
 * nothing had been there.
 */
export class RefusedGround {
  private readonly records: UnloadedRecord[] = [];
  private beyond = 0;

  constructor(private readonly words: Words) {}

  add(place: RecordPosition, refused: RefusedRecord, reason: string): void {
    const boxes = extentsOf(refused.geometry) ?? [null];
    if (this.records.length + boxes.length > MOST_LISTED) {
      this.beyond += 1;
      return;
    }
    const { code, name, marginDeg = 0 } = refused;
    for (const box of boxes) {
      this.records.push({
        ...this.anywhere(place.number, reason),
        code,
        name,
        ground: box === null ? null : wider(box, marginDeg),
      });
    }
  }

  get count(): number {
    return this.records.length + this.beyond;
  }

  /** Stores the list with the set, and says whether every refused record has a place. */
  async store({ client, dataSetId }: LoadContext): Promise<Check> {
    const beyond = this.beyond > 0 ? [this.anywhere(0, "more records were refused than are listed")] : [];
    const all = [...this.records, ...beyond];
    if (all.length > 0) await insertUnloaded(client, dataSetId, all);
    const unplaced = this.records.filter(({ ground }) => ground === null).length + this.beyond;
    const name = "placed refusals";
    if (unplaced > 0) return { name, outcome: "failed", detail: `${unplaced} ${this.words.unplaced}` };
    return all.length === 0
      ? { name, outcome: "not_applicable", detail: "nothing was refused that would be missing" }
      : { name, outcome: "passed", detail: `${all.length} ${this.words.placed}` };
  }

  private anywhere(recordNumber: number, reason: string): UnloadedRecord {
    const { part } = this.words;
    return {
      part,
      recordNumber,
      pulaId: null,
      code: null,
      registration: null,
      activeIngredient: null,
      reason,
      ground: null,
    };
  }
}

function wider([west, south, east, north]: ExtentDeg, marginDeg: number): ExtentDeg {
  return [
    Math.max(-180, west - marginDeg),
    Math.max(-90, south - marginDeg),
    Math.min(180, east + marginDeg),
    Math.min(90, north + marginDeg),
  ];
}
