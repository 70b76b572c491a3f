import { describe, expect, it } from "vitest";
import type { RecordFact, RecordReading } from "@/lib/domain/application-record";
import { DEPARTURES } from "@/lib/domain/record-meaning";
import { dayAtField, dayOfReading } from "@/lib/engine/record/days";
import { departuresOf } from "@/lib/engine/record/departures";
import type { ReadingInForce } from "@/lib/engine/record/facts";
import type { PartFacts } from "@/lib/engine/record/parts";
import { inLanguageOf } from "@/scripts/language.mjs";
import { tableText } from "@/lib/views/vocabulary/table-text";

/** Illinois: Central Daylight Time in June. */
const CHICAGO = "America/Chicago";
const ACRE_SQM = 4_046.8564224;

const edge = (outwardBearingDeg: number, more: object = {}) => ({
  outwardBearingDeg,
  downwind: false,
  bufferType: null,
  bufferFt: null,
  ...more,
});
/** A square field with the wind from 210°: its north and east sides lie downwind and keep 100 ft. */
const KEPT = { downwind: true, bufferType: "wind_directional", bufferFt: 100 };
const SQUARE = [edge(0, KEPT), edge(90, KEPT), edge(180), edge(270)];

const computation = (more: object = {}): PartFacts["computation"] =>
  ({
    checkedAt: new Date("2026-06-15T13:30:00Z"),
    inputs: { windDirectionDeg: 210, windSpeedMph: 7, method: "Broadcast-Ground", boomHeight: "low" },
    edges: SQUARE,
    ...more,
  }) as unknown as PartFacts["computation"];

const reading = (
  moment: RecordReading["moment"],
  readAt: string,
  air: Partial<Pick<RecordReading, "windSpeedMph" | "windDirectionDeg">> = {},
): ReadingInForce => ({
  kind: "reading",
  moment,
  readAt,
  windSpeedMph: 7,
  windDirectionDeg: 210,
  temperatureF: 74,
  entryId: `${moment} entry`,
  savedAt: new Date("2026-06-20T12:00:00Z"),
  ...air,
});

interface Written extends Partial<Pick<PartFacts, "computation" | "driftRequirements" | "treatableSqm">> {
  readings?: ReadingInForce[];
  acres?: number;
  nozzle?: string;
  boomIn?: number;
  checked?: object;
}

const facts = ({ readings = [], acres, nozzle, boomIn, checked = {}, ...more }: Written): PartFacts =>
  ({
    application: { applicationDate: "2026-06-15", method: "Broadcast-Ground", boomHeight: "low", ...checked },
    timeZone: CHICAGO,
    fieldSqm: 60 * ACRE_SQM,
    treatableSqm: 40 * ACRE_SQM,
    computation: computation(),
    driftRequirements: [],
    inForce: {
      readings,
      facts: new Map<RecordFact, { entryId: string; value: number | string }>([
        ...(acres === undefined ? [] : [["area_treated_ac", { entryId: "acres entry", value: acres }] as const]),
        ...(nozzle === undefined ? [] : [["nozzle", { entryId: "nozzle entry", value: nozzle }] as const]),
        ...(boomIn === undefined ? [] : [["boom_height_in", { entryId: "boom entry", value: boomIn }] as const]),
      ]),
    },
    ...more,
  }) as unknown as PartFacts;

const found = (written: Written): [string, string | null, string][] =>
  departuresOf(facts(written)).map(({ limit, entryId, sent }) => [limit, entryId, sent]);

const ON_TIME = [
  reading("start", "2026-06-15T09:05:00-05:00"),
  reading("refill", "2026-06-15T10:20:00-05:00"),
  reading("end", "2026-06-15T12:00:00-05:00"),
];

describe("a record of what was checked", () => {
  it("has no flag", () => {
    expect(found({ readings: ON_TIME, acres: 40 })).toEqual([]);
    expect(found({ readings: ON_TIME, computation: null, treatableSqm: null })).toEqual([]);
  });
});

