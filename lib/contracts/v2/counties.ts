import { z } from "zod";
import { MITIGATION_POINTS, type County } from "@/lib/domain/field";

/** A county with its runoff class. One without a class is not listed; the answer's issues say so. */
export const countySchema = z
  .strictObject({
    geo_id: z.string().regex(/^0500000US\d{5}$/),
    state_fips: z.string(),
    county_fips: z.string(),
    county_name: z.string(),
    mitigation_points: z.literal([...MITIGATION_POINTS]),
  })
  .meta({ id: "County" });

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
