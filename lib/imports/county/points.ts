import { countiesAtPoint } from "@/lib/data/imports/counties";
import type { ImportClient } from "@/lib/data/imports/sets";
import type { Check } from "@/lib/imports/checks";
import { KNOWN_POINTS } from "@/lib/imports/known-points";

/** Every known place whose state the set has must lie in its county, and in no other. */
export async function checkKnownPoints(client: ImportClient, dataSetId: number): Promise<Check> {
  const wrong: string[] = [];
  let checked = 0;
  for (const place of KNOWN_POINTS) {
    const found = await countiesAtPoint(client, dataSetId, { ...place, stateFips: place.geoIds[0]?.slice(0, 2) ?? "" });
    if (!found.hasState) continue;
    checked += 1;
    const isRight = found.geoIds.length === 1 && place.geoIds.includes(found.geoIds[0] ?? "");
    if (!isRight) wrong.push(`${place.name} lies in ${found.geoIds.join(" and ") || "no county"}`);
  }
  if (checked === 0)
    return { name: "known points", outcome: "not_applicable", detail: "no known place lies in its states" };
  return wrong.length === 0
    ? { name: "known points", outcome: "passed", detail: `${checked} places lie in their counties` }
    : { name: "known points", outcome: "failed", detail: wrong.join("; ") };
}
