import fc from "fast-check";
import geodesic from "geographiclib-geodesic";
import { describe, expect, it, test } from "vitest";
import { localPlane, planeAround } from "@/lib/geo/plane";

const { WGS84 } = geodesic.Geodesic;

describe("localPlane", () => {
  test.each([
    { distanceM: 1, errorM: 1e-7 },
    { distanceM: 5_000, errorM: 1e-5 },
    { distanceM: 50_000, errorM: 0.01 },
    { distanceM: 300_000, errorM: 1 },
  ])("keeps distance and bearing from the center: $distanceM m", ({ distanceM, errorM }) => {
    for (const lat of [0, 1e-3, -33, 42, 64, 88]) {
      const plane = localPlane({ lon: -93.5, lat });
      for (let bearing = 0; bearing < 360; bearing += 15) {
        const { lon2 = 0, lat2 = 0 } = WGS84.Direct(lat, -93.5, bearing, distanceM);
        const [east, north] = plane.toPlane([lon2, lat2]);
        const radians = (bearing * Math.PI) / 180;
        expect(Math.hypot(east - distanceM * Math.sin(radians), north - distanceM * Math.cos(radians))).toBeLessThan(
          errorM,
        );
      }
    }
  });

  it("errs by less than 0.1 % between any two points of a field, and by far less in one of 20 km", () => {
    const place = fc.record({
      lat: fc.double({ min: -60, max: 70, noNaN: true }),
      reachM: fc.constantFrom(500, 10_000, 200_000),
      bearings: fc.tuple(fc.double({ min: 0, max: 360, noNaN: true }), fc.double({ min: 0, max: 360, noNaN: true })),
      shares: fc.tuple(fc.double({ min: 0.1, max: 1, noNaN: true }), fc.double({ min: 0.1, max: 1, noNaN: true })),
    });
    fc.assert(
      fc.property(place, ({ lat, reachM, bearings, shares }) => {
        const plane = localPlane({ lon: 10, lat });
        const [one, other] = [0, 1].map((index) => {
          const { lon2 = 0, lat2 = 0 } = WGS84.Direct(lat, 10, bearings[index] ?? 0, reachM * (shares[index] ?? 1));
          return { lon: lon2, lat: lat2, at: plane.toPlane([lon2, lat2]) };
        });
        if (one === undefined || other === undefined) return;
        const trueM = WGS84.Inverse(one.lat, one.lon, other.lat, other.lon).s12 ?? 0;
        const planeM = Math.hypot(one.at[0] - other.at[0], one.at[1] - other.at[1]);
        expect(Math.abs(planeM - trueM)).toBeLessThanOrEqual(trueM * (reachM > 10_000 ? 1e-3 : 2e-6) + 1e-6);
      }),
      { numRuns: 300 },
    );
  });

  it("comes back to where it started, within a ten-thousandth of a millimetre", () => {
    const plane = localPlane({ lon: 150, lat: -35 });
    for (const [lon, lat] of [
      [150, -35],
      [150.1, -35.05],
      [149.9, -34.8],
    ] as const) {
      const [lonBack, latBack] = plane.toGround(plane.toPlane([lon, lat]));
      expect(WGS84.Inverse(lat, lon, latBack, lonBack).s12 ?? 1).toBeLessThan(1e-7);
    }
  });

  it("refuses a center that is no place or lies at a pole", () => {
    expect(() => localPlane({ lon: Number.NaN, lat: 0 })).toThrow(RangeError);
    expect(() => localPlane({ lon: 0, lat: 89.5 })).toThrow(RangeError);
    expect(() => planeAround([])).toThrow(RangeError);
  });

  it("lies around the middle of the positions' extent", () => {
    expect(
      planeAround([
        [
          [10, 50],
          [12, 51],
        ],
        [[11, 54]],
      ]).center,
    ).toEqual({ lon: 11, lat: 52 });
  });
});
