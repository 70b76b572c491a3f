import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { RuleFile } from "@/lib/rulebook/catalogue";
import type { RuleFault } from "@/lib/rulebook/schema-shared";

/** Where the project's own rule files lie, from the project's root. */
export const RULE_FILE_DIRECTORY = "lib/rulebook/catalogue";

/** The JSON files of a directory, by name, or of the one file named; a file that is no JSON is a fault, not an end. */
export async function readRuleFiles(path: string): Promise<{ files: RuleFile[]; faults: RuleFault[] }> {
  const paths = path.endsWith(".json")
    ? [path]
    : (await readdir(path))
        .filter((name) => name.endsWith(".json"))
        .toSorted()
        .map((name) => join(path, name));
  const files: RuleFile[] = [];
  const faults: RuleFault[] = [];
  for (const found of paths) {
    const text = await readFile(found, "utf8");
    try {
      files.push({ file: basename(found), json: JSON.parse(text) as unknown });
    } catch (error) {
      faults.push({ file: basename(found), path: "(file)", reason: `is not JSON: ${String(error)}` });
    }
  }
  return { files, faults };
}
