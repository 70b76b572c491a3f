import type { ReportFile } from "@/lib/domain/report";
import { referencesOf } from "@/lib/pages/reports/references";
import { canonicalJson } from "@/lib/usecases/canonical/canonical-json";
import type { GatheredReport } from "@/lib/usecases/reports/gather";

/** Files that travel inside a report's PDF, so that it can be checked and read by a program years later. */
export function filesOf({
  record,
  recordText,
  hash,
  rulebook,
}: Pick<GatheredReport, "record" | "recordText" | "hash" | "rulebook">): ReportFile[] {
  const references = { recordHash: hash, ruleTables: rulebook.tables, references: referencesOf(record, rulebook) };
  return [
    {
      name: "record.json",
      description: `The record behind this report: canonical JSON, SHA-256 ${hash}`,
      text: recordText,
    },
    {
      name: "references.json",
      description: "Documents that the rules and figures of this report rest on",
      text: canonicalJson(references),
    },
  ];
}
