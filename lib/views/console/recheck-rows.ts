import { stringify } from "csv-stringify/sync";
import type { RecheckChange, SuggestedRecheck } from "@/lib/domain/recheck";

/** Columns of a file of planned applications that change; the command and the console write the same one. */
export const RECHECK_COLUMNS = [
  "provider",
  "account",
  "field",
  "application",
  "date",
  "products",
  "counties",
  "from",
  "to",
  "why",
];

/** What differs between the two answers beside the status. */
export function reasonsOf(change: RecheckChange): string[] {
  const { pulasAdded, pulasRemoved, pulasChanged, issuesAdded, issuesRemoved } = change;
  // An issue that moves from one product or area to another is in both lists.
  const moved = issuesAdded.filter((code) => issuesRemoved.includes(code));
  const hasMoved = (code: string): boolean => moved.some((each) => each === code);
  const reasons = [
    ...pulasAdded.map((id) => `area ${id} applies here now`),
    ...pulasRemoved.map((id) => `area ${id} no longer applies here`),
    ...pulasChanged.map((id) => `area ${id} has other dates, codes, or limitations`),
    ...issuesAdded.filter((code) => !hasMoved(code)).map((code) => `new issue ${code}`),
    ...issuesRemoved.filter((code) => !hasMoved(code)).map((code) => `issue ${code} is gone`),
    ...moved.map((code) => `issue ${code} is about another product or area`),
  ];
  return reasons.length === 0 ? ["points or the drift buffer differ"] : reasons;
}

export const recheckCells = (found: SuggestedRecheck): string[] => [
  found.providerId,
  found.accountId,
  found.providerFieldId,
  found.applicationId,
  found.applicationDate,
  found.products.join(" "),
  found.counties.join(" "),
  found.change.statusBefore,
  found.change.statusAfter,
  reasonsOf(found.change).join("; "),
];

/** Rows of quoted cells; one that a spreadsheet would take for a formula is text. */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  stringify([...rows], { escape_formulas: true, quoted: true, record_delimiter: "windows" });
