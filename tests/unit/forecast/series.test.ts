import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HOUR_MS } from "@/lib/domain/forecast";
import { readLayer, readSpan, valueAt, WIND } from "@/lib/gateways/forecast/series";

describe("a span of a layer", () => {
  it.each([
    ["2026-06-15T18:00:00+00:00/PT3H", 3],
    ["2026-06-15T18:00:00Z/PT1H", 1],
    ["2026-06-15T12:00:00-06:00/P1D", 24],
    ["2026-06-15T18:00:00+00:00/P7DT6H", 174],
    ["2026-06-15T18:00:00+00:00/PT90M", 1.5],
  ])("%s has %s hours from its start", (text, hours) => {
    expect(readSpan(text)).toEqual({
      fromMs: Date.UTC(2026, 5, 15, 18),
      untilMs: Date.UTC(2026, 5, 15, 18) + hours * HOUR_MS,
    });
  });

  it.each([
    "2026-06-15T18:00:00+00:00",
    "2026-06-15T18:00:00+00:00/PT",
    "2026-06-15T18:00:00+00:00/P",
    "2026-06-15T18:00:00+00:00/PT0H",
    "2026-06-15T18:00:00+00:00/P1M",
    "2026-06-15T18:00:00/PT1H",
    "June 15/PT1H",
    "2026-13-45T18:00:00Z/PT1H",
    "",
  ])("%s is none", (text) => {
    expect(readSpan(text)).toBeNull();
  });
});

describe("a layer", () => {
  it("gives every moment the value of its span and nothing outside, whatever the spans", () => {
    const spans = fc.array(fc.record({ gap: fc.nat(3), hours: fc.integer({ min: 1, max: 48 }), kmh: fc.nat(150) }), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(spans, (list) => {
        const startMs = Date.UTC(2026, 5, 15);
        const known = new Map<number, number>();
        let at = 0;
        const values = list.map(({ gap, hours, kmh }) => {
          at += gap;
          const from = at;
          for (let hour = 0; hour < hours; hour += 1) known.set(at + hour, kmh);
          at += hours;
          return { validTime: `${new Date(startMs + from * HOUR_MS).toISOString()}/PT${hours}H`, value: kmh };
        });
        const read = readLayer({ uom: "wmoUnit:km_h-1", values: values.toReversed() }, WIND);
        for (let hour = -1; hour <= at; hour += 1) {
          const found = valueAt(read, startMs + hour * HOUR_MS)?.value ?? null;
          const wanted = known.get(hour);
          if (wanted === undefined) expect(found).toBeNull();
          else expect(found).toBeCloseTo(wanted / 1.609344, 9);
        }
      }),
    );
  });
});
