import { z } from "zod";
import { defineContract } from "@/lib/contracts/shared/contract";
import { categorySchema, presentOptionTree } from "@/lib/contracts/v2/option-tree";
import type { OptionTree } from "@/lib/usecases/mitigations/option-tree";

export const mitigationsResponse = z
  .strictObject({
    mitigation_type: z.literal("epa_runoff").describe("The menu."),
    categories: z.array(categorySchema).describe("Active categories in display order."),
  })
  .meta({ id: "Mitigations", description: "A mitigation menu." });

export const mitigations = defineContract({
  method: "GET",
  path: "/api/v2/mitigations/{mitigationType}",
  operationId: "listMitigations",
  tag: "Reference data",
  summary: "List the options of a mitigation menu",
  description: "Active categories in display order. Use identifiers and definitions as they are returned.",
  rateClass: "reads",
  isProcessing: false,
  isPublicData: true,
  body: null,
  query: z.strictObject({}),
  params: z.object({
    mitigationType: z.literal("epa_runoff", "must be epa_runoff").describe("The menu. Only `epa_runoff` has one."),
  }),
  response: mitigationsResponse,
  present: ({ tree }: { tree: OptionTree }): z.input<typeof mitigationsResponse> => ({
    mitigation_type: "epa_runoff",
    categories: presentOptionTree(tree),
  }),
  problems: [],
});
