import { expect, it } from "vitest";
import { MOST_LOOKED_UP } from "@/lib/domain/operator";
import { leftOutInWords } from "@/lib/views/console/look-up";

it("a look-up says that its lists may be longer, and what was looked for where it found nothing", () => {
  expect(leftOutInWords({ applications: 0, emptyFields: 0 })).toBe(
    "This provider has no application or field with this id, nor one of an account with it. Capital and small letters count: ask for it as it was sent.",
  );
  expect(leftOutInWords({ applications: 0, emptyFields: 1 })).toBeNull();
  expect(leftOutInWords({ applications: MOST_LOOKED_UP - 1, emptyFields: 0 })).toBeNull();
  expect(leftOutInWords({ applications: MOST_LOOKED_UP, emptyFields: 0 })).toContain("At most 50 of a kind");
  expect(leftOutInWords({ applications: 0, emptyFields: MOST_LOOKED_UP })).toContain("At most 50 of a kind");
});
