import { expect, it } from "vitest";
import { checkNoneRefused, checkRefused } from "@/lib/imports/checks";

it("puts no set in force of which a record that others would stand in for was refused", () => {
  expect(checkNoneRefused("counties", { read: 3231, refused: 0 })).toEqual({
    name: "refused counties",
    outcome: "passed",
    detail: "0 of 3231 refused",
  });
  expect(checkNoneRefused("counties", { read: 3231, refused: 1 })).toMatchObject({
    outcome: "failed",
    detail: "1 of 3231 refused",
  });
  expect(checkNoneRefused("counties", { read: 0, refused: 0 })).toMatchObject({ outcome: "failed" });
});

it("lets a small share of other records be refused", () => {
  expect(checkRefused("features", { read: 100, refused: 5 })).toMatchObject({ outcome: "passed" });
  expect(checkRefused("features", { read: 100, refused: 6 })).toMatchObject({ outcome: "failed" });
});
