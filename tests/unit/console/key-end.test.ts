import { expect, it } from "vitest";
import { keyEnd } from "@/scripts/operator/key-end";

it("takes a day to its end in UTC, as the console does, and a moment with its zone as it is", () => {
  expect(keyEnd("2027-06-30").toISOString()).toBe("2027-06-30T23:59:59.999Z");
  expect(keyEnd("2027-06-30T12:00:00Z").toISOString()).toBe("2027-06-30T12:00:00.000Z");
  expect(keyEnd("2027-06-30T12:00:00-05:00").toISOString()).toBe("2027-06-30T17:00:00.000Z");
});

it.each(["today", "2027-02-30", "2027-06-30T12:00", "06/30/2027", "2027-6-3"])("refuses %s", (text) => {
  expect(() => keyEnd(text)).toThrow("the last day, such as 2027-06-30");
});
