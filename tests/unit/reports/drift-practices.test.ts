import { expect, it } from "vitest";
import { reductionBlocks } from "@/lib/pages/reports/drift-practices";

/** Only what the block reads of a record. */
const selection = (label: string, verified: boolean) => ({ label, verified, reductionPercent: 25, reason: null });
const computation = {
  reductions: [{ configLabel: "ground", selections: [selection("Coarser droplets", true), selection("Hood", false)] }],
  manualClaims: [],
};

it("what the sprayer's setup shows is not told as a claim of the applicator", () => {
  const blocks = JSON.stringify(reductionBlocks({ products: [], explanation: [] } as never, computation as never));
  expect(blocks).toMatch(/"Coarser droplets","[^"]*","Shown by the setup"/);
  expect(blocks).toMatch(/"Hood","[^"]*","Claimed, not verified"/);
});
