import type { z } from "zod";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as postCheck } from "@/app/api/v2/esa-check/route";
import { GET as getProduct } from "@/app/api/v2/products/[registration]/route";
import { closeGapAnswer, explainNumberAnswer, whatChangedAnswer } from "@/lib/contracts/mcp/saved-application";
import { driftBufferResponse } from "@/lib/contracts/v2/drift-buffer-compute";
import { esaCheckResponse } from "@/lib/contracts/v2/esa-check";
import { applicationListResponse } from "@/lib/contracts/v2/listings";
import { productDetailResponse } from "@/lib/contracts/v2/product-detail";
import { productSearchResponse } from "@/lib/contracts/v2/product-search";
import { INSTRUCTIONS } from "@/lib/http/mcp/server";
import { allTools } from "@/lib/http/mcp/tools";
import { STANDING_LINE } from "@/lib/views/standing-line";
import { NEEDS_4, NEEDS_6, read, saved } from "@/tests/contract/v2/compliance/support";
import { compute, prepareSoundGround, READY, WEST_WIND } from "@/tests/contract/v2/drift/support";
import { snapshot, sql } from "@/tests/contract/v2/esa-check/support";
import { answer, call, makeCaller, refusal, type Caller } from "@/tests/support/api";
import { Random } from "@/tests/support/fuzz-random";
import { mutate, validBody } from "@/tests/support/fuzz-requests";
import { refusedTool, askTool } from "@/tests/support/mcp";
import { checkBody, STRYAX } from "@/tests/support/requests";
import { SEED } from "@/tests/support/seed";
import type { Connected } from "@/tests/support/soil-ground";

process.env.RATE_LIMIT_WRITES_PER_MIN = "1000000000";
process.env.RATE_LIMIT_ADDRESS_PER_MIN = "1000000000";

type Json = Record<string, unknown>;

let soil: Connected;
let caller: Caller;
let stranger: Caller;
/** Of the caller: an application that is six points short of nothing but measures. */
let id: string;
beforeAll(async () => {
  soil = await prepareSoundGround();
  caller = await makeCaller("tools");
  stranger = await makeCaller("tools-stranger");
  ({ id } = await saved(caller, { ...READY, products: [...READY.products, NEEDS_6], droplet_size: "VC" }));
});
afterAll(() => soil.close());

/** One call of each tool that is answered. */
const CALLS = (): Record<string, Json> => ({
  check_field: withoutProvider({ ...checkBody("tools"), ...READY, explain: true }),
  treatable_area: { application_event_id: id, ...WEST_WIND, wind_rose: true, explain: true },
  explain_number: { application_event_id: id },
  close_gap: { application_event_id: id },
  what_changed: { application_event_id: id },
  find_applications: { application_id: "application-1" },
  search_products: { q: "demo" },
  read_product: { registration: "99002-1" },
});
const ANSWERS: Record<string, z.ZodType> = {
  check_field: esaCheckResponse,
  explain_number: explainNumberAnswer,
  close_gap: closeGapAnswer,
  treatable_area: driftBufferResponse,
  what_changed: whatChangedAnswer,
  find_applications: applicationListResponse,
  search_products: productSearchResponse,
  read_product: productDetailResponse,
};
const withoutProvider = (body: Json): Json =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== "provider_id"));

/** When something was made, and whether soil came from the survey or the shelf: two runs differ in these. */
const DIFFERS = new Set(["calculated_at", "computed_at", "checked_at", "retrieved_at"]);
const SAVED = ["application_event_id", "mitigation_portal_url", "portal_url_expires_at", "expires_at"];
const comparable = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, inner: unknown) => {
      if (DIFFERS.has(key)) return "(time)";
      return inner === "fetched" || inner === "reused" ? "(known)" : inner;
    }),
  );
const unsaved = (body: Json): Json =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !SAVED.includes(name) && !name.includes("portal")));

