import { citedRowsOf, tableRowsWithCitations, type CitedRow } from "@/lib/rulebook/audit";
import { parseRuleFiles } from "@/lib/rulebook/catalogue";
import { readRuleFiles, RULEBOOK_DIRECTORY } from "@/lib/rulebook/read-rule-files";
import { ruleFileSchema } from "@/lib/rulebook/schema-catalogue";
import { checkFile, type RuleFault } from "@/lib/rulebook/schema-shared";

export interface CitedRules {
  rows: CitedRow[];
  /** Of rule files; the tables are checked when the service starts. */
  faults: RuleFault[];
}

/** Every row of the regulatory tables, and of the rule files where this installation carries them. */
export async function readCitedRules(): Promise<CitedRules> {
  const read = await readRuleFiles(RULEBOOK_DIRECTORY);
  const ofFiles = read.files.flatMap(({ file, json }) => {
    const checked = checkFile(ruleFileSchema, file, json);
    return checked.ok ? citedRowsOf(file, checked.value) : [];
  });
  return {
    rows: [...tableRowsWithCitations(), ...ofFiles],
    faults: [...read.faults, ...parseRuleFiles(read.files).faults],
  };
}
