import { createHash } from "node:crypto";
import { listSets, type StoredSet } from "@/lib/data/imports/sets";
import { ruleFilesDigest } from "@/lib/imports/catalogue/load-rules";
import { withClient } from "@/lib/imports/switch";
import { readRuleFiles, RULEBOOK_DIRECTORY } from "@/lib/rulebook/read-rule-files";

/** How the source of a set of rule files begins. */
export const RULE_FILES = "rule files ";

/** The carried part belongs to the content of a set, so it belongs to its name. */
export const catalogueDigest = (partDigest: string, carriedFrom: string | null): string =>
  createHash("sha256")
    .update(`${partDigest} ${carriedFrom ?? ""}`)
    .digest("hex");

/** The set that the rule files in force were loaded by: a register that was loaded since carries them on. */
function loadedBy(sets: readonly StoredSet[]): StoredSet | null {
  let at = sets.findIndex(({ role }) => role === "active");
  while (sets[at]?.source.startsWith(RULE_FILES) === false) {
    const carriedFrom = sets[at]?.counts.carried_from;
    at = sets.slice(0, at).findLastIndex(({ version }) => version === carriedFrom);
  }
  return sets[at] ?? null;
}

/**
 * Whether the labels in force were loaded from other files than this release has, so that its readings do not count yet.
 * Null: none were loaded, no one can tell any more by which set, or they are of the demonstration, which loads its own.
 */
export const areOtherLabelsInForce = (url: string, folder = RULEBOOK_DIRECTORY): Promise<boolean | null> =>
  withClient(url, async (client) => {
    const set = loadedBy(await listSets(client, "catalogue"));
    if (set === null || set.isDemonstration) return null;
    const { files } = await readRuleFiles(folder);
    const carriedFrom = set.counts.carried_from;
    const digest = catalogueDigest(ruleFilesDigest(files), typeof carriedFrom === "string" ? carriedFrom : null);
    return set.counts.digest !== digest;
  });
