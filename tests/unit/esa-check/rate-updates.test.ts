import { describe, expect, it } from "vitest";
import type { ComputeState } from "@/lib/data/drift/compute-state";
import type { SubmittedProduct } from "@/lib/domain/application";
import { judgeConditions } from "@/lib/engine/conditions/judge";
import { rateMix } from "@/lib/engine/rated-product";
import { applicationNow, AS_SAVED } from "@/lib/usecases/applications/drift-buffer/application-now";
import type { RateUpdate } from "@/lib/usecases/applications/drift-buffer/request";
import { conditionFactsOf } from "../engine/conditions/judged";
import { resolvedOf, submittedOf } from "../engine/facts";

const stateOf = (product: SubmittedProduct): ComputeState =>
  ({
    application: {
      processingStatus: "completed",
      method: "Broadcast-Ground",
      applicationDate: "2026-05-15",
      crop: ["soybean"],
      pest: ["waterhemp"],
      gpa: 15,
      dropletSize: "coarse",
      boomHeight: "low",
      products: [product],
    },
  }) as unknown as ComputeState;

/** What comes of the yearly maximum of Stryax, 44 fl oz, with the rate given again. */
function yearly(
  saved: Partial<SubmittedProduct>,
  update: Pick<RateUpdate, "rate" | "rateUnit"> & Partial<RateUpdate>,
  nowGpa?: number,
) {
  const product = submittedOf("264-1241", { rate: 22, ...saved });
  const rateUpdates = [
    { productIndex: 0, epaNumber: "264-1241", rateUnitState: undefined, rowSpacingInches: undefined, ...update },
  ];
  const { products, gpa } = applicationNow(stateOf(product), { ...AS_SAVED, gpa: nowGpa, rateUpdates });
  const mix = rateMix(products, products.map(resolvedOf), gpa);
  return judgeConditions(mix, conditionFactsOf({ products })).find(({ condition }) => condition.id === "annual-rate")
    ?.outcome.result;
}

describe("what the year has had, once the rate is given in another unit", () => {
  it("still breaks the yearly maximum", () => {
    expect(yearly({ rateUsedThisYear: 30 }, { rate: 22, rateUnit: "fl oz/ac" })).toBe("broken");
    expect(yearly({ rateUsedThisYear: 30 }, { rate: 1.375, rateUnit: "pt/ac" })).toBe("broken");
  });

  it("still keeps it, in the unit in which it was said", () => {
    expect(yearly({ rateUsedThisYear: 22 }, { rate: 1.375, rateUnit: "pt/ac" })).toBe("kept");
    expect(yearly({ rate: 1, rateUnit: "pt/ac", rateUsedThisYear: 1 }, { rate: 22, rateUnit: "fl oz/ac" })).toBe(
      "kept",
    );
    expect(yearly({ rate: 1, rateUnit: "pt/ac", rateUsedThisYear: 2 }, { rate: 22, rateUnit: "fl oz/ac" })).toBe(
      "broken",
    );
  });

  it("is not of the rows that the rate is for now", () => {
    const saved = { rate: 1.2, rateUnit: "fl oz/1000 row ft", rowSpacingInches: 30, rateUsedThisYear: 1.2 };
    const wide = { rate: 1.2, rateUnit: "fl oz/1000 row ft", rowSpacingInches: 38 };
    expect(yearly({ ...saved, rateUsedThisYear: 1.7 }, wide)).toBe("broken");
    expect(yearly(saved, wide)).toBe("kept");
  });

  it("is not of the spray volume that the rate is for now", () => {
    const saved = { rate: 140, rateUnit: "fl oz/100 gal" };
    const now = { rate: 100, rateUnit: "fl oz/100 gal" };
    expect(yearly({ ...saved, rateUsedThisYear: 170 }, now, 20)).toBe("broken");
    expect(yearly({ ...saved, rateUsedThisYear: 150 }, now, 20)).toBe("kept");
  });
});
