import { describe, expect, it } from "vitest";
import { dateFault, dateHint } from "@/components/portal/measures/dates";

describe("the date of a measure", () => {
  it.each([null, "1900-01-01", "1998-05-01", "2026-11-21", "2200-12-31"])("%s can be saved", (day) => {
    expect(dateFault(day)).toBeNull();
  });

  it.each(["0026-05-01", "0202-05-01", "1899-12-31", "2201-01-01", "20260-05-01"])(
    "%s waits until it is right",
    (day) => {
      expect(dateFault(day)).toContain("not saved");
    },
  );

  it("after the application is saved, and said to be odd; before it is not", () => {
    expect(dateHint("2027-05-21", "2027-05-20")).toContain("after the application on May 20, 2027");
    expect(dateHint("2027-05-20", "2027-05-20")).toBeNull();
    expect(dateHint("2030-01-01", null)).toBeNull();
  });

  it("long ago is asked about", () => {
    expect(dateHint("1926-05-01", null)).toBe("Is 1926 the right year?");
    expect(dateHint("1998-05-01", null)).toBeNull();
  });
});
