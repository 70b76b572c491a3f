import { z } from "zod";
import type { ParseContext } from "@/lib/contracts/shared/contract";
import { fieldBoundarySchema } from "@/lib/contracts/shared/field-boundary";
import { idText, nameText, text } from "@/lib/contracts/shared/text";
import { countySchema } from "@/lib/contracts/v2/counties";
import { categorySchema } from "@/lib/contracts/v2/option-tree";

/** What both versions take to save a field. */
export const fieldRequestMembers = (context: ParseContext) => ({
  provider_id: text().describe("Your provider. It must be the provider of the API key."),
  account_id: idText().describe("The customer of yours whose field it is, 1 to 200 characters."),
  provider_field_id: idText().describe("Your identifier of the field."),
  field_name: nameText(500).describe("Name of the field for the portal and reports, 1 to 500 characters."),
  field_boundary: fieldBoundarySchema(context),
  year: z
    .int()
    .min(1900)
    .max(2200)
    .optional()
    .describe("Year the credits are for, 1900 to 2200. Left out: the current UTC year."),
  include_mitigation_options: z
    .boolean()
    .default(false)
    .describe("Whether to return the mitigation menu with what is selected."),
});

/** What both versions say of a saved field. */
export const savedFieldMembers = {
  counties: z.array(countySchema).describe("Counties the field meets."),
  pulas: z.array(z.int()).describe("Identifiers of the PULAs in force today that meet the field."),
  mitigations_applied: z
    .array(z.int())
    .describe("Sub-options in force for the year, ascending, those of the portal included."),
  mitigation_options: z
    .array(categorySchema)
    .nullable()
    .describe("The menu with what is selected; null unless asked for."),
};
