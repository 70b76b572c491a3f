import type { OverallStatus } from "@/lib/domain/compliance";
import type { ChangeRecord } from "@/lib/domain/portal";
import type { LogStanding, ReportKind } from "@/lib/domain/report";

/**
 * What anyone may learn of a report's hash. `uncompared`: the record is known, and whether it is still the present one
 * is unknown, because its field is no longer open or records are written down in another way now. `ended`: the log has its hash,
 * and the record itself was erased or its time was over. `doneOtherwise`: lines of the records of its applications that say that
 * something was outside a limit, or not as it was checked.
 */
export type Verified =
  | { state: "malformed" | "unknown" }
  | { state: "ended"; log: LogStanding }
  | VerifiedRecord
  | (Issued & { state: "uncompared" })
  | (Issued & { state: "current"; about: VerifiedField; standing: OverallStatus | null; doneOtherwise: number })
  | (Issued & { state: "changed"; about: VerifiedField; changes: RecordedChange[] });

/**
 * The same of a record of application that an applicator signed. `altered`: what is kept is not what was signed. `about`:
 * null where the field is closed, or what is kept was altered.
 */
export interface VerifiedRecord {
  state: "signed" | "altered";
  signedAt: Date;
  log: LogStanding;
  about: VerifiedSigned | null;
  /** What came after the signature. */
  additions: { what: "added" | "corrected" | "taken_out"; count: number; lastAt: Date }[];
}

interface Issued {
  firstIssuedAt: Date;
  /** The PDF that was given out first; null: none is kept. */
  original: { madeAt: Date; pdfSha256: string; bytes: number } | null;
  log: LogStanding;
}

/** Which record it is, as the report in the reader's hand says it too. */
export interface VerifiedField {
  fieldName: string;
  year: number;
  kind: ReportKind;
}

/** A record of application as it was signed. */
export interface VerifiedSigned {
  fieldName: string;
  appliedOn: string;
  keptUntil: string;
  complete: number;
  total: number;
  /** Lines that say what was done outside a limit, or not as it was checked. */
  doneOtherwise: number;
}

/** Something of a record that is newer than the report. */
export interface RecordedChange {
  what: ChangeRecord["kind"] | "checked" | "computed" | "recorded";
  /** The last of its kind. */
  at: Date;
}
