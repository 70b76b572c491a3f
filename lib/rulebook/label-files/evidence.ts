import type { Evidence } from "@/lib/domain/citation";

/** How the person who entered a fact came to know it. */
export const FACT_EVIDENCE = ["read", "relayed", "computed", "unverified"] as const;
export type FactEvidence = (typeof FACT_EVIDENCE)[number];

/** What tells how far a fact may be trusted. */
export interface FactTrust {
  evidence: FactEvidence;
  readBy: string;
  checkedBy: string | null;
}

/** Two people have read the fact in the label. One reader alone is as good as another party's word. */
export const isReadTwice = ({ evidence, readBy, checkedBy }: FactTrust): boolean =>
  evidence === "read" && checkedBy !== null && checkedBy !== readBy;

/**
 * A label fact's trust in the engine's words: `read` by two people is primary, by one person secondary; `relayed`
 * (someone else's reading) is secondary; `computed` and `unverified` keep their names.
 */
export function engineEvidence(fact: FactTrust): Evidence {
  switch (fact.evidence) {
    case "read":
      return isReadTwice(fact) ? "primary" : "secondary";
    case "relayed":
      return "secondary";
    case "computed":
      return "computed";
    case "unverified":
      return "unverified";
  }
}

const WEAKEST_FIRST: readonly Evidence[] = ["unverified", "secondary", "computed", "specification", "primary"];

/** The weakest evidence of several facts: a rule made of them is no better than that. None gives `unverified`. */
export const weakestOf = (facts: readonly FactTrust[]): Evidence => {
  const known = new Set(facts.map(engineEvidence));
  return WEAKEST_FIRST.find((evidence) => known.has(evidence)) ?? "unverified";
};
