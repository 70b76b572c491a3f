import { describe, expect, it } from "vitest";
import { otherDay } from "@/lib/usecases/esa-check/planned-day";
import { timeZoneAt } from "@/lib/usecases/fields/field-zone";

describe("the zone of a field", () => {
  it.each([
    ["in Iowa", [-93.9, 42.04], "America/Chicago"],
    ["in Arizona, which keeps standard time", [-112.2, 33.3], "America/Phoenix"],
    ["of the Navajo Nation, which does not", [-109.5, 36.3], "America/Denver"],
    ["on the last of the Aleutians, beyond the date line", [173.1, 52.9], "America/Adak"],
    ["on Guam", [144.8, 13.45], "Pacific/Guam"],
    ["on Tutuila, though the library says Samoa, a day ahead", [-170.76, -14.33], "Pacific/Pago_Pago"],
    ["on Saint Lawrence Island, though it says Siberia", [-171.73, 63.78], "America/Nome"],
    ["at Icy Bay, though it says the Yukon", [-140.5, 60.1], "America/Yakutat"],
    ["in Montana at the border, though it says Saskatchewan", [-106.8, 48.9], "America/Denver"],
    ["far from the United States, as the library says", [180, 0], "Pacific/Tarawa"],
    ["at no known place", null, "UTC"],
  ] as const)("%s", (_, place, zone) => {
    expect(timeZoneAt(place)).toBe(zone);
  });

  it("takes a start on the day in American Samoa, and refuses the same hour a day later", () => {
    const boundary = { type: "MultiPolygon" as const, coordinates: [[[[-170.76, -14.33]]]] };
    const said = (plannedStartAt: string) => otherDay({ plannedStartAt, applicationDate: "2027-06-15", boundary });
    expect(said("2027-06-15T08:00:00-11:00")).toBeNull();
    expect(said("2027-06-14T08:00:00-11:00")).toContain("is on 2027-06-14");
  });
});