describe("a record of another day", () => {
  it("says so of each reading", () => {
    expect(found({ readings: [reading("start", "2026-06-18T09:05:00-05:00")] })).toEqual([
      [DEPARTURES.day, "start entry", "start 2026-06-18 09:05 (UTC-05:00), checked for 2026-06-15"],
    ]);
  });

  it.each([
    // Eight in the evening there.
    ["2026-06-16T01:00:00Z", false],
    ["2026-06-16T02:00:00+01:00", false],
    ["2026-06-15T20:00:00-05:00", false],
    ["2026-06-16T00:30:00-05:00", true],
    // Half an hour before midnight by the field's clock, after it by an office's.
    ["2026-06-16T13:30:00+09:00", false],
    ["2026-06-14T23:30:00-05:00", true],
  ])("takes the day by the clock of the field: %s", (readAt, isOther) => {
    expect(found({ readings: [reading("start", readAt)] }).length > 0).toBe(isOther);
  });

  it("believes an offset that is an hour from the zone of the map, and any where no zone is known", () => {
    expect(dayOfReading({ readAt: "2026-06-16T00:30:00-04:00" }, CHICAGO)).toBe("2026-06-16");
    expect(dayOfReading({ readAt: "2026-06-16T01:00:00Z" }, CHICAGO)).toBe("2026-06-15");
    expect(dayOfReading({ readAt: "2026-06-16T01:00:00Z" }, null)).toBe("2026-06-16");
    expect(dayAtField(Date.parse("2026-12-01T05:30:00.250Z"), "2026-12-01T05:30:00.250Z", CHICAGO)).toBe("2026-11-30");
  });
});

describe("a record of another wind", () => {
  it.each<[string, number | null, number | null, boolean]>([
    ["as it was worked out", 210, 7, false],
    ["turned, the same sides downwind", 230, 7, false],
    ["turned by less than people tell", 182, 7, false],
    ["turned to a side without a buffer", 300, 7, true],
    ["barely past a side, within what people tell", 272, 7, false],
    ["calm", 210, 0, true],
    ["slower than any wind with a direction", 210, 0.9, true],
    ["not read", null, null, false],
  ])("says where a side without a buffer lies downwind: %s", (_title, windDirectionDeg, windSpeedMph, isFlagged) => {
    const refill = reading("refill", "2026-06-15T10:20:00-05:00", { windDirectionDeg, windSpeedMph });
    expect(found({ readings: [refill] }).map(([limit]) => limit)).toEqual(isFlagged ? [DEPARTURES.windSide] : []);
  });

  it("names both winds", () => {
    const refill = reading("refill", "2026-06-15T10:20:00-05:00", { windDirectionDeg: 300, windSpeedMph: 8 });
    expect(found({ readings: [refill] })).toEqual([
      [
        DEPARTURES.windSide,
        "refill entry",
        "refill 2026-06-15 10:20 (UTC-05:00): 8 mph, 300°, worked out for 7 mph, 210°",
      ],
    ]);
  });

  it("says nothing of a buffer that lies on every side, or of none", () => {
    const readings = [reading("start", "2026-06-15T09:05:00-05:00", { windDirectionDeg: 30 })];
    const around = SQUARE.map((own) => ({ ...own, bufferType: "omni_directional", bufferFt: 100 }));
    expect(found({ readings, computation: computation({ edges: around }) })).toEqual([]);
    const none = SQUARE.map((own) => ({ ...own, bufferType: null, bufferFt: null }));
    expect(found({ readings, computation: computation({ edges: none }) })).toEqual([]);
  });

  it.each([
    [7, false],
    [10, false],
    [10.5, true],
    [5, false],
    // No range holds it.
    [16, true],
  ])("says where a wind of %s mph asks for more than one of 7 did", (windSpeedMph, isFlagged) => {
    const windSpeedRanges = [
      { minMph: 3, maxMph: 10, distanceFt: 100 },
      { minMph: 10.1, maxMph: 15, distanceFt: 200 },
    ];
    const requirement = {
      buffersEsa: { bufferTypes: { wind_directional: { methods: [{ windSpeedRanges, rateRanges: null }] } } },
    };
    const driftRequirements = [requirement] as unknown as PartFacts["driftRequirements"];
    const readings = [reading("start", "2026-06-15T09:05:00-05:00", { windSpeedMph })];
    expect(found({ readings, driftRequirements }).map(([limit]) => limit)).toEqual(
      isFlagged ? [DEPARTURES.windSpeed] : [],
    );
  });
});

