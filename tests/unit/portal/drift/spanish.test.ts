import { describe, expect, it } from "vitest";
import { groupInWords } from "@/components/portal/drift/edges/edge-groups";
import { readWind } from "@/components/portal/drift/conditions/typed-numbers";
import { driftPageWords, sprayerChoices } from "@/lib/views/portal/drift-page-words";
import { groundAt } from "@/components/map/identify";
import { issue } from "@/lib/domain/issues";
import { areaInWords, headlineOf, overallOf, windInWords, worstFact } from "@/lib/pages/portal/drift/words";
import { PLACEMENTS } from "@/lib/views/portal/drift";
import { fieldClockTime } from "@/lib/views/field-time";
import { fieldClock } from "@/lib/views/spray-windows";
import { inSpanish } from "@/tests/support/spanish";

const ACRE_SQM = 4046.8564224;

describe("the drift page in Spanish", () => {
  it("says first what must not happen", () => {
    const found = [issue("WIND_OUTSIDE_LABEL_RANGE", { particulars: { windSpeedMph: 12, minMph: 3, maxMph: 10 } })];
    expect(inSpanish(() => worstFact(found))).toMatch(/^No aplique: /);
  });

  it("never says that ground may be sprayed", () => {
    const said = inSpanish(() => [
      ...PLACEMENTS.flatMap((placement) => [headlineOf(placement, []), areaInWords(placement, 80 * ACRE_SQM, null)]),
      ...(["met", "not_met", "indeterminate", "not_applicable"] as const).map((each) => overallOf(each).text),
    ]);
    for (const text of said) expect(text).not.toMatch(/autoriz|permit|puede aplicar|segur|cumple la ley/i);
    expect(inSpanish(() => areaInWords("buffer", 80 * ACRE_SQM, 71 * ACRE_SQM))).toBe(
      "71 acres de 80 acres quedan fuera de la zona de amortiguamiento.",
    );
  });

  it("says the wind and reads it back", () => {
    const inputs = { windDirectionDeg: 225, windSpeedMph: 8 } as Parameters<typeof windInWords>[0];
    expect(inSpanish(() => windInWords(inputs))).toBe("viento desde 225°, suroeste, a 8 mph");
    expect(readWind({ from: "SO", mph: "8" })).toEqual({ fromDeg: 225, mph: 8 });
  });

  it("counts the edges of a side", () => {
    const group = { name: "", lengthFt: 1320, edges: [], mostFt: 70, buffered: 0 };
    expect(inSpanish(() => groupInWords(group))).toBe("0 bordes, 1,320 pies de largo; no guarda ninguna distancia");
    expect(inSpanish(() => groupInWords({ ...group, mostFt: null }))).toContain("no se sabe qué distancia guarda");
    expect(inSpanish(() => driftPageWords().edges.reasons.unresolved)).toMatch(/^No se sabe/);
  });

  it("keeps the codes of droplet sizes, by which labels name them", () => {
    expect(inSpanish(() => sprayerChoices().droplets.map(({ words }) => words))).toContain("Muy gruesa (VC)");
  });

  it("tells hours as every other clock of a page does, without the points that end a sentence", () => {
    const clock = inSpanish(() => fieldClock("America/Chicago"));
    const at = new Date("2027-05-20T19:00:00Z");
    expect(clock.hour(at)).toBe("2 pm");
    expect(clock.minute(at)).toBe("2:00 pm");
    expect(inSpanish(() => fieldClockTime(at.toISOString(), "America/Chicago"))).toBe("2:00 pm CDT");
  });

  it("names what lies on the map", () => {
    const found = (id: string, properties: Record<string, unknown>) => [{ layer: { id }, properties }];
    const text = (id: string, properties: Record<string, unknown> = {}) =>
      inSpanish(() => groundAt(found(id, properties))[0]?.text);
    expect(text("buffer-fill")).toBe("En la zona de amortiguamiento: no aplique con este viento");
    expect(text("drawn-fill", { category: "mowed_grass", isConfirmed: false })).toBe(
      "Dibujado aquí, pasto cortado (sin confirmar)",
    );
  });
});
