import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { saved } from "@/tests/contract/v2/compliance/support";
import { codesOf, compute, prepareSoundGround, refusedCompute } from "@/tests/contract/v2/drift/support";
import type { Body } from "@/tests/contract/v2/esa-check/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { STRYAX, STRYAX_ADJUVANTS } from "@/tests/support/requests";
import type { Connected } from "@/tests/support/soil-ground";

let caller: Caller;
let soil: Connected;
let id: string;
beforeAll(async () => {
  soil = await prepareSoundGround();
  caller = await makeCaller("at-the-sprayer");
  const setup = { products: [STRYAX, ...STRYAX_ADJUVANTS], droplet_size: "C", boom_height: "low", gpa: 15 };
  id = (await saved(caller, { application_id: "sprayer", crop_stage: "V4", ...setup })).id;
});
afterAll(() => soil.close());

/** Air and hour that the label allows: 3 to 10 mph, below 95 °F, an hour after sunrise to two before sunset, no rain. */
const ALLOWED = {
  wind_speed_mph: 6,
  temperature_f: 80,
  forecast_high_f: 90,
  forecast_next_day_high_f: 91,
  planned_start_at: "2026-06-15T11:00:00-05:00",
  rain_expected_in_hours: 48,
};
const LABEL_FT = 240;
const atSprayer = async (more: Body = {}) => {
  const found = await compute(caller, id, { ...ALLOWED, ...more });
  const { status: overall, unjudged, drift } = found.compliance;
  return {
    overall,
    codes: codesOf(found),
    status: drift.status,
    buffers: found.application_time.edges.map(({ buffer_ft }) => buffer_ft).filter((each) => each !== null && each > 0),
    unjudged: unjudged.map(({ rule_id }) => rule_id.replace(/^.*:/, "")),
  };
};

describe("the label's conditions when spraying begins", () => {
  it("that are all kept leave the buffer to decide", async () => {
    const found = await atSprayer();
    expect([found.status, found.buffers]).toEqual(["met", [LABEL_FT]]);
  });

  it.each<[string, Body, string]>([
    ["wind below the label's", { wind_speed_mph: 2.9 }, "WIND_OUTSIDE_LABEL_RANGE"],
    ["calm air", { wind_speed_mph: 0.4 }, "WIND_OUTSIDE_LABEL_RANGE"],
    ["wind above it", { wind_speed_mph: 10.1 }, "WIND_OUTSIDE_LABEL_RANGE"],
    ["heat on the day", { forecast_high_f: 95 }, "TEMPERATURE_OUTSIDE_LABEL_RANGE"],
    ["heat on the day after", { forecast_next_day_high_f: 95 }, "TEMPERATURE_OUTSIDE_LABEL_RANGE"],
    ["heat at the field that no one forecast", { temperature_f: 95.5 }, "TEMPERATURE_OUTSIDE_LABEL_RANGE"],
    ["an hour too early", { planned_start_at: "2026-06-15T06:00:00-05:00" }, "DATE_OUTSIDE_LABEL_WINDOW"],
    ["an hour too late", { planned_start_at: "2026-06-15T18:30:00-05:00" }, "DATE_OUTSIDE_LABEL_WINDOW"],
    ["a later stage of the crop", { crop_stage: "R2" }, "DATE_OUTSIDE_LABEL_WINDOW"],
  ])("%s: a known no, and no edge has a buffer that could be kept", async (_title, more, code) => {
    const found = await atSprayer(more);
    expect(found.codes).toContain(code);
    expect([found.status, found.buffers]).toEqual(["not_met", []]);
  });

  it.each<[string, Body]>([
    ["wind at the lower end", { wind_speed_mph: 3 }],
    ["wind at the upper end", { wind_speed_mph: 10 }],
    ["just below the heat", { forecast_high_f: 94.9, forecast_next_day_high_f: 94.9, temperature_f: 94 }],
  ])("%s is within it", async (_title, more) => {
    expect((await atSprayer(more)).status).toBe("met");
  });

  it("that no one sent are listed as not judged, and not taken as kept", async () => {
    const all = await atSprayer();
    const none = await atSprayer({
      ...{ temperature_f: null, forecast_high_f: null, forecast_next_day_high_f: null },
      ...{ planned_start_at: null, rain_expected_in_hours: null },
    });
    const missing = ["forecast-day", "forecast-next-day"];
    expect(all.unjudged.filter((each) => missing.includes(each))).toEqual([]);
    expect(none.unjudged).toEqual(expect.arrayContaining(missing));
    expect(none.codes).toContain("LABEL_CONDITIONS_NOT_CHECKED");
    // Dry hours ahead do not say that no rain falls now.
    expect([all.unjudged.includes("rain"), none.unjudged.includes("rain")]).toEqual([true, true]);
  });

  it("rain as spraying begins is a known no, with the buffer as it would be", async () => {
    const found = await atSprayer({ rain_expected_in_hours: 0 });
    expect(found.codes).toContain("LABEL_LIMIT_EXCEEDED");
    expect([found.overall, found.buffers]).toEqual(["not_met", [LABEL_FT]]);
  });

  it("go by the day of the application: a start on another day is refused", async () => {
    const refused = await refusedCompute(caller, id, 422, { planned_start_at: "2026-06-16T11:00:00-05:00" });
    expect(JSON.stringify(refused)).toContain("planned_start_at");
  });
});
