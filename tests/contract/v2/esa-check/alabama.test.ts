import type { Feature, Polygon } from "geojson";
import { beforeAll, expect, it } from "vitest";
import { POST } from "@/app/api/v2/esa-check/route";
import { esaCheckResponse } from "@/lib/contracts/v2/esa-check";
import { answer, call, makeCaller, type Caller } from "@/tests/support/api";
import { loadAlabama, loadCatalogue, loadCoarseCounties, loadExactCounties } from "@/tests/support/reference-data";
import { checkBody, NO_ESA, STRYAX, STRYAX_ADJUVANTS } from "@/tests/support/requests";
import { describeWithSharedData, readSharedJson } from "@/tests/support/shared-data";

interface Expected {
  provider_field_id: string;
  expected_pula_ids: number[];
  expected_min_points: number | null;
  within_1_mile: number[];
}
/** The automatic credit for each class of county. */
const SUB_OPTION_BY_POINTS: Record<number, number> = { 0: 12, 2: 10, 3: 11, 6: 9 };

const fields = () =>
  (
    readSharedJson("fields/derived_alabama_fields_with_expected_pulas.geojson.gz") as {
      features: Feature<Polygon, Expected>[];
    }
  ).features;

describeWithSharedData("checks on EPA's own Alabama areas", () => {
  let caller: Caller;

  beforeAll(async () => {
    await loadCatalogue();
    await loadExactCounties();
    await loadAlabama();
    caller = await makeCaller("alabama");
  });

  const check = async (feature: Feature<Polygon, Expected>, more: Record<string, unknown> = {}) => {
    const id = feature.properties.provider_field_id;
    const body = checkBody("alabama", { application_id: id, field_boundary: feature, ...more });
    return answer(await call(POST, caller, { body }), esaCheckResponse);
  };

  it("a field inside PULA 121 gives it once, with the limitation text and 6 points in all", async () => {
    const inside = fields().find(({ properties }) => properties.expected_pula_ids.includes(121));
    if (inside === undefined) throw new Error("no field inside PULA 121");
    const found = await check(inside, { products: [STRYAX, ...STRYAX_ADJUVANTS] });
    expect(found.esa_required).toBe(true);
    expect(found.application_event_id).toBeDefined();
    const [product] = found.products;
    expect(product?.pulas.filter((pula) => pula.pula_id === 121)).toHaveLength(1);
    const limitations = product?.pulas.find((pula) => pula.pula_id === 121)?.limitations ?? [];
    expect(limitations).toHaveLength(1);
    expect(limitations[0]).toMatchObject({ code: "DC125", mitigation_options: ["epa_runoff"] });
    expect(limitations[0]?.limitation).toMatch(/3 ADDITIONAL points \(for a total of 6 points\)/);
    const [runoff] = found.compliance.runoff;
    expect(runoff).toMatchObject({ mitigation_type: "epa_runoff", label_required_points: 6, required_points: 6 });
    const codes = found.compliance.issues.map((issue) => issue.code);
    expect(codes).toContain("LIMITATIONS_REVIEW_REQUIRED");
    expect(codes).toContain("SOIL_UNAVAILABLE");
    expect(found.compliance.status).toBe("indeterminate");

    const early = await check(inside, { products: [NO_ESA], application_id: "early" });
    expect(early.esa_required).toBe(false);
    expect(early.application_event_id).toBeUndefined();
    expect(early.compliance.drift).toEqual({
      status: "not_applicable",
      requirements: null,
      reductions: [],
      issues: [],
    });
  });

  it("every field meets exactly the expected PULAs and earns the lowest county's points", async () => {
    const byPoints = SUB_OPTION_BY_POINTS;
    const wrong: string[] = [];
    for (const feature of fields()) {
      const { provider_field_id: id, expected_pula_ids: pulas, expected_min_points: points } = feature.properties;
      const found = await check(feature, { buffer_distance_miles: 1 });
      if (found.summary.total_pulas !== pulas.length)
        wrong.push(`${id}: ${found.summary.total_pulas} PULAs, not ${pulas.length}`);
      const near = new Set([...found.nearby_pulas.map((pula) => pula.pula_id), ...pulas]);
      if (feature.properties.within_1_mile.some((pula) => !near.has(pula)))
        wrong.push(`${id}: a PULA within a mile is missing`);
      const county = found.compliance.runoff[0]?.credited_measures.find((measure) => measure.source === "county");
      if (points !== null && county?.sub_option_id !== byPoints[points])
        wrong.push(`${id}: county ${county?.sub_option_id}, not ${points} points`);
    }
    expect(fields().length).toBeGreaterThan(200);
    expect(wrong).toEqual([]);
  });

  it("coarse county lines never give a field more points than the exact ones", async () => {
    await loadCoarseCounties();
    const pointsOf = new Map(Object.entries(SUB_OPTION_BY_POINTS).map(([points, id]) => [id, Number(points)]));
    const higher: string[] = [];
    for (const feature of fields()) {
      const { provider_field_id: id, expected_min_points: exact } = feature.properties;
      const found = await check(feature, { buffer_distance_miles: 0 });
      expect(found.compliance.data_versions.county_precision).toBe("coarse");
      const county = found.compliance.runoff[0]?.credited_measures.find((measure) => measure.source === "county");
      const points = county === undefined ? 0 : (pointsOf.get(county.sub_option_id) ?? Number.POSITIVE_INFINITY);
      if (exact !== null && points > exact) higher.push(`${id}: ${points} points, exactly ${exact}`);
    }
    expect(higher).toEqual([]);
  });
});
