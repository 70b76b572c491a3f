import { describe, expect, it } from "vitest";
import type { RecordStatement, RecordValue } from "@/lib/domain/application-record";
import { englishOf, type RecordMeaning, type RecordMeaningKind } from "@/lib/domain/record-meaning";
import { rulebookAsOf } from "@/lib/rulebook/load";
import {
  EXEMPTION_NAMES,
  isAsKept,
  isInEnglishOnly,
  isSaidInEnglish,
  sentInWords,
  valueInWords,
} from "@/lib/views/portal/record-values";
import { BY_MISTAKE, statementInWords } from "@/lib/views/portal/record-words";
import { inLanguageOf } from "@/scripts/language.mjs";

const inSpanish = <T>(make: () => T): T => inLanguageOf({ url: "/portal", headers: { "accept-language": "es" } }, make);

const START = { moment: "start", readAt: "2026-06-15T09:05:00-05:00" } as const;

/** Every kind: what is signed, and how Spanish says it. */
const MEANINGS: { [Kind in RecordMeaningKind]: [Extract<RecordMeaning, { kind: Kind }>, string, string][] } = {
  wind: [
    [
      { kind: "wind", ...START, speedMph: 7, directionDeg: 225 },
      "start 2026-06-15 09:05 (UTC-05:00): 7 mph from 225°",
      "inicio 2026-06-15 09:05 (UTC-05:00): 7 mph desde 225°",
    ],
  ],
  temperature: [
    [
      { kind: "temperature", moment: "refill", readAt: "2026-06-15T14:05:00Z", temperatureF: 74 },
      "refill 2026-06-15 14:05 (UTC): 74 °F",
      "recarga 2026-06-15 14:05 (UTC): 74 °F",
    ],
  ],
  air: [
    [
      { kind: "air", ...START, speedMph: 12, temperatureF: 74 },
      "start 2026-06-15 09:05 (UTC-05:00), 12 mph, 74 °F",
      "inicio 2026-06-15 09:05 (UTC-05:00), 12 mph, 74 °F",
    ],
    [
      { kind: "air", ...START, speedMph: null, temperatureF: null },
      "start 2026-06-15 09:05 (UTC-05:00)",
      "inicio 2026-06-15 09:05 (UTC-05:00)",
    ],
  ],
  forecast_high: [
    [{ kind: "forecast_high", day: "same", temperatureF: 86 }, "day 86 °F", "día 86 °F"],
    [{ kind: "forecast_high", day: "next", temperatureF: 88 }, "next day 88 °F", "día siguiente 88 °F"],
  ],
  timing: [
    [{ kind: "timing", timing: "preemergence" }, "preemergence", "Antes de que naciera"],
    [{ kind: "timing", timing: "postemergence" }, "postemergence", "Después de que nació"],
  ],
  exempt: [
    [
      { kind: "exempt", reasons: ["managed_areas_downgradient", "of_another_table"] },
      "exempt: managed_areas_downgradient, of_another_table",
      "exenta: solo áreas manejadas pendiente abajo, of_another_table",
    ],
  ],
  measure: [[{ kind: "measure", measure: "DEMO strip", points: 1.5 }, "DEMO strip: 1.5", "DEMO strip: 1.5"]],
  points_together: [
    [{ kind: "points_together", earned: 3, required: 9 }, "together 3 of 9 required", "en total 3 de 9 exigidos"],
    [{ kind: "points_together", earned: 3, required: null }, "together 3", "en total 3"],
  ],
  area: [
    [{ kind: "area", acres: 1320.5 }, "1,320.5 ac", "1,320.5 acres"],
    [{ kind: "area", acres: 1 }, "1 ac", "1 acre"],
  ],
  buffer_width: [
    [
      { kind: "buffer_width", requiredFt: 240, keptFt: 110 },
      "240 ft required, 110 ft after practices",
      "240 pies exigidos, 110 pies después de las prácticas",
    ],
  ],
  no_managed_ground: [[{ kind: "no_managed_ground" }, "none counted", "ninguno contado"]],
  managed_ground: [
    [
      { kind: "managed_ground", areas: 2, upToFt: 50 },
      "2 managed areas beside the field, up to 50 ft of the buffer",
      "2 áreas manejadas junto al campo, que cubren hasta 50 pies del ancho de la zona de amortiguamiento",
    ],
    [
      { kind: "managed_ground", areas: 1, upToFt: 50 },
      "1 managed areas beside the field, up to 50 ft of the buffer",
      "1 área manejada junto al campo, que cubre hasta 50 pies del ancho de la zona de amortiguamiento",
    ],
  ],
  no_practices: [
    [{ kind: "no_practices" }, "none: the buffer was not reduced", "ninguna: la zona de amortiguamiento no se redujo"],
  ],
  practice: [
    [{ kind: "practice", practice: "DEMO Windbreak", percent: 25 }, "DEMO Windbreak: 25 %", "DEMO Windbreak: 25 %"],
  ],
  at: [[{ kind: "at", ...START }, "start 2026-06-15 09:05 (UTC-05:00)", "inicio 2026-06-15 09:05 (UTC-05:00)"]],
  other_day: [
    [
      { kind: "other_day", ...START, checkedFor: "2026-06-12" },
      "start 2026-06-15 09:05 (UTC-05:00), checked for 2026-06-12",
      "inicio 2026-06-15 09:05 (UTC-05:00), verificada para el 2026-06-12",
    ],
  ],
  ahead: [
    [
      { kind: "ahead", ...START, savedAt: "2026-06-15T13:05:00.000Z" },
      "start 2026-06-15 09:05 (UTC-05:00), saved 2026-06-15 13:05 (UTC)",
      "inicio 2026-06-15 09:05 (UTC-05:00), guardada 2026-06-15 13:05 (UTC)",
    ],
  ],
  other_wind: [
    [
      { kind: "other_wind", ...START, speedMph: 8, directionDeg: 300, workedOutMph: 7, workedOutDeg: 210 },
      "start 2026-06-15 09:05 (UTC-05:00): 8 mph, 300°, worked out for 7 mph, 210°",
      "inicio 2026-06-15 09:05 (UTC-05:00): 8 mph, 300°, calculada para 7 mph, 210°",
    ],
  ],
  worked_out: [
    [
      { kind: "worked_out", workedOutAt: "2026-06-16T13:30:00.000Z", endedAt: "2026-06-15T12:00:00-05:00" },
      "worked out 2026-06-16 13:30 (UTC), ended 2026-06-15 12:00 (UTC-05:00)",
      "calculada 2026-06-16 13:30 (UTC), terminada 2026-06-15 12:00 (UTC-05:00)",
    ],
  ],
  more_area: [[{ kind: "more_area", acres: 45, ofAcres: 40.5 }, "45 ac of 40.5 ac", "45 acres de 40.5"]],
  other_nozzle: [
    [
      { kind: "other_nozzle", nozzle: "XR11004", checkedFor: "TTI11004" },
      "XR11004, checked for TTI11004",
      "XR11004, verificada para TTI11004",
    ],
  ],
  higher_boom: [[{ kind: "higher_boom", inches: 36 }, "36 in, low is at most 24 in", "36 pulgadas; bajo es hasta 24"]],
};