describe("every tool", () => {
  it("has a call here, and answers with its verdict, issues, data, and the standing line", async () => {
    expect(Object.keys(CALLS())).toEqual(allTools().map(({ name }) => name));
    for (const [name, args] of Object.entries(CALLS())) {
      const result = await askTool(caller, name, args);
      expect(result.standing_line, name).toBe(STANDING_LINE);
      const answered = ANSWERS[name]?.parse(result.answer) as Json;
      const judged = (answered.compliance ?? null) as Json | null;
      if (judged !== null) {
        expect(result.status, name).toBe(judged.status);
        expect(result.issues, name).toEqual(judged.issues);
        expect(result.data_versions, name).toEqual(judged.data_versions);
      }
      const judgesNothing = ["find_applications", "search_products", "read_product"].includes(name);
      expect(result.status === null, name).toBe(judgesNothing);
      expect(Object.keys(result.data_versions).length > 0, name).toBe(name !== "find_applications");
    }
  });

  it("calls no result compliant or safe to spray, in its words or in its answers", async () => {
    const said = [INSTRUCTIONS, JSON.stringify(allTools())];
    for (const [name, args] of Object.entries(CALLS())) said.push(JSON.stringify(await askTool(caller, name, args)));
    for (const text of said) {
      expect(text).not.toMatch(/compliant|safe to spray|cleared (to|for)|may be sprayed/i);
    }
  });

  it("saves nothing: no row of the provider changes, whatever is asked", async () => {
    const before = await snapshot("tools");
    for (const [name, args] of Object.entries(CALLS())) await askTool(caller, name, args);
    const fresh = { ...CALLS().check_field, application_id: "never-saved", provider_field_id: "never-saved" };
    expect((await askTool(caller, "check_field", fresh)).answer).not.toHaveProperty("application_event_id");
    expect(await snapshot("tools")).toBe(before);
    expect(await sql("tools", "SELECT FROM claim")).toEqual([]);
  });

  it("finds nothing of another provider's: the same refusal as for what does not exist", async () => {
    const none = "0199d3a4-7c1e-7000-8a55-2f6f3a1b9c01";
    const before = await snapshot("tools");
    for (const [name, args] of Object.entries(CALLS())) {
      if (!("application_event_id" in args)) {
        const text = JSON.stringify(await askTool(stranger, name, args));
        expect(text, name).not.toContain(id);
        expect(text, name).not.toContain('"tools"');
        continue;
      }
      const { error: real } = await refusedTool(stranger, name, args);
      const { error: absent } = await refusedTool(stranger, name, { ...args, application_event_id: none });
      expect({ ...real, request_id: "" }, name).toEqual({ ...absent, request_id: "" });
      expect(real.code, name).toBe("APPLICATION_NOT_FOUND");
    }
    expect((await askTool(stranger, "find_applications", {})).answer).toMatchObject({ total: 0, applications: [] });
    expect(await snapshot("tools")).toBe(before);
    const mine = await saved(stranger, { ...READY, application_id: "application-1" });
    const { answer: found } = await askTool(stranger, "find_applications", { application_id: "application-1" });
    expect((found as z.output<typeof applicationListResponse>).applications).toHaveLength(1);
    expect(JSON.stringify(found)).toContain(mine.id);
  });
});

describe("the data of a result is the API's", () => {
  /** `TEST_SEED` repeats a run. */
  it(`over checks made up from seed ${SEED}, answered and refused alike`, async () => {
    const seen = { answered: 0, refused: 0 };
    for (let number = 0; number < 36; number += 1) {
      const random = new Random(SEED * 1_000_003 + number);
      const body = validBody(random, { providerId: "tools", lon: -87.25, lat: 32.9 });
      if (number % 3 === 0) mutate(random, body);
      // Text that is no text cannot be sent twice in the same way.
      if (typeof body !== "object" || body.provider_id !== "tools" || Object.hasOwn(body, "__proto__")) continue;
      const args = { ...withoutProvider(body), explain: true };
      const where = `seed ${SEED}, request ${number}: ${JSON.stringify(body).slice(0, 800)}`;
      const response = await postAfter(args, body);
      if ("refused" in response) {
        seen.refused += 1;
        expect({ ...response.tool, request_id: "" }, where).toEqual({ ...response.refused, request_id: "" });
      } else {
        seen.answered += 1;
        expect(comparable(response.tool), where).toEqual(comparable(unsaved(response.answered)));
      }
    }
    expect(seen.answered).toBeGreaterThan(12);
    expect(seen.refused).toBeGreaterThan(0);
  }, 180_000);

  /** The tool first, so that it judges what the API has not saved yet. */
  async function postAfter(args: Json, body: Json) {
    const send = () => call(postCheck, caller, { body, query: "explain=true" });
    try {
      const { answer: tool } = await askTool(caller, "check_field", args);
      return { tool, answered: (await answer(await send(), esaCheckResponse)) as Json };
    } catch (unanswered) {
      const response = await send();
      if (response.status < 400) throw unanswered;
      const { error: tool } = await refusedTool(caller, "check_field", args);
      return { tool, refused: await refusal(response, response.status) };
    }
  }

  it("for buffers, with every wind and explained", async () => {
    const { id: own } = await saved(caller, { ...READY, application_id: "buffers", provider_field_id: "buffers" });
    for (const more of [{}, { wind_direction_deg: 10, wind_speed_mph: 14.5, droplet_size: null, geometry: "both" }]) {
      const asked = { application_event_id: own, ...WEST_WIND, ...more, wind_rose: true, explain: true };
      const { answer: tool } = await askTool(caller, "treatable_area", asked);
      const posted = await compute(caller, own, more, "wind_rose=true&explain=true");
      expect(comparable(tool)).toEqual(comparable(posted));
    }
  });

  it("for a start on another day than the application's, which is refused", async () => {
    const asked = { application_event_id: id, ...WEST_WIND, planned_start_at: "2031-01-02T11:00:00-06:00" };
    const { error } = await refusedTool(caller, "treatable_area", asked);
    expect(JSON.stringify(error)).toContain("planned_start_at");
  });

  it("for the rules behind the figures, all of them or those that mention some words", async () => {
    const { answer: whole } = await askTool(caller, "explain_number", { application_event_id: id });
    const { compliance } = whole as z.output<typeof explainNumberAnswer>;
    const body = { ...checkBody("tools"), ...READY, products: [...READY.products, NEEDS_6] };
    const posted = await answer(await call(postCheck, caller, { body, query: "explain=true" }), esaCheckResponse);
    expect(comparable(compliance)).toEqual(comparable(posted.compliance));
    const all = compliance.explanation ?? [];
    expect(all.length).toBeGreaterThan(3);
    const about = all[0]?.rule_id ?? "";
    const { answer: part } = await askTool(caller, "explain_number", { application_event_id: id, about });
    const mentioned = (part as z.output<typeof explainNumberAnswer>).compliance.explanation ?? [];
    expect(mentioned).toContainEqual(all[0]);
    expect(mentioned.length).toBeLessThan(all.length);
    expect(part.compliance).toMatchObject({ status: compliance.status, issues: compliance.issues });
  });

  it("for the gap: what the saved application has earned now, and what would close it", async () => {
    const { answer: gap } = await askTool(caller, "close_gap", { application_event_id: id });
    const { runoff, gap_advice: advice } = gap as z.output<typeof closeGapAnswer>;
    const application = await read(caller, id);
    expect(runoff).toEqual(application.compliance.runoff);
    expect(runoff[0]).toMatchObject({ status: "not_met" });
    expect(advice[0]?.gap).toBe(runoff[0]?.gap);
    expect(advice[0]?.sets.length).toBeGreaterThan(0);
  });

  it("for products", async () => {
    const { answer: tool } = await askTool(caller, "read_product", { registration: "99002-1", on: "2026-06-15" });
    const sent = { method: "GET", params: { registration: "99002-1" }, query: "on=2026-06-15" };
    expect(tool).toEqual(await answer(await call(getProduct, caller, sent), productDetailResponse));
  });
});

