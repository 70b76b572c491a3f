import { expect, it } from "vitest";
import { MOST_LOOKED_UP } from "@/lib/domain/operator";
import { leftOutInWords } from "@/lib/views/console/look-up";

it("a look-up says that its list may be longer, and claims of no field or account that there is none", () => {
  expect(leftOutInWords(0)).toBe(
    "This provider has no application with this id, nor one of a field or account with it. Capital and small letters count: ask for it as it was sent.",
  );
  expect(leftOutInWords(MOST_LOOKED_UP - 1)).toBeNull();
  expect(leftOutInWords(MOST_LOOKED_UP)).toContain("The 50 newest applications.");
});
