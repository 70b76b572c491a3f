import { describe, expect, it } from "vitest";
import type { MachineFormat, MachinePlan } from "@/lib/domain/machine-file";
import { writeMachineFile } from "@/lib/gateways/machine-files/write";
import { FIELDS, planFor } from "@/tests/unit/gateways/machine-files/plans";
import {
  fromFlatGeobuf,
  fromGeoJson,
  fromIsoxml,
  fromKml,
  fromShapefile,
  groundText,
  type ReadZone,
} from "@/tests/unit/gateways/machine-files/read-back";

const READERS = {
  isoxml: async (bytes: Uint8Array) => (await fromIsoxml(bytes)).zones,
  shapefile: fromShapefile,
  geojson: (bytes: Uint8Array) => Promise.resolve(fromGeoJson(bytes)),
  kml: (bytes: Uint8Array) => Promise.resolve(fromKml(bytes)),
  flatgeobuf: (bytes: Uint8Array) => Promise.resolve(fromFlatGeobuf(bytes)),
} satisfies Record<MachineFormat, (bytes: Uint8Array) => Promise<ReadZone[]>>;
const FORMATS = Object.keys(READERS) as (keyof typeof READERS)[];

const readBack = (plan: MachinePlan, format: keyof typeof READERS): Promise<ReadZone[]> =>
  READERS[format](writeMachineFile(plan, format).bytes);

/** 15 gal/ac is 14,030.9 mm³/m². */
const TASK_RATE = 14_030;

describe.each(Object.keys(FIELDS))("the field %s", (name) => {
  const plan = planFor(name);

  it.each(FORMATS)("comes back from %s position by position, with its holes, parts, and rates", async (format) => {
    const zones = new Map((await readBack(plan, format)).map((zone) => [zone.kind, zone]));
    expect([...zones.keys()].toSorted()).toEqual(["buffer", "field", "treatable"]);
    const { boundary: field, treatable, buffer } = plan;
    for (const [kind, ground] of Object.entries({ field, treatable, buffer })) {
      expect(groundText(zones.get(kind)?.polygons ?? []), kind).toEqual(groundText(ground?.coordinates ?? []));
    }
    expect(zones.get("treatable")?.rate).toBe(format === "isoxml" ? TASK_RATE : 15);
    expect([zones.get("buffer")?.rate, zones.get("field")?.rate]).toEqual([0, null]);
  });
});

describe("a task", () => {
  it("puts out nothing outside, without a place, and in the buffer, and reads back without a warning", async () => {
    const { warnings, task, values } = await fromIsoxml(
      writeMachineFile(planFor("of parts, one with holes"), "isoxml").bytes,
    );
    expect(warnings).toEqual([]);
    expect(Object.fromEntries(values)).toEqual({ 0: 0, 1: TASK_RATE, 2: 0 });
    expect(task.attributes).toMatchObject({
      TaskStatus: "1",
      DefaultTreatmentZoneCode: 0,
      PositionLostTreatmentZoneCode: 0,
      OutOfFieldTreatmentZoneCode: 0,
    });
  });

  it("gives a dry product by its weight, and never more than was asked for", async () => {
    const plan = planFor("square", { rate: { amount: 20, unit: "lb/ac" }, method: "Granular-Ground" });
    const { warnings, values } = await fromIsoxml(writeMachineFile(plan, "isoxml").bytes);
    // 20 lb/ac is 2,241.7 mg/m².
    expect([warnings, values.get(1)]).toEqual([[], 2241]);
  });

  it("is not written without a rate; every other format is, and says none", async () => {
    const plan = planFor("square", { rate: null });
    expect(() => writeMachineFile(plan, "isoxml")).toThrow(RangeError);
    for (const format of FORMATS.filter((each) => each !== "isoxml")) {
      const zones = await readBack(plan, format);
      expect(zones.map(({ kind, rate }) => [kind, rate])).toEqual([
        ["field", null],
        ["treatable", null],
        ["buffer", 0],
      ]);
    }
  });

  it("is whole without a buffer", async () => {
    const { warnings, values } = await fromIsoxml(
      writeMachineFile(planFor("square", { buffer: null }), "isoxml").bytes,
    );
    expect([warnings, Object.fromEntries(values)]).toEqual([[], { 0: 0, 1: TASK_RATE }]);
  });
});

