import { findCrop, type CropTable, type RecognizedCrops } from "@/lib/domain/crops";
import type { Issue } from "@/lib/domain/issues";
import { issueFor } from "@/lib/engine/issue-for";
import type { BoundLimitation } from "@/lib/engine/limitations/applied";

/** A text that forbids the product in the area and says nothing else. Whatever it adds ("unless", "within") has to be read. */
const PROHIBITIONS = [
  /^do not (?:apply|use)(?: this product| this pesticide)? (?:in|within|inside) (?:this|the) (?:pula|pesticide use limitation area)$/,
  /^(?:use|application)(?: of this (?:product|pesticide))? is (?:prohibited|not permitted) (?:in|within|inside) (?:this|the) (?:pula|pesticide use limitation area)$/,
];

/** Whether a text forbids the product in the area, and says nothing else. */
export const isProhibition = (text: string): boolean => {
  const plain = text
    .toLowerCase()
    .replaceAll(/[.\s]+/g, " ")
    .trim();
  return PROHIBITIONS.some((pattern) => pattern.test(plain));
};

/** The crops of an application, as far as the table knows them. */
export interface CropFacts {
  crops: RecognizedCrops;
  cropTable: CropTable;
}

/** How a limitation that forbids the product bears on an application. */
type Prohibition = "none" | "known" | "other_use";

/**
 * Whether a limitation forbids a product here. One that names crops is a known violation for a crop among them, and where
 * it names a use that is in no table, which may be any ("all uses"). For another crop it is left to be read, and never lets
 * the product off.
 */
export function prohibitionOf({ limitation, rule }: BoundLimitation, { crops, cropTable }: CropFacts): Prohibition {
  if (rule?.prohibits !== true && !isProhibition(limitation.text)) return "none";
  const uses = limitation.uses.map((use) => findCrop(cropTable, use)?.id ?? null);
  const isNamed = uses.length === 0 || uses.some((use) => use === null || crops.known.includes(use));
  return isNamed ? "known" : "other_use";
}

/** One issue for each product that may not be used in an area of the field. */
export const prohibitionIssues = (bound: readonly BoundLimitation[], facts: CropFacts): Issue[] =>
  bound
    .filter((each) => prohibitionOf(each, facts) === "known")
    .map(({ rated, limitation }) =>
      issueFor(
        rated,
        "PROHIBITED_IN_AREA",
        { areas: [`PULA ${limitation.pulaId}`] },
        `limitation:${limitation.limitationId}`,
      ),
    );
