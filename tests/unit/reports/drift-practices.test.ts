import { expect, it } from "vitest";
import { reductionBlocks } from "@/lib/pages/reports/drift-practices";

/** Only what the block reads of a record. */
const selection = (subOptionId: number, label: string, more: object = {}) => ({
  ...{ subOptionId, label, verified: false, reductionPercent: 25, reason: null },
  ...more,
});
const computation = {
  reductions: [
    {
      configLabel: "ground",
      selections: [
        selection(501, "Coarser droplets", { verified: true }),
        selection(502, "Humid air", { reductionPercent: 0, reason: "FIGURE_UNVERIFIED" }),
        selection(505, "Hood"),
      ],
    },
  ],
  manualClaims: [{ subOptionId: 505, label: "Hood", reductionPercent: 25, verified: false, allowedFor: [] }],
};

it("what the sprayer's setup shows is not told as a claim of the applicator", () => {
  const blocks = JSON.stringify(reductionBlocks({ products: [], explanation: [] } as never, computation as never));
  expect(blocks).toMatch(/"Coarser droplets","[^"]*","Shown by the setup"/);
  expect(blocks).toMatch(/"Humid air","[^"]*","Shown by the setup","Takes nothing off: its figure is not verified"/);
  expect(blocks).toMatch(/"Hood","[^"]*","Claimed, not verified"/);
});
