import { afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  check,
  codesOf,
  FAR_PULA,
  GROUND,
  loadCounties,
  loadGround,
  sql,
  type Body,
  type CheckAnswer,
} from "@/tests/contract/v2/esa-check/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { box, loadPulas } from "@/tests/support/reference-data";
import { squareField, STRYAX, STRYAX_ADJUVANTS } from "@/tests/support/requests";

const DAY_MS = 86_400_000;

let caller: Caller;
beforeAll(async () => {
  await loadGround();
  caller = await makeCaller("evidence");
});

const send = (more: Body = {}) => check(caller, { products: [STRYAX, ...STRYAX_ADJUVANTS], ...more });
const epaRunoff = (found: CheckAnswer) => found.compliance.runoff[0];
const countyCredit = (found: CheckAnswer) =>
  epaRunoff(found)?.credited_measures.find(({ source }) => source === "county")?.sub_option_id;

describe("ground outside the loaded PULAs", () => {
  it.each([
    ["wholly outside", squareField(-95, 40)],
    ["half outside", squareField(-86.002, 33)],
    [
      "with one section outside",
      {
        type: "Feature",
        properties: {},
        geometry: {
          type: "MultiPolygon",
          coordinates: [squareField(-87, 33), squareField(-95, 40)].map(({ geometry }) => geometry.coordinates),
        },
      },
    ],
  ])("a field %s is PULA_COVERAGE_MISSING, never 'no PULA', and its target is open", async (title, boundary) => {
    const found = await send({ field_boundary: boundary, application_id: title });
    expect(codesOf(found)).toContain("PULA_COVERAGE_MISSING");
    expect(found.compliance).toMatchObject({ status: "indeterminate", processing_complete: false });
    expect(epaRunoff(found)).toMatchObject({ required_points: null, gap: null, status: "indeterminate" });
  });

  it("a field along the inside of the edge is covered", async () => {
    const found = await send({ field_boundary: squareField(-86.004, 33), application_id: "inside" });
    expect(codesOf(found)).not.toContain("PULA_COVERAGE_MISSING");
  });
});

describe("counties", () => {
  afterEach(() => loadCounties([{ geoId: "01007", name: "Bibb", geometry: GROUND }]));

  it("the class of the field's county is its credit", async () => {
    const found = await send({ application_id: "county-1" });
    expect(codesOf(found)).not.toContain("COUNTY_CLASS_UNRESOLVED");
    expect(countyCredit(found)).toBe(10);
  });

  it("one without a class is COUNTY_CLASS_UNRESOLVED and earns nothing, which is not zero points", async () => {
    await loadCounties([{ geoId: "09120", name: "Greater Bridgeport", geometry: GROUND }]);
    const found = await send({ application_id: "county-2" });
    expect(codesOf(found)).toContain("COUNTY_CLASS_UNRESOLVED");
    expect(found.compliance.issues.find(({ code }) => code === "COUNTY_CLASS_UNRESOLVED")?.message).toContain("09120");
    expect(countyCredit(found)).toBeUndefined();
    expect(epaRunoff(found)?.status).toBe("indeterminate");
    expect(found.compliance.processing_complete).toBe(false);
  });

  it("one of two without a class takes the credit of the other away, because it may be the lower", async () => {
    await loadCounties([
      { geoId: "01007", name: "Bibb", geometry: box(-88, 32, -87.248, 34) },
      { geoId: "09120", name: "Greater Bridgeport", geometry: box(-87.248, 32, -86, 34) },
    ]);
    const found = await send({ application_id: "county-3" });
    expect(codesOf(found)).toContain("COUNTY_CLASS_UNRESOLVED");
    expect(countyCredit(found)).toBeUndefined();
  });

  it("a field in no county at all is unresolved too", async () => {
    await loadCounties([{ geoId: "01007", name: "Bibb", geometry: box(-88, 33, -86, 34) }]);
    const found = await send({ application_id: "county-4" });
    expect(codesOf(found)).toContain("COUNTY_CLASS_UNRESOLVED");
  });

  it("coarse lines count a neighbor within two kilometers, exact ones only what the field meets", async () => {
    // 22007 has 0 points where 01007 has 2, and its line runs 1 km east of the field.
    const counties = [
      { geoId: "01007", name: "Bibb", geometry: box(-88, 32, -87.2354, 34) },
      { geoId: "22007", name: "Neighbor", geometry: box(-87.2354, 32, -86, 34) },
    ];
    await loadCounties(counties, "exact");
    const exact = await send({ application_id: "county-5" });
    await loadCounties(counties, "coarse");
    const coarse = await send({ application_id: "county-5" });
    expect(countyCredit(exact)).toBe(10);
    expect(coarse.compliance.data_versions.county_precision).toBe("coarse");
    expect(countyCredit(coarse)).toBe(12);
  });

  it("coarse lines count no neighbor farther off, however far around the field areas are looked for", async () => {
    // The line runs 5 km east of the field: within ten miles, and no line is that far off.
    await loadCounties(
      [
        { geoId: "01007", name: "Bibb", geometry: box(-88, 32, -87.192, 34) },
        { geoId: "22007", name: "Neighbor", geometry: box(-87.192, 32, -86, 34) },
      ],
      "coarse",
    );
    for (const miles of [0, 1, 10]) {
      const found = await send({ application_id: "county-6", buffer_distance_miles: miles });
      expect(countyCredit(found), `${miles} miles`).toBe(10);
    }
  });
});

