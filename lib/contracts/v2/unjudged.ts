import { z } from "zod";
import { readSource } from "@/lib/domain/citation";
import type { UnjudgedCondition } from "@/lib/domain/label-conditions";

/** A condition of a label that was not judged from what was sent: for the applicator to check. */
export const unjudgedSchema = z
  .strictObject({
    product_index: z.int().nonnegative().describe("Place of the product in the request, from 0."),
    rule_id: z.string().describe("Stable name of the condition."),
    text: z.string().describe("The condition, for people."),
    source: z.string().describe("Document and section it is from."),
  })
  .meta({
    id: "UnjudgedCondition",
    description: "A label condition that this check could not judge: the applicator has to.",
  });

export const presentUnjudged = ({
  productIndex,
  ruleId,
  text,
  source,
}: UnjudgedCondition): z.input<typeof unjudgedSchema> => ({
  product_index: productIndex,
  rule_id: ruleId,
  text,
  source: readSource(source),
});