describe("a record of other work", () => {
  it("says where the buffer was worked out after the end, and not where it was while the work went on", () => {
    const late = computation({ checkedAt: new Date("2026-06-16T13:30:00Z") });
    expect(found({ readings: ON_TIME, computation: late })).toEqual([
      [DEPARTURES.computedLate, "end entry", "worked out 2026-06-16 13:30 (UTC), ended 2026-06-15 12:00 (UTC-05:00)"],
    ]);
    const meanwhile = computation({ checkedAt: new Date("2026-06-15T15:30:00Z") });
    expect(found({ readings: ON_TIME, computation: meanwhile })).toEqual([]);
  });

  it.each([
    // Saved at 9:05, by a device whose clock says so much more.
    ["2026-06-15T09:10:00-05:00", false],
    ["2026-06-15T09:10:01-05:00", true],
    ["2026-06-15T10:05:00-05:00", true],
    ["2026-06-15T14:05:00Z", false],
  ])("says where the device's clock was ahead: %s", (readAt, isFlagged) => {
    const early = { ...reading("start", readAt), savedAt: new Date("2026-06-15T14:05:00Z") };
    expect(found({ readings: [early], computation: null }).map(([limit]) => limit)).toEqual(
      isFlagged ? [DEPARTURES.clock] : [],
    );
  });

  it("says where it ended before it began", () => {
    const readings = [reading("end", "2026-06-15T08:00:00-05:00"), reading("start", "2026-06-15T09:05:00-05:00")];
    expect(found({ readings, computation: null })).toEqual([
      [DEPARTURES.order, "end entry", "end 2026-06-15 08:00 (UTC-05:00)"],
    ]);
  });

  it.each([
    [40, null],
    [40.3, null],
    [41, DEPARTURES.treatable],
    [60.5, DEPARTURES.treatable],
    [61, DEPARTURES.field],
  ])("of %s acres where the buffer left 40 of 60", (acres, limit) => {
    expect(found({ acres }).map(([own]) => own)).toEqual(limit === null ? [] : [limit]);
  });

  it("names the acres, and compares with the field alone where no buffer was worked out", () => {
    expect(found({ acres: 45 })).toEqual([[DEPARTURES.treatable, "acres entry", "45 ac of 40 ac"]]);
    expect(found({ acres: 45, treatableSqm: null })).toEqual([]);
  });
});

describe("a record of another setup", () => {
  const sentWith = (nozzle: string | null) => ({ details: { nozzle } });

  it("names the nozzle that was written and the one that was checked", () => {
    expect(found({ nozzle: "XR11004", checked: sentWith("TTI11004") })).toEqual([
      [DEPARTURES.nozzle, "nozzle entry", "XR11004, checked for TTI11004"],
    ]);
  });

  it("takes none for the same because its name ends alike", () => {
    expect(found({ nozzle: "AIXR11004", checked: sentWith("XR11004") })).toHaveLength(1);
    expect(found({ nozzle: "XR 11004", checked: sentWith("TeeJet AIXR 11004") })).toHaveLength(1);
  });

  it.each([
    ["written otherwise", "TTI 110-04", "TTI11004"],
    ["with its maker", "TeeJet TTI11004", "tti11004"],
    ["of a check that named its maker", "TTI11004", "TeeJet TTI 11004"],
    ["where none was sent", "TTI11004", null],
  ])("takes a nozzle for the same: %s", (_title, nozzle, checkedFor) => {
    expect(found({ nozzle, checked: sentWith(checkedFor) })).toEqual([]);
  });

  it.each<[number, object, boolean]>([
    [24, {}, false],
    [25, {}, true],
    [40, { boomHeight: "high" }, false],
    [40, { boomHeight: null }, false],
    [120, { method: "Aerial" }, false],
  ])("says where a boom of %s inches was not the low one that was checked: %j", (boomIn, checked, isFlagged) => {
    const limits = found({ boomIn, checked, computation: null }).map(([limit]) => limit);
    expect(limits).toEqual(isFlagged ? [DEPARTURES.boom] : []);
  });

  it("goes by the setup that its buffer was worked out for, where that is another one than was sent", () => {
    const inputs = (boomHeight: string | null) => ({ ...computation()?.inputs, boomHeight });
    const boom = (sent: string | null, computed: string | null) =>
      found({ boomIn: 40, checked: { boomHeight: sent }, computation: computation({ inputs: inputs(computed) }) });
    expect(boom("high", "low")).toHaveLength(1);
    expect(boom("low", "high")).toEqual([]);
    const placed = computation({ details: { nozzle: "AIXR11004" } });
    const nozzle = (written: string) => found({ nozzle: written, checked: sentWith("TTI11004"), computation: placed });
    expect(nozzle("TTI11004")).toEqual([[DEPARTURES.nozzle, "nozzle entry", "TTI11004, checked for AIXR11004"]]);
    expect(nozzle("AIXR11004")).toEqual([]);
  });
});

describe("what a record departs from", () => {
  it("has its Spanish", () => {
    const spanish = inLanguageOf({ url: "/portal", headers: { "accept-language": "es" } }, () =>
      Object.values(DEPARTURES).filter((text) => tableText(text) === text),
    );
    expect(spanish).toEqual([]);
  });
});
