import type { z } from "zod";

/** One record that was not taken, where it stands in its source, and why. */
export interface Refusal {
  source: string;
  record: number;
  /** Line of the file the record begins at; null where the source has no lines. */
  line: number | null;
  reason: string;
}

/** Where a record stands. */
export interface RecordPosition {
  number: number;
  line: number | null;
}

/** Refusals kept word for word; the rest are counted. */
const LISTED = 20;

/** What a tally has counted, for one that goes on with it. */
export interface TallyState {
  read: number;
  loaded: number;
  refused: number;
  reasons: Record<string, number>;
  listed: readonly Refusal[];
}

/** Counts the records of one source by outcome, and lists the first refused ones. */
export class Tally {
  read = 0;
  loaded = 0;
  refused = 0;
  readonly listed: Refusal[] = [];
  private readonly byReason = new Map<string, number>();

  constructor(readonly source: string) {}

  /** `kind` groups refusals in the summary; `detail` says what was found in this record. */
  refuse({ number, line }: RecordPosition, kind: string, detail = ""): void {
    this.refused += 1;
    this.byReason.set(kind, (this.byReason.get(kind) ?? 0) + 1);
    if (this.listed.length >= LISTED) return;
    this.listed.push({
      source: this.source,
      record: number,
      line,
      reason: detail === "" ? kind : `${kind}: ${detail}`,
    });
  }

  /** What another tally of the same source counted beside this one. */
  absorb({ read, loaded, refused, reasons, listed }: TallyState): void {
    this.read += read;
    this.loaded += loaded;
    this.refused += refused;
    for (const [kind, count] of Object.entries(reasons))
      this.byReason.set(kind, (this.byReason.get(kind) ?? 0) + count);
    this.listed.push(...listed.slice(0, LISTED - this.listed.length));
  }

  get state(): TallyState {
    return { ...this.counts, listed: this.listed };
  }

  get counts(): { read: number; loaded: number; refused: number; reasons: Record<string, number> } {
    const { read, loaded, refused } = this;
    return { read, loaded, refused, reasons: Object.fromEntries(this.byReason) };
  }
}

/** What a schema found wrong, in one line. */
export const describeFault = (error: z.ZodError): string =>
  error.issues.map(({ path, message }) => (path.length === 0 ? message : `${path.join(".")} ${message}`)).join("; ");

export const describeRefusal = ({ source, record, line, reason }: Refusal): string =>
  `refused: ${source}, record ${record}${line === null ? "" : ` (line ${line})`}: ${reason}`;
