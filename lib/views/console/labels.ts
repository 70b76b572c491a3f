import type { FactState, SignatureVerdict } from "@/lib/domain/label-signature";

/** How far a fact is known, in plain words. */
export const FACT_STATE_WORDS: Record<FactState, string> = {
  open: "Read by one",
  signed: "Signed, not in the files yet",
  disputed: "Disputed",
  unverified: "Not verified",
  relayed: "Someone else's reading",
  computed: "Found by a program",
  read_twice: "Read by two",
};

/** What a state asks of the reader; beside the filter. */
export const FACT_STATE_NOTES: Record<FactState, string> = {
  open: "One person read it in the label. It waits for a second reader.",
  signed: "A second reader agrees. npm run labels -- signatures writes it into the files.",
  disputed: "A second reader read something else. One of the two has to look again.",
  unverified: "No one read it in a document. It never counts toward a pass.",
  relayed: "Taken from someone else's reading. It has to be read in the label.",
  computed: "Calculated from read facts, or found by the scan of a stamped label.",
  read_twice: "Two people read it in the label.",
};

/** What a visitor reads after they signed. */
export const SIGNED_WORDS: Record<SignatureVerdict, string> = {
  agrees: "You are the second reader of this fact. It counts once the files say so.",
  differs: "The fact is disputed.",
  withdrawn: "Your word is taken back.",
};

export interface LabelListView {
  text: string;
  state: FactState | null;
  page: number;
  pages: number;
  found: number;
  rows: {
    registration: string;
    name: string;
    registrant: string;
    /** The newest edition that was entered. */
    newest: string;
    hasNewerLabel: boolean;
    /** Such as "3 read by one, 2 not verified". */
    states: string;
  }[];
}

export interface SourceView {
  title: string;
  url: string | null;
  date: string | null;
}

export interface SignatureView {
  who: string;
  when: string;
  /** Such as "agrees, page 12". */
  words: string;
}

export interface FactView {
  /** The fact's content hash; with the file it names the fact as it stands. */
  hash: string;
  file: string;
  name: string;
  value: string;
  state: FactState;
  quote: string | null;
  page: string | null;
  sources: SourceView[];
  readBy: string;
  readOn: string;
  checkedBy: string | null;
  checkedOn: string | null;
  note: string | null;
  /** The shared block that the fact stands in. */
  part: string | null;
  signatures: SignatureView[];
  /** Signatures on what the fact said before. */
  fallen: SignatureView[];
  /** What this visitor may say of it. */
  may: { agree: boolean; differ: boolean; withdraw: boolean };
}

export interface EditionView {
  labelDate: string;
  /** From when to when it holds. */
  holds: string;
  /** What of the label was read. */
  text: string;
  note: string | null;
  isInForce: boolean;
  facts: FactView[];
  /** How many facts the filter leaves out. */
  hidden: number;
}

export interface LabelView {
  registration: string;
  name: string;
  facts: { label: string; value: string }[];
  note: string | null;
  /** Set where EPA has a label that no one entered. */
  newerLabel: string | null;
  state: FactState | null;
  editions: EditionView[];
}

export interface DiffView {
  registration: string;
  name: string;
  dates: string[];
  from: string;
  to: string;
  changes: { kind: "new" | "value" | "evidence" | "gone"; name: string; before: string | null; after: string | null }[];
}
