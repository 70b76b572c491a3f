import type { ReportFile } from "@/lib/domain/report";
import { referencesOf } from "@/lib/pages/reports/references";
import { canonicalJson } from "@/lib/usecases/canonical/canonical-json";
import { inLanguage, wordsIn } from "@/lib/views/language";
import type { GatheredReport } from "@/lib/usecases/reports/gather";

const words = wordsIn({
  en: {
    record: (hash: string) => `The record behind this report: canonical JSON, SHA-256 ${hash}`,
    references: "Documents that the rules and figures of this report rest on",
  },
  es: {
    record: (hash) => `El registro detrás de este informe: JSON canónico, SHA-256 ${hash}`,
    references: "Documentos en que se apoyan las reglas y cifras de este informe",
  },
});

/**
 * Files that travel inside a report's PDF, so that it can be checked and read by a program years later. Their text is the
 * same in whatever language the report is.
 */
export function filesOf({
  record,
  recordText,
  hash,
  rulebook,
}: Pick<GatheredReport, "record" | "recordText" | "hash" | "rulebook">): ReportFile[] {
  const references = {
    recordHash: hash,
    ruleTables: rulebook.tables,
    references: inLanguage("en", () => referencesOf(record, rulebook)),
  };
  return [
    {
      name: "record.json",
      description: words().record(hash),
      text: recordText,
    },
    {
      name: "references.json",
      description: words().references,
      text: canonicalJson(references),
    },
  ];
}