const NAMES: [what: string, name: string, shown: string][] = [
  ["quotes and markup", `<b onload="x">O'Neil & Sons</b>`, `<b onload="x">O'Neil & Sons</b>`],
  ["line breaks", "North\r\n40\u2028acres\u2029", "North 40 acres"],
  ["a way out of the folder", "../../etc/passwd", "../../etc/passwd"],
  ["letters of four bytes", "𐐷 🌾 field", "𐐷 🌾 field"],
  ["control characters", "A\u0000B\u0001C\u001bD\u007fE\ufffeF", "A B C D E F"],
  ["half a letter", "half \ud83c letter", "half letter"],
  ["a turn of the writing", "acres\u202e04 htron", "acres 04 htron"],
  ["the ends of XML", "]]> --> ?> <![CDATA[", "]]> --> ?> <![CDATA["],
  ["a formula", "=HYPERLINK(1)", "=HYPERLINK(1)"],
  ["300 letters of three bytes", "圃".repeat(300), "圃".repeat(300)],
  ["nothing to see", "\u0007\u200f", ""],
];
const PLAIN: Record<string, string> = { "<": "‹", ">": "›", "&": "+", '"': "'" };
const withoutMarkup = (text: string): string => text.replace(/[<>&"]/g, (sign) => PLAIN[sign] ?? "");
/** What each format has room for. */
const SHOWN: Record<keyof typeof READERS, (name: string) => string> = {
  isoxml: (name) => withoutMarkup(name).slice(0, 32).trimEnd() || "-",
  shapefile: (name) => (name.length > 120 ? "圃".repeat(40) : name),
  geojson: (name) => name,
  kml: withoutMarkup,
  flatgeobuf: (name) => name,
};

describe("a name with", () => {
  it.each(NAMES)("%s is one harmless line in every format", async (_what, name, shown) => {
    const plan = planFor("square", {
      fieldName: name,
      accountId: name,
      applicationId: name,
      providerFieldId: name,
      productNames: [name, name],
    });
    for (const format of FORMATS) {
      const { bytes, fileName } = writeMachineFile(plan, format);
      expect(fileName).toMatch(/^[a-z0-9-]{1,60}-2026-(isoxml|shapefile|zones)\.(zip|geojson|kml|fgb)$/);
      const zones = await READERS[format](bytes);
      expect(zones.map(({ kind }) => kind).toSorted(), format).toEqual(["buffer", "field", "treatable"]);
      expect(new Set(zones.map(({ fieldName }) => fieldName)), format).toEqual(new Set([SHOWN[format](shown)]));
    }
    expect((await fromIsoxml(writeMachineFile(plan, "isoxml").bytes)).warnings).toEqual([]);
  });
});

describe("a file", () => {
  const plan = planFor("square", { rates: ["0.2 lb/ac of DEMO Tiered Dry Herbicide"] });

  it("names the rates and the set-up that its buffer was placed for, beside the wind", () => {
    const { bytes } = writeMachineFile(plan, "geojson");
    const { features } = JSON.parse(Buffer.from(bytes).toString()) as { features: { properties: object }[] };
    for (const { properties } of features)
      expect(properties).toMatchObject({
        rates: "0.2 lb/ac of DEMO Tiered Dry Herbicide",
        droplet_size: "very_coarse",
        boom_height: "low",
        wind_speed_mph: 8,
      });
    const unknown = writeMachineFile({ ...plan, dropletSize: null, boomHeight: null }, "kml");
    expect(Buffer.from(unknown.bytes).toString()).toContain("0.2 lb/ac of DEMO Tiered Dry Herbicide");
  });
});
