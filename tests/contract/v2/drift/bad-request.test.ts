import { beforeAll, describe, expect, it } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { sendCompute, WEST_WIND } from "@/tests/contract/v2/drift/support";
import { makeCaller, refusal, type Caller } from "@/tests/support/api";

let caller: Caller;
beforeAll(async () => {
  caller = await makeCaller("drift-bad");
});

const RATE = { product_index: 0, epa_number: "99002-1", rate: 1, rate_unit: "lb/ac" };
const rate = (more: Record<string, unknown>) => ({ rate_updates: [{ ...RATE, ...more }] });
const without = (name: string) => ({
  rate_updates: [Object.fromEntries(Object.entries(RATE).filter(([member]) => member !== name))],
});

type Case = [title: string, body: Record<string, unknown>, path: (string | number)[]];
const CASES: Case[] = [
  ["no direction", { wind_direction_deg: undefined }, ["wind_direction_deg"]],
  ["null direction", { wind_direction_deg: null }, ["wind_direction_deg"]],
  ["a full turn", { wind_direction_deg: 360 }, ["wind_direction_deg"]],
  ["a direction below north", { wind_direction_deg: -0.01 }, ["wind_direction_deg"]],
  ["a direction as text", { wind_direction_deg: "270" }, ["wind_direction_deg"]],
  ["no speed", { wind_speed_mph: undefined }, ["wind_speed_mph"]],
  ["a hurricane", { wind_speed_mph: 80.01 }, ["wind_speed_mph"]],
  ["a speed below zero", { wind_speed_mph: -1 }, ["wind_speed_mph"]],
  ["colder than the range", { temperature_f: -100.5 }, ["temperature_f"]],
  ["hotter than the range", { temperature_f: 200.5 }, ["temperature_f"]],
  ["humidity below zero", { humidity_percent: -1 }, ["humidity_percent"]],
  ["humidity above 100", { humidity_percent: 101 }, ["humidity_percent"]],
  ["an unknown method", { application_method: "Catapult" }, ["application_method"]],
  ["a null method", { application_method: null }, ["application_method"]],
  ["an unknown droplet size", { droplet_size: "huge" }, ["droplet_size"]],
  ["an unknown boom height", { boom_height: "middle" }, ["boom_height"]],
  ["gpa of zero", { gpa: 0 }, ["gpa"]],
  ["an unknown geometry", { geometry: "all" }, ["geometry"]],
  ["a misspelled member", { droplet: "VC" }, []],
  ["a provider id, which the path and the key say", { provider_id: "drift-bad" }, []],
  ["more than 100 rates", { rate_updates: Array.from({ length: 101 }, () => RATE) }, ["rate_updates"]],
  ["a rate without its product", without("product_index"), ["rate_updates", 0, "product_index"]],
  ["a rate without its number", without("epa_number"), ["rate_updates", 0, "epa_number"]],
  ["a rate without a figure", without("rate"), ["rate_updates", 0, "rate"]],
  ["a rate without its unit", without("rate_unit"), ["rate_updates", 0, "rate_unit"]],
  ["an empty unit", rate({ rate_unit: "" }), ["rate_updates", 0, "rate_unit"]],
  ["a rate below zero", rate({ rate: -1 }), ["rate_updates", 0, "rate"]],
  ["a product index of a half", rate({ product_index: 0.5 }), ["rate_updates", 0, "product_index"]],
  ["an unknown state", rate({ rate_unit_state: "gas" }), ["rate_updates", 0, "rate_unit_state"]],
  ["rows without a distance", rate({ row_spacing_inches: 0 }), ["rate_updates", 0, "row_spacing_inches"]],
  ["a misspelled member of a rate", rate({ spacing: 30 }), ["rate_updates", 0]],
];

describe("422 INVALID_REQUEST with one fault and its path, before anything is looked up:", () => {
  it.each(CASES)("%s", async (_title, more, path) => {
    const found = await refusal(await sendCompute(caller, uuidv7(), { body: { ...WEST_WIND, ...more } }), 422);
    expect(found).toMatchObject({ code: "INVALID_REQUEST", retryable: false });
    expect(found.details).toHaveLength(1);
    expect(found.details?.[0]?.path).toEqual(path);
  });

  it.each([
    ["wind_rose=yes", "wind_rose"],
    ["wind_rose=true&wind_rose=true", "wind_rose"],
    ["explain=1", "explain"],
    ["windrose=true", "windrose"],
  ])("the query %s", async (query, name) => {
    const found = await refusal(await sendCompute(caller, uuidv7(), { query }), 422);
    expect(found.code).toBe("INVALID_REQUEST");
    expect(found.details).toHaveLength(1);
    expect(JSON.stringify(found.details?.[0])).toContain(name);
  });

  it("a reference that is none", async () => {
    const found = await refusal(await sendCompute(caller, "application-1"), 422);
    expect(found.details?.[0]?.path).toEqual(["application_event_id"]);
  });
});

it("every limit itself is accepted: the answer is that there is no such application", async () => {
  const edges = [
    { wind_direction_deg: 0, wind_speed_mph: 0, temperature_f: -100, humidity_percent: 0, gpa: 1e-9 },
    { wind_direction_deg: 359.999999, wind_speed_mph: 80, temperature_f: 200, humidity_percent: 100 },
  ];
  for (const body of edges) {
    expect((await refusal(await sendCompute(caller, uuidv7(), { body }), 404)).code).toBe("APPLICATION_NOT_FOUND");
  }
});