describe("what changed", () => {
  type Changed = z.output<typeof whatChangedAnswer>;
  const changed = async (application: string): Promise<Changed> =>
    (await askTool(caller, "what_changed", { application_event_id: application })).answer as Changed;
  const NOTHING = { issues_added: [], issues_removed: [], pulas_added: [], pulas_removed: [], required_points: [] };

  it("is nothing right after a check, and right after a computation with its wind", async () => {
    const { id: own, answer: checked } = await saved(caller, {
      ...READY,
      application_id: "same",
      provider_field_id: "same",
    });
    expect(await changed(own)).toMatchObject({
      ...NOTHING,
      is_with_wind: false,
      status_now: checked.compliance.status,
      last_check: { status: checked.compliance.status },
    });
    const computed = await compute(caller, own, { droplet_size: "C" });
    expect(await changed(own)).toMatchObject({
      ...NOTHING,
      is_with_wind: true,
      status_now: computed.compliance.status,
      last_check: { status: computed.compliance.status },
    });
    expect((await changed(own)).data).toEqual((await read(caller, own)).compliance.data);
  });

  it("is nothing after a computation with another rate, which is the one that is sprayed", async () => {
    const { id: own } = await saved(caller, { ...READY, application_id: "rate", provider_field_id: "rate" });
    const update = { product_index: 0, epa_number: NEEDS_4.epa_number, rate: 90, rate_unit: NEEDS_4.rate_unit };
    const computed = await compute(caller, own, { rate_updates: [update] });
    expect(computed.compliance.issues.map(({ code }) => code)).toContain("DRIFT_RATE_TIER_UNRESOLVED");
    expect(await changed(own)).toMatchObject({ ...NOTHING, status_now: computed.compliance.status });
  });

  it("is nothing after a computation in heat, at a later stage of the crop", async () => {
    const names = { application_id: "heat", provider_field_id: "heat" };
    const { id: own } = await saved(caller, { ...READY, ...names, products: [STRYAX], crop_stage: "V4" });
    const computed = await compute(caller, own, { crop_stage: "R2", forecast_high_f: 97 });
    const codes = computed.compliance.issues.map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(["TEMPERATURE_OUTSIDE_LABEL_RANGE", "DATE_OUTSIDE_LABEL_WINDOW"]));
    expect(await changed(own)).toMatchObject({ ...NOTHING, status_now: computed.compliance.status });
  });

  it("is what came since, with the verdict that it makes; the last check stays as it was", async () => {
    const { id: own } = await saved(caller, { ...READY, application_id: "more", provider_field_id: "more" });
    const before = await changed(own);
    const more =
      "UPDATE application SET products = jsonb_set(products, '{0,rate}', '90') WHERE application_id = 'more'";
    await sql("tools", more);
    const after = await changed(own);
    expect([before.issues_added, after.issues_added]).toEqual([
      [],
      ["LABEL_LIMIT_EXCEEDED", "DRIFT_RATE_TIER_UNRESOLVED"],
    ]);
    expect(after.status_now).toBe("not_met");
    expect(after.last_check).toEqual(before.last_check);
  });
});
