import { expect, it } from "vitest";
import { areaQuery } from "@/lib/usecases/esa-check/check-facts";
import { productOf, submittedOf } from "../engine/facts";

const PLACE = {
  boundary: { type: "MultiPolygon" as const, coordinates: [] },
  searchMiles: 1,
  onDate: "2026-05-01",
  withGeometry: false,
  withShare: false,
};

it("asks for limitations under the number that was sent, that of today, and those given up", () => {
  const submitted = [submittedOf(null), submittedOf("EPA Reg. No. 352-384-5905"), submittedOf("99999-1-2")];
  const products = [
    { productIndex: 0, record: null, kind: "adjuvant" as const, esaRequired: false },
    { productIndex: 1, record: productOf("61842-55"), kind: "catalogue" as const, esaRequired: null },
    { productIndex: 2, record: null, kind: "unknown" as const, esaRequired: null },
  ];
  const { registrations, ingredients } = areaQuery(PLACE, submitted, { products, catalogue: null });
  expect(registrations.toSorted()).toEqual(["352-384", "352-384-5905", "61842-55", "99999-1", "99999-1-2"]);
  expect(ingredients).toEqual([" methomyl "]);
});
