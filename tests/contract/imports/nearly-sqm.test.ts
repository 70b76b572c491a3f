import { expect, it } from "vitest";
import { nearlySqm } from "@/lib/data/imports/geometry";
import { rows } from "@/tests/contract/imports/support";

/** How far the quick area is off the exact one, as a share, of boxes of a size at latitudes of the United States. */
const worstOff = async (sideDeg: number): Promise<number> => {
  const [found] = await rows<{ off: number }>(
    `SELECT max(abs(${nearlySqm("geom")} / ST_Area(geom::geography, true) - 1)) AS off
     FROM generate_series(-15, 71) AS lat,
          LATERAL (SELECT ST_Segmentize(ST_MakeEnvelope(-100, lat, -100 + $1::float8, lat + $1::float8, 4326), $1::float8 / 200) AS geom) AS box`,
    [sideDeg],
  );
  return found?.off ?? Number.NaN;
};

it("is the area on the spheroid to a millionth for a soil polygon, and a ten-thousandth for one of a degree", async () => {
  expect(await worstOff(0.05)).toBeLessThan(1e-6);
  expect(await worstOff(1)).toBeLessThan(1e-4);
});
