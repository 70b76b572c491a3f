import { describe, expect, it, test } from "vitest";
import { APPLICATION_METHOD_NAMES, type ApplicationMethod, type DropletSize } from "@/lib/domain/application";
import type { OverallStatus } from "@/lib/domain/compliance";
import type { DriftRule, LabelRules } from "@/lib/domain/product";
import { caseFiles, readCases, type Case } from "../cases";
import { codesOf, READ } from "./drift-cases";
import { asked, selectionOf, totalOf, type Asked } from "./reduction-cases";

const DISTANCE_FT = 200;
const WITH_METHODS = ["practices-claimed.json", "practices-shown.json"];
const TOGETHER = "practices-together.json";

/** What a case says of the sprayer, the air, and the label. */
interface Given {
  claims?: string[];
  windMph?: number;
  humidityPercent?: number;
  dropletSize?: DropletSize;
  adjuvants?: string[];
  rateFlOz?: number;
  highestFlOz?: number;
  /** As the table has them, or as if all had been read in EPA's own text. */
  figures?: "read";
  /** The label's own figures; left out: EPA's menu. */
  ownTable?: Omit<TableRow, "evidence" | "cite">[];
  forbids?: string;
  distanceFt?: number;
}
type TableRow = NonNullable<Extract<DriftRule["reductions"], { source: "label_table" }>["rows"]>[number];

/** One practice with every method: what it takes off, and why nothing where it takes nothing. */
type MethodCase = Case<
  Given & { practice: string },
  { methods: ApplicationMethod[]; percent: number; reason: string | null }[]
>;
type TogetherCase = Case<
  Given & { by: ApplicationMethod },
  { percent: number; bufferFt: number; driftStatus: OverallStatus; taken: Record<string, number> }
>;

const READ_IN_LABEL = { evidence: "primary" as const, cite: ["LABEL"] };

function labelOf({ highestFlOz, forbids }: Given): Partial<LabelRules> {
  return {
    ...(highestFlOz !== undefined && {
      limits: [{ kind: "max_single_rate", value: highestFlOz, unit: "fl_oz_per_acre", ...READ_IN_LABEL }],
    }),
    ...(forbids !== undefined && {
      disallowedMeasures: [{ system: "epa_runoff", code: forbids, ...READ_IN_LABEL }],
    }),
  };
}

function foundBy(by: ApplicationMethod, given: Given) {
  const { ownTable, dropletSize = "fine", rateFlOz, claims = [], adjuvants = [] } = given;
  const rows = ownTable?.map((row) => ({ ...row, ...READ_IN_LABEL }));
  const question: Asked = {
    ...{ by, claims, adjuvants, label: labelOf(given), setup: { dropletSize } },
    buffer: { distanceFt: given.distanceFt ?? DISTANCE_FT },
    weather: { windSpeedMph: given.windMph ?? 8, humidityPercent: given.humidityPercent ?? null },
    ...(rows !== undefined && { rule: { reductions: { source: "label_table", rows } } }),
    ...(rateFlOz !== undefined && { product: { rate: rateFlOz, rateUnit: "fl oz/ac" } }),
    ...(given.figures === "read" && { tables: READ }),
  };
  return asked(question);
}

describe.each(WITH_METHODS)("a practice with every method: %s", (file) => {
  describe.each(readCases<MethodCase>("drift", file))("$name", ({ input, expected }) => {
    it("says of each method what the practice takes off", () => {
      expect(expected.flatMap(({ methods }) => methods).toSorted()).toEqual([...APPLICATION_METHOD_NAMES].toSorted());
    });

    test.each(expected.flatMap(({ methods, ...want }) => methods.map((by) => ({ by, ...want }))))(
      "$by takes $percent off: $reason",
      ({ by, percent, reason }) => {
        const found = foundBy(by, input);
        const selection = selectionOf(found, input.practice);
        expect([totalOf(found), selection === undefined ? "not_shown" : selection.reason]).toEqual([percent, reason]);
        expect(found.products[0]?.bufferFt).toBeCloseTo(DISTANCE_FT * (1 - percent / 100), 9);
        // A claim that bears on the distance keeps the answer open, whatever it takes off; the setup is evidence itself.
        const isOpen = input.claims !== undefined && reason !== "OTHER_METHOD";
        expect(codesOf(found.issues)).toEqual(isOpen ? ["MANUAL_DRIFT_PRACTICE_UNVERIFIED"] : []);
        expect(found.driftStatus).toBe(isOpen ? "indeterminate" : "met");
      },
    );
  });
});

describe("practices together", () => {
  test.each(readCases<TogetherCase>("drift", TOGETHER))("$name", ({ input: { by, ...given }, expected }) => {
    const found = foundBy(by, given);
    const taken = Object.keys(expected.taken).map((code) => [code, selectionOf(found, code)?.reductionPercent]);
    expect(Object.fromEntries(taken)).toEqual(expected.taken);
    expect([totalOf(found), found.driftStatus]).toEqual([expected.percent, expected.driftStatus]);
    expect(found.products[0]?.bufferFt).toBeCloseTo(expected.bufferFt, 9);
  });
});

describe("the case files of practices", () => {
  it("are all read here, and name the source of every case", () => {
    expect(caseFiles("drift", "practices").toSorted()).toEqual([...WITH_METHODS, TOGETHER].toSorted());
    const sources = [...WITH_METHODS, TOGETHER].flatMap((file) => readCases<{ source: string }>("drift", file));
    expect(sources.filter(({ source }) => source.length < 10)).toEqual([]);
  });

  it("have every practice of the table", () => {
    const cases = WITH_METHODS.flatMap((file) => readCases<MethodCase>("drift", file));
    const shipped = READ.driftPractices.rows.map(({ code }) => code);
    expect([...new Set(cases.map(({ input }) => input.practice))].toSorted()).toEqual(shipped.toSorted());
  });
});