describe("the states of a label", () => {
  afterEach(() => loadCounties([{ geoId: "01007", name: "Bibb", geometry: GROUND }]));

  const ENLIST = { product_name: "Enlist One", epa_number: "62719-695", rate: 32, rate_unit: "fl oz/ac" };
  /** Bibb, Alabama, which the label allows, and across the line a county of California, which it does not. */
  const asked = async (line: number, precision: "coarse" | "exact") => {
    await loadCounties(
      [
        { geoId: "01007", name: "Bibb", geometry: box(-88, 32, line, 34) },
        { geoId: "06007", name: "Butte", geometry: box(line, 32, -86, 34) },
      ],
      precision,
    );
    return send({ products: [ENLIST], application_id: `states-${line}-${precision}` });
  };
  const isOpen = ({ compliance }: CheckAnswer) =>
    compliance.issues.some(
      ({ code, effect, message }) =>
        code === "LABEL_CONDITIONS_NOT_CHECKED" && effect === "blocks" && message.includes("the county lines"),
    );

  it("are broken where exact lines put a part of the field in another state", async () => {
    expect(codesOf(await asked(-87.248, "exact"))).toContain("STATE_NOT_ON_LABEL");
  });

  it("are kept where exact lines put the field inside its state", async () => {
    const found = await asked(-87.2354, "exact");
    expect(codesOf(found)).not.toContain("STATE_NOT_ON_LABEL");
    expect(isOpen(found)).toBe(false);
  });

  it("are open, and listed to be checked, where coarse lines may put a part of it there", async () => {
    for (const line of [-87.2354, -87.248]) {
      const found = await asked(line, "coarse");
      expect(codesOf(found)).not.toContain("STATE_NOT_ON_LABEL");
      expect(isOpen(found)).toBe(true);
      expect(found.compliance.status).not.toBe("met");
      expect(found.compliance.unjudged.map(({ text }) => text)).toContain("Only in the 34 states of the label.");
    }
  });

  it("are open where the field only shares its edge with another state", async () => {
    const sideDeg = 0.004;
    const east = -87.25 + sideDeg;
    const found = await asked(east, "exact");
    expect(codesOf(found)).not.toContain("STATE_NOT_ON_LABEL");
    expect(isOpen(found)).toBe(true);
  });
});