describe("a record in Spanish", () => {
  it.each(Object.values(MEANINGS).flat())("says what %j means", (meaning, text, spanish) => {
    expect(englishOf(meaning)).toBe(text);
    expect(valueInWords({ text, meaning })).toBe(text);
    expect(inSpanish(() => valueInWords({ text, meaning }))).toBe(spanish);
    expect(inSpanish(() => sentInWords({ sent: text, meaning }))).toBe(spanish);
    expect(isAsKept({ meaning })).toBe(false);
  });

  it("leaves names, someone's own words, and what was signed without its meaning as they are", () => {
    for (const text of ["soybeans", "none counted", "start 2026-06-15 09:05 (UTC-05:00): 7 mph from 225°"]) {
      expect(inSpanish(() => valueInWords({ text }))).toBe(text);
      expect(isAsKept({})).toBe(true);
    }
  });

  it("knows a record that was signed in English alone, and of its values those that the service wrote", () => {
    const crop = { part: "crop", text: "soybeans", source: "check" } as const;
    const wind = {
      part: "winds",
      text: "start 2026-06-15 09:05 (UTC-05:00): 7 mph from 225°",
      source: "typed",
    } as const;
    const recordOf = (...values: RecordValue[]) => ({
      sets: [
        {
          id: "label",
          title: "Label",
          binding: "yes" as const,
          items: [{ id: "air", no: 1, text: "Air", values, missing: [], sources: [], evidence: "primary" as const }],
          complete: 1,
          total: 1,
          recordPoint: null,
          keptYears: 2,
        },
      ],
      flags: [],
    });
    const [before, now] = [recordOf(crop, wind), recordOf(crop, { ...wind, meaning: { kind: "no_practices" } })];
    const onNames = recordOf(crop);
    const inEnglish = (record: typeof before, isSigned: boolean) => inSpanish(() => isInEnglishOnly(record, isSigned));
    expect(inEnglish(before, true)).toBe(true);
    expect(inEnglish(before, false)).toBe(false);
    expect(inEnglish(now, true)).toBe(false);
    expect(inEnglish(onNames, true)).toBe(false);
    expect(isInEnglishOnly(before, true)).toBe(false);
    expect([crop, wind].map(isSaidInEnglish)).toEqual([false, true]);
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
    expect(entries.map((each) => statementInWords(each))).toEqual([
      "Start 2:05 PM, 7 mph from the southwest, 74 °F",
      "Taken out: Recorded by mistake",
      "Before or after the crop came up: postemergence",
    ]);
    expect(inSpanish(() => entries.map((each) => statementInWords(each)))).toEqual([
      "Inicio 2:05 pm, 7 mph del suroeste, 74 °F",
      "Retirado: Registrado por error",
      "Antes o después de que naciera el cultivo: Después de que nació",
    ]);
  });
});

it("has the rulebook's name of each exemption reason", () => {
  const { exemptionReasons } = rulebookAsOf("2026-06-01");
  expect(EXEMPTION_NAMES).toEqual(Object.fromEntries(exemptionReasons.map(({ code, label }) => [code, label])));
});
