import { findLostPulas } from "@/lib/data/imports/limitations";
import type { ImportClient, StoredSet } from "@/lib/data/imports/sets";
import type { Check } from "@/lib/imports/checks";

/** What is named of a long list. */
const MOST_NAMED = 20;

/**
 * Whether each area that limitations bind in, and that the set in force knows, came along. One that is missing would leave its
 * ground free, and a few of thousands are below what the check of the drop finds.
 */
export async function checkLostAreas(
  client: ImportClient,
  set: Pick<StoredSet, "dataSetId" | "isDemonstration">,
  active: Pick<StoredSet, "dataSetId" | "isDemonstration" | "version"> | null,
): Promise<Check> {
  const name = "lost areas";
  // Demonstration areas may have the numbers of real ones.
  if (active === null || active.isDemonstration !== set.isDemonstration) {
    return { name, outcome: "not_applicable", detail: "no comparable set is in force" };
  }
  const lost = await findLostPulas(client, set.dataSetId, active.dataSetId);
  if (lost.length === 0)
    return { name, outcome: "passed", detail: `no area of ${active.version} is missing that still has limitations` };
  const named = lost.slice(0, MOST_NAMED).join(", ");
  const more = lost.length > MOST_NAMED ? ` and ${lost.length - MOST_NAMED} more` : "";
  return {
    name,
    outcome: "failed",
    detail: `limitations bind in areas that have no polygon and had one in ${active.version}: ${named}${more}`,
  };
}
