import { describe, expect, it } from "vitest";
import type { RecordPart, RecordSource, RecordStatement } from "@/lib/domain/application-record";
import { sentInWords, valueInWords } from "@/lib/views/portal/record-values";
import { BY_MISTAKE, statementInWords } from "@/lib/views/portal/record-words";
import { inLanguageOf } from "@/scripts/language.mjs";

const inSpanish = <T>(make: () => T): T => inLanguageOf({ url: "/portal", headers: { "accept-language": "es" } }, make);

/** As lib/engine/record writes them. */
const VALUES: [RecordPart, RecordSource, string, string][] = [
  [
    "winds",
    "typed",
    "start 2026-06-15 09:05 (UTC-05:00): 7 mph from 225°",
    "inicio 2026-06-15 09:05 (UTC-05:00): 7 mph desde 225°",
  ],
  [
    "temperatures",
    "typed",
    "refill 2026-06-15 09:05 (UTC-05:00): 74 °F",
    "recarga 2026-06-15 09:05 (UTC-05:00): 74 °F",
  ],
  ["forecast_highs", "forecast", "day 86 °F", "día 86 °F"],
  ["forecast_highs", "typed", "next day 88 °F", "día siguiente 88 °F"],
  ["timing", "typed", "preemergence", "Antes de que naciera"],
  ["points", "check", "exempt: managed_area", "exento: managed_area"],
  ["points", "check", "together 3 of 9 required", "en total 3 de 9 requeridos"],
  ["points", "check", "together 3", "en total 3"],
  ["area_treated", "compute", "1,320.5 ac", "1,320.5 acres"],
  [
    "buffer_determination",
    "compute",
    "240 ft required, 110 ft after practices",
    "240 pies requeridos, 110 pies después de las prácticas",
  ],
  ["buffer_areas", "compute", "none counted", "ninguno contado"],
  [
    "buffer_areas",
    "compute",
    "2 managed areas beside the field, up to 50 ft of the buffer",
    "2 áreas manejadas junto al campo, hasta 50 pies de la zona de amortiguamiento",
  ],
  [
    "buffer_practices",
    "compute",
    "none: the buffer was not reduced",
    "ninguna: la zona de amortiguamiento no se redujo",
  ],
  ["buffer_areas", "typed", "none counted", "none counted"],
  ["crop", "typed", "soybeans", "soybeans"],
];

describe("a record in Spanish", () => {
  it.each(VALUES)("reads %s, %s: %s", (part, source, text, spanish) => {
    expect(valueInWords({ part, source, text })).toBe(text);
    expect(inSpanish(() => valueInWords({ part, source, text }))).toBe(spanish);
  });

  it("reads what lies outside a limit", () => {
    const sent = "start 2026-06-15 09:05 (UTC-05:00), 12 mph, 74 °F";
    expect([sentInWords(sent), inSpanish(() => sentInWords(sent))]).toEqual([
      sent,
      "inicio 2026-06-15 09:05 (UTC-05:00), 12 mph, 74 °F",
    ]);
  });

  it("reads entries, and what was kept in English with them", () => {
    const entries: RecordStatement[] = [
      {
        kind: "reading",
        moment: "start",
        readAt: "2026-06-15T14:05:00-05:00",
        windSpeedMph: 7,
        windDirectionDeg: 225,
        temperatureF: 74,
      },
      { kind: "strike", reason: BY_MISTAKE },
      { kind: "fact", name: "timing", value: "postemergence" },
    ];
    expect(entries.map(statementInWords)).toEqual([
      "Start 2:05 PM, 7 mph from the southwest, 74 °F",
      "Taken out: Recorded by mistake",
      "Before or after the crop came up: postemergence",
    ]);
    expect(inSpanish(() => entries.map(statementInWords))).toEqual([
      "Inicio 2:05 pm, 7 mph del suroeste, 74 °F",
      "Retirado: Registrado por error",
      "Antes o después de que naciera el cultivo: Después de que nació",
    ]);
  });
});
