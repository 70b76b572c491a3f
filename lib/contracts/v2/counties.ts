import { z } from "zod";
import { MITIGATION_POINTS, type County } from "@/lib/domain/field";

/** A county with its runoff class. One without a class is not listed; the answer's issues say so. */
export const countySchema = z
  .strictObject({
    geo_id: z
      .string()
      .regex(/^0500000US\d{5}$/)
      .describe("Census GEOID: `0500000US` and five digits."),
    state_fips: z.string().describe("State code, two digits."),
    county_fips: z.string().describe("County code within the state, three digits."),
    county_name: z.string().describe("Name of the county."),
    mitigation_points: z
      .literal([...MITIGATION_POINTS])
      .describe("Runoff points the county's vulnerability class earns: 0 high, 2 medium, 3 low, 6 very low."),
  })
  .meta({
    id: "County",
    description:
      "A county the field meets. A county without a runoff class is not listed; `COUNTY_CLASS_UNRESOLVED` says so.",
  });

export const presentCounties = (counties: readonly County[]): z.input<typeof countySchema>[] =>
  counties.flatMap(({ geoId, stateFips, countyFips, countyName, mitigationPoints }) =>
    mitigationPoints === null
      ? []
      : [
          {
            geo_id: `0500000US${geoId}`,
            state_fips: stateFips,
            county_fips: countyFips,
            county_name: countyName,
            mitigation_points: mitigationPoints,
          },
        ],
  );
