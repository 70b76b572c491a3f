import type { IssueCode } from "@/lib/domain/issues";
import type { IssueParticulars } from "@/lib/domain/issue-particulars";

/** A code with what it says of this application. */
export type Finding = { [Code in IssueCode]: { code: Code; particulars: IssueParticulars<Code> } }[IssueCode];

/** What came of holding an application against one condition. */
export type Outcome =
  | { result: "kept" }
  /** A known violation. */
  | { result: "broken"; found: Finding }
  /** What it takes was not sent, or cannot be sent. */
  | { result: "unjudged" }
  /** What it takes is part of every request, and leaves the condition open: no pass. */
  | { result: "open"; found: Finding };

export const KEPT: Outcome = { result: "kept" };
export const UNJUDGED: Outcome = { result: "unjudged" };

export const finding = <Code extends IssueCode>(code: Code, particulars: IssueParticulars<Code>): Finding =>
  // `code` ties the particulars to it; a union over the codes cannot be built from a type parameter.
  ({ code, particulars }) as Finding;

export const broken = <Code extends IssueCode>(code: Code, particulars: IssueParticulars<Code>): Outcome => ({
  result: "broken",
  found: finding(code, particulars),
});

export const open = <Code extends IssueCode>(code: Code, particulars: IssueParticulars<Code>): Outcome => ({
  result: "open",
  found: finding(code, particulars),
});
