import { expect, it } from "vitest";
import type { SavedComputation } from "@/lib/domain/drift-saved";
import { reachOf } from "@/lib/engine/record/drift-parts";

it.each([
  [25, 21.25, 25, 22],
  [26.4, 26.4, 27, 27],
  [35.000000001, 30, 35, 30],
])("says of %d ft required and %d ft kept no less than that", (required, kept, requiredFt, keptFt) => {
  const edges = [{ requiredFt: required, bufferFt: kept }];
  const computation = { edges, products: [] } as unknown as SavedComputation;
  expect(reachOf(computation)).toEqual([{ kind: "buffer_width", requiredFt, keptFt }]);
});