describe("limitations that have to be read", () => {
  it("a code of a PULA without any row loaded asks for review and names what is missing", async () => {
    await loadPulas(
      [{ pulaId: 5, codes: "ZZ9, ZZ1", geometry: GROUND }, FAR_PULA],
      [{ pulaId: 5, registration: "1-1", code: "ZZ1", limitation: "x" }],
      GROUND,
    );
    const found = await send({ application_id: "review-1" });
    const review = found.compliance.issues.find(({ code }) => code === "LIMITATIONS_REVIEW_REQUIRED");
    expect(review?.message).toMatch(/PULA 5: no text is loaded for ZZ9\)/);
    expect(found.products[0]?.pulas).toEqual([]);
    expect(found.summary).toMatchObject({ total_pulas: 1, total_limitations: 0 });
    expect(found.compliance.status).toBe("indeterminate");
  });

  it("any limitation asks for it once, whether or not a rule scores it", async () => {
    const row = (code: string) => ({ pulaId: 5, registration: "264-1241", code, limitation: "3 more points." });
    await loadPulas([{ pulaId: 5, codes: "DC125, T2", geometry: GROUND }, FAR_PULA], [row("DC125"), row("T2")], GROUND);
    const found = await send({ application_id: "review-2" });
    expect(codesOf(found).filter((code) => code === "LIMITATIONS_REVIEW_REQUIRED")).toHaveLength(1);
    expect(found.products[0]?.pulas[0]?.codes).toBe("DC125,T2");
    // T2 speaks of points and no rule says how many: the target is open, not DC125's six.
    expect(epaRunoff(found)).toMatchObject({ required_points: null, status: "indeterminate" });
  });

  it.each([
    ["Glufosinate ammonium", "7969-500", "Liberty ULTRA"],
    ["2,4-D, choline salt", "62719-695", "Enlist One"],
    ["2 4 D CHOLINE", "62719-695", "Enlist One"],
  ])(
    "one that names the ingredient as %s binds %s, whatever the points and hyphens",
    async (activeIngredient, epa, name) => {
      const limitation = { pulaId: 5, activeIngredient, code: "T4", limitation: "6 points from the Mitigation Menu." };
      await loadPulas([{ pulaId: 5, codes: "T4", geometry: GROUND }, FAR_PULA], [limitation], GROUND);
      const found = await send({
        application_id: `ingredient-${activeIngredient}`,
        products: [{ product_name: name, epa_number: epa, rate: 22, rate_unit: "fl oz/ac" }],
      });
      expect(found.summary).toMatchObject({ total_pulas: 1, total_limitations: 1 });
      expect(codesOf(found)).toContain("LIMITATIONS_REVIEW_REQUIRED");
      expect(epaRunoff(found)).toMatchObject({ required_points: null, status: "indeterminate" });
    },
  );

  it("one of another scheme is UNSUPPORTED_MITIGATION", async () => {
    const limitation = { pulaId: 5, registration: "264-1241", code: "T3", limitation: "See the Biological Opinion." };
    await loadPulas([{ pulaId: 5, codes: "T3", geometry: GROUND }, FAR_PULA], [limitation], GROUND);
    const found = await send({ application_id: "review-3" });
    expect(codesOf(found)).toContain("UNSUPPORTED_MITIGATION");
    expect(epaRunoff(found)).toMatchObject({ label_required_points: 3, status: "indeterminate" });
    expect(epaRunoff(found)?.issues).toContain("UNSUPPORTED_MITIGATION");
  });
});

describe("the age of what the answer rests on", () => {
  const verifiedDaysAgo = (days: number | null) =>
    sql(null, "UPDATE data_set SET verified_at = $1 WHERE kind = 'pula'", [
      days === null ? null : new Date(Date.now() - days * DAY_MS),
    ]);
  const savedStale = async (found: CheckAnswer) => {
    const [row] = await sql<{ issue: { blocks?: boolean } | null }>(
      "evidence",
      `SELECT (SELECT issue FROM jsonb_array_elements(body->'issues') issue WHERE issue->>'code' = 'DATA_SET_STALE') AS issue
       FROM assessment WHERE application_event_id = $1 ORDER BY calculated_at DESC LIMIT 1`,
      [found.application_event_id],
    );
    return row?.issue ?? null;
  };
  afterEach(() => verifiedDaysAgo(0));

  it.each([
    [6, false, false],
    [8, true, false],
    [34, true, false],
    [36, true, true],
    [null, true, true],
  ])("PULAs verified %j days ago: stale %j, blocking a pass %j", async (days, isStale, blocks) => {
    await verifiedDaysAgo(days);
    const found = await send({ application_id: `stale-${days}` });
    expect(codesOf(found).includes("DATA_SET_STALE")).toBe(isStale);
    expect((await savedStale(found))?.blocks === true).toBe(blocks);
  });

  it("a date more than six months ahead is BULLETIN_EXPIRES, and a nearer one is not", async () => {
    const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
    const dated = (days: number) => send({ application_date: inDays(days), application_id: `dated-${days}` });
    expect(codesOf(await dated(186))).toContain("BULLETIN_EXPIRES");
    expect(codesOf(await dated(178))).not.toContain("BULLETIN_EXPIRES");
    expect(codesOf(await dated(-400))).not.toContain("BULLETIN_EXPIRES");
  });
});
