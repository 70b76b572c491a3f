import { z } from "zod";
import type { UnjudgedCondition } from "@/lib/domain/label-conditions";

/** A condition of a label that was not judged from what was sent: for the applicator to check. */
export const unjudgedSchema = z
  .strictObject({
    product_index: z.int().nonnegative(),
    rule_id: z.string(),
    text: z.string(),
    source: z.string(),
  })
  .meta({ id: "UnjudgedCondition" });

export const presentUnjudged = ({
  productIndex,
  ruleId,
  text,
  source,
}: UnjudgedCondition): z.input<typeof unjudgedSchema> => ({
  product_index: productIndex,
  rule_id: ruleId,
  text,
  source,
});
