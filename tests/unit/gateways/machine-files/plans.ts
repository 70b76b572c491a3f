import type { MultiPolygon } from "geojson";
import type { MachinePlan } from "@/lib/domain/machine-file";
import { atNineDecimals } from "@/lib/geo/nine-decimals";
import { areaSqm } from "@/tests/unit/engine/drift/oracle";
import { box, ground, moved, round, star, wavy, type Rings } from "@/tests/unit/engine/drift/fields";
import { kernel, place, setback, wind } from "@/tests/unit/engine/drift/placing";

export const WIDTH_FT = 100;
export const WIND_FROM_DEG = 225;

/** Every class of geometry that a field has. */
export const FIELDS: Record<string, Rings[]> = {
  square: [[box(0, 0, 2640, 2640)]],
  "with a hole": [[box(0, 0, 2640, 2640), box(900, 900, 1500, 1500).reverse()]],
  "of parts, one with holes": [
    [box(0, 0, 1320, 1320), round(40, 60, true).map(([east, north]) => [east + 200, north + 200])],
    ...[[box(0, 0, 900, 900)]].map((rings) => moved(rings, 900, 100)),
  ],
  "of 5,000 positions": [[wavy(5000)]],
  "jagged at each of 4,500 positions, around a pond of 490": [
    [star(Array.from({ length: 4500 }, (_unused, index) => 400 + 0.3 * Math.sin(index ** 2))), round(490, 60, true)],
  ],
};

export function planOf(boundary: MultiPolygon, members: Partial<MachinePlan> = {}): MachinePlan {
  const placed = place(boundary, [setback(WIDTH_FT)], wind(WIND_FROM_DEG));
  if (placed.treatable === null) throw new RangeError("this field has no treatable ground");
  const parts = atNineDecimals(kernel, { boundary, buffer: placed.buffer, treatable: placed.treatable });
  return {
    applicationEventId: "0190a1b2-0000-7000-8000-000000000001",
    applicationId: "2026-herbicide-1",
    accountId: "grower-7",
    providerFieldId: "north-40",
    fieldName: "North 40",
    applicationDate: "2026-06-15",
    method: "Broadcast-Ground",
    productNames: ["DEMO Tiered Dry Herbicide", "Water conditioner"],
    rates: ["1.5 lb/ac of DEMO Tiered Dry Herbicide"],
    dropletSize: "very_coarse",
    boomHeight: "low",
    computedAt: new Date("2026-06-15T14:05:00Z"),
    windFromDeg: WIND_FROM_DEG,
    windSpeedMph: 8,
    rate: { amount: 15, unit: "gal/ac" },
    boundarySqm: areaSqm(boundary),
    ...parts,
    ...members,
  };
}

export const planFor = (name: keyof typeof FIELDS, members: Partial<MachinePlan> = {}): MachinePlan =>
  planOf(ground(FIELDS[name] ?? []), members);
