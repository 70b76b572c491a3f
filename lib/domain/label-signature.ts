/** What a second reader says of a label fact. `differs`: the label says something else. `withdrawn`: takes it back. */
export const SIGNATURE_VERDICTS = ["agrees", "differs", "withdrawn"] as const;
export type SignatureVerdict = (typeof SIGNATURE_VERDICTS)[number];

/** A second reader's word on a fact of a label file. */
export interface LabelSignature {
  /** Path of the file below the rulebook: `labels/264-1241/2026-02-06.json`. */
  file: string;
  /** What the fact is about; stays when its value changes. */
  factKey: string;
  /** SHA-256 of what the fact said when it was signed. */
  contentHash: string;
  verdict: SignatureVerdict;
  /** Where in the label the reader read it. */
  page: string | null;
  /** What the label says, where the two readings differ. */
  note: string | null;
  operatorId: string;
  signedBy: string;
  signedEmail: string;
  signedAt: Date;
}

/**
 * How far a label fact is known, as a reader of the files has to deal with it. `open`: one person read it. `signed`: a
 * second reader agrees in the console, and the files do not say so yet. `disputed`: a second reader read something else.
 */
export const FACT_STATES = ["open", "signed", "disputed", "unverified", "relayed", "computed", "read_twice"] as const;
export type FactState = (typeof FACT_STATES)[number];
