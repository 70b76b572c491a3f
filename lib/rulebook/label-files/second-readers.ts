import { parseLabelFiles, type JsonFile } from "@/lib/rulebook/label-files/parse-labels";
import type { RuleFault } from "@/lib/rulebook/schema-shared";

/** Who is to stand as the second reader of which fact of a file. */
export interface SecondReader {
  file: string;
  /** The fact's place in the file. */
  index: number;
  checkedBy: string;
  checkedOn: string;
}

/** The files with their second readers, or why they cannot be so. Nothing else in a file changes. */
export function withSecondReaders(
  files: readonly JsonFile[],
  readers: readonly SecondReader[],
): { changed: JsonFile[]; faults: RuleFault[] } {
  const names = new Set(readers.map(({ file }) => file));
  const changed = files
    .filter(({ file }) => names.has(file))
    .map(({ file, json }) => ({ file, json: structuredClone(json) }));
  for (const { file, index, checkedBy, checkedOn } of readers) {
    const fact = factAt(changed.find((each) => each.file === file)?.json, index);
    if (fact !== null) Object.assign(fact, { checkedBy, checkedOn });
  }
  const after = files.map((before) => changed.find(({ file }) => file === before.file) ?? before);
  const faults = parseLabelFiles(after).faults.filter(({ file }) => names.has(file));
  return faults.length > 0 ? { changed: [], faults } : { changed, faults: [] };
}

function factAt(json: unknown, index: number): object | null {
  const facts = typeof json === "object" && json !== null && "facts" in json ? json.facts : null;
  const fact: unknown = Array.isArray(facts) ? facts[index] : null;
  return typeof fact === "object" ? fact : null;
}
