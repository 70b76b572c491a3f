import { noForecastSource } from "@/lib/gateways/forecast-source";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { z } from "zod";
import { GET } from "@/app/api/v2/applications/[applicationEventId]/spray-windows/route";
import { sprayWindowsResponse } from "@/lib/contracts/v2/spray-windows";
import { issueEffect } from "@/lib/domain/issues";
import type { StubHour } from "@/lib/gateways/stub/forecast-weather";
import { getDeps } from "@/lib/runtime/deps";
import { AS_SAVED } from "@/lib/usecases/applications/drift-buffer/application-now";
import { previewAsComputed } from "@/lib/usecases/applications/preview-drift-buffer";
import { ACRE_SQM } from "@/lib/domain/units";
import { NEEDS_6, saved } from "@/tests/contract/v2/compliance/support";
import { prepareSoundGround } from "@/tests/contract/v2/drift/support";
import { snapshot, sql } from "@/tests/contract/v2/esa-check/support";
import { answer, call, makeCaller, refusal, type Caller } from "@/tests/support/api";
import { connectForecast, type ConnectedForecast } from "@/tests/support/forecast";
import { STRYAX, STRYAX_ADJUVANTS } from "@/tests/support/requests";
import type { Connected } from "@/tests/support/soil-ground";

type Windows = z.output<typeof sprayWindowsResponse>;

const KMH_PER_MPH = 1.609344;
const HOUR_MS = 3_600_000;
/** When it is for the forecasts, from the first on: in the middle of a year, so that no week crosses two. */
const NOW = Date.UTC(2027, 5, 15, 17, 30);
const AHEAD_MS = NOW - Date.now();
/** Mild, dry and mixed air; each test changes what it is about. */
const MILD: StubHour = {
  temperature: 20,
  relativeHumidity: 50,
  windDirection: 270,
  windSpeed: 8 * KMH_PER_MPH,
  windGust: 12 * KMH_PER_MPH,
  skyCover: 60,
  probabilityOfPrecipitation: 0,
  quantitativePrecipitation: 0,
};

let caller: Caller;
let soil: Connected;
let weather: ConnectedForecast;
let id: string;
const stryax = (name: string, more: Record<string, unknown> = {}) =>
  saved(caller, {
    application_id: name,
    application_date: new Date(NOW).toISOString().slice(0, 10),
    droplet_size: "C",
    boom_height: "low",
    gpa: 15,
    products: [STRYAX, ...STRYAX_ADJUVANTS],
    ...more,
  });

beforeAll(async () => {
  soil = await prepareSoundGround();
  weather = await connectForecast(() => Date.now() + AHEAD_MS);
  caller = await makeCaller("windows");
  ({ id } = await stryax("windows-1"));
});
afterAll(async () => {
  await weather.close();
  await soil.close();
  await (await getDeps()).driftThreads.close();
});
beforeEach(() => {
  weather.stub.setFault(null);
  weather.stub.setWeather(() => MILD);
  weather.forget();
});

/** The computation with the air of an hour, as someone at the sprayer would ask for it. */
const computedIn = async ({ starts_at, ...air }: Windows["hours"][number]) =>
  previewAsComputed(
    { deps: await getDeps(), provider: caller, signal: new AbortController().signal },
    {
      applicationEventId: id,
      weather: {
        windDirectionDeg: air.wind_direction_deg ?? NaN,
        windSpeedMph: air.wind_speed_mph ?? NaN,
        temperatureF: air.temperature_f,
        humidityPercent: air.humidity_percent,
      },
      setup: {
        ...AS_SAVED,
        details: { plannedStartAt: starts_at, forecastHighF: 68, forecastNextDayHighF: 68, rainExpectedInHours: 100 },
      },
      withWindRose: false,
      withExplanation: false,
    },
  );

const ask = (who: Caller | null, of = id): Promise<Response> =>
  call(GET, who, { method: "GET", params: { applicationEventId: of } });
const windows = async (of = id): Promise<Windows> => answer(await ask(caller, of), sprayWindowsResponse);
const statesOf = ({ hours }: Windows) => new Set(hours.map(({ state }) => state));
const codes = ({ reasons }: Windows["hours"][number]) => reasons.map(({ code }) => code);

describe("the windows of an application", () => {
  it("give each hour what a computation with its air gives, and change nothing of field or application", async () => {
    const speeds = [2, 4, 7, 9, 11];
    weather.stub.setWeather((_at, index) => ({
      ...MILD,
      windDirection: (index * 50) % 360,
      // No wind in some hours. How far the forecast's highs reach hangs on the time of day, so they leave hours open or not.
      windSpeed: index % 31 === 30 ? null : (speeds[index % speeds.length] ?? 0) * KMH_PER_MPH,
      relativeHumidity: index % 2 === 0 ? 50 : 70,
    }));
    const before = await snapshot(caller.providerId);
    const found = await windows();
    expect(await snapshot(caller.providerId)).toBe(before);
    expect(found.hours).toHaveLength(168);
    expect(statesOf(found)).toEqual(new Set(["open", "closed", "unknown"]));
    const of = (state: string) => found.hours.filter((hour) => hour.state === state);
    for (const hour of [...of("open").slice(0, 20), ...of("closed").slice(0, 10)]) {
      const { computation } = await computedIn(hour);
      if (hour.state === "open") {
        const off = Math.abs((hour.treatable_acres ?? NaN) * ACRE_SQM - (computation.areas.treatableSqm ?? NaN));
        expect(off).toBeLessThanOrEqual(computation.areas.fieldSqm * 1e-4 + 0.01 * ACRE_SQM);
        expect(computation.issues.map(issueEffect)).not.toContain("not_met");
      } else {
        const broken = computation.issues.filter((each) => issueEffect(each) === "not_met").map(({ code }) => code);
        expect(hour.reasons.flatMap(({ code }) => code ?? [])).toEqual(broken);
        expect(hour.treatable_acres).toBeNull();
      }
    }
  });

  it("are ranked by the ground they leave, and made of open hours in a row", async () => {
    weather.stub.setWeather((_at, index) => ({ ...MILD, windDirection: index % 24 < 12 ? 270 : 225 }));
    const { windows: ranked, hours, field_acres: field } = await windows();
    expect(ranked.length).toBeGreaterThan(1);
    const covered = ranked.flatMap((each) => {
      const [from, until] = [Date.parse(each.starts_at), Date.parse(each.ends_at)];
      const own = hours.filter(({ starts_at }) => Date.parse(starts_at) >= from && Date.parse(starts_at) < until);
      expect(own.map(({ state }) => state)).toEqual(Array<string>((until - from) / HOUR_MS).fill("open"));
      const areas = own.map(({ treatable_acres }) => treatable_acres ?? NaN);
      expect([Math.min(...areas), Math.max(...areas)]).toEqual([each.treatable_acres, each.treatable_acres_most]);
      return own;
    });
    expect(covered).toHaveLength(hours.filter(({ state }) => state === "open").length);
    const least = ranked.map(({ treatable_acres }) => treatable_acres);
    least.slice(1).forEach((acres, index) => expect(acres).toBeLessThanOrEqual((least[index] ?? 0) + field * 0.011));
  });

  it("close at night by the label's part of the day, an hour that outlasts it too, and hint at inversions", async () => {
    const { hours, windows: ranked } = await windows();
    const byDay = hours.filter(({ state }) => state === "open");
    expect(byDay.length).toBeGreaterThan(20);
    expect(hours.flatMap(codes)).toContain("DATE_OUTSIDE_LABEL_WINDOW");
    const outlasted = hours.filter(({ reasons }) => reasons.some(({ why }) => why === "ends_outside"));
    expect(outlasted.length).toBeGreaterThanOrEqual(5);
    for (const { state, reasons } of outlasted) {
      expect(state).toBe("closed");
      expect(reasons[0]).toMatchObject({ rule_id: "product:264-1241:condition:time-of-day", code: null });
    }
    expect(ranked.every(({ may_be_inverted }) => !may_be_inverted)).toBe(true);
    weather.stub.setWeather(() => ({ ...MILD, skyCover: 0 }));
    weather.forget();
    const clear = await windows();
    expect(clear.hours.some(({ may_be_inverted }) => may_be_inverted)).toBe(true);
    expect(clear.hours.map(({ state }) => state)).toEqual(hours.map(({ state }) => state));
  });

  it("do not open an hour whose value a label asks about and the forecast lacks", async () => {
    weather.stub.setFault("text_wind");
    const noWind = await windows();
    expect(statesOf(noWind)).toEqual(new Set(["unknown"]));
    expect(noWind.hours[0]?.reasons).toMatchObject([
      {
        why: "wind_missing",
        code: null,
        product_index: null,
        rule_id: null,
        text: "The forecast has no wind for this hour.",
      },
    ]);
    expect(noWind).toMatchObject({ windows: [], summary: "No window in the coming 7 days." });
    weather.stub.setFault(null);
    weather.stub.setWeather(() => ({ ...MILD, temperature: null }));
    weather.forget();
    const noHigh = await windows();
    expect(statesOf(noHigh)).toEqual(new Set(["closed", "unknown"]));
    expect(noHigh.hours.flatMap(({ reasons }) => reasons)).toContainEqual(
      expect.objectContaining({ why: "value_missing", rule_id: "product:264-1241:condition:forecast-day" }),
    );
  });

  it("follow heat that is forecast for the day or the day after", async () => {
    const hotFromMs = NOW + 80 * HOUR_MS;
    weather.stub.setWeather((at) => ({ ...MILD, temperature: at > hotFromMs ? 36 : 20 }));
    const { hours } = await windows();
    const open = hours.filter(({ state }) => state === "open");
    expect(open.length).toBeGreaterThan(0);
    for (const { starts_at } of open) expect(Date.parse(starts_at)).toBeLessThan(hotFromMs - 12 * HOUR_MS);
    expect(hours.flatMap(codes)).toContain("TEMPERATURE_OUTSIDE_LABEL_RANGE");
  });

  it("ask for no rain for as long as the label does, and say so where the forecast ends before", async () => {
    const rainAtMs = NOW + 100 * HOUR_MS;
    const { id: enlist } = await stryax("windows-rain", {
      products: [{ product_name: "Enlist One", epa_number: "62719-695", rate: 32, rate_unit: "fl oz/ac" }],
    });
    weather.stub.setWeather((at) => ({
      ...MILD,
      probabilityOfPrecipitation: at >= rainAtMs && at < rainAtMs + 2 * HOUR_MS ? 60 : 0,
    }));
    const { hours } = await windows(enlist);
    const aboutRain = ({ reasons }: Windows["hours"][number]) =>
      reasons.some(({ rule_id, why, text }) =>
        why === "issue" ? /rain/i.test(text) : (rule_id ?? "").endsWith(":rain"),
      );
    for (const [index, hour] of hours.entries()) {
      const toRain = 100 - index;
      if (toRain > 49) expect(aboutRain(hour)).toBe(false);
      if (toRain >= 0 && toRain <= 47) expect(hour.state).toBe("closed");
      if (index >= 103 && index < 119) expect(hour.state).not.toBe("closed");
      if (index >= 121) expect(hour.state).not.toBe("open");
    }
  });

  it("close while rain is forecast where the label forbids it during rain, and are not known where no one says", async () => {
    weather.stub.setWeather((_at, index) => ({
      ...MILD,
      probabilityOfPrecipitation: index >= 40 && index < 90 ? null : index < 40 ? 80 : 0,
      quantitativePrecipitation: index < 40 ? 2 : 0,
    }));
    const { hours, windows: ranked } = await windows();
    const byDay = hours.map(({ state, reasons }, index) => ({
      index,
      state,
      rules: reasons.map(({ rule_id }) => rule_id),
    }));
    expect(new Set(byDay.slice(0, 40).map(({ state }) => state))).toEqual(new Set(["closed"]));
    expect(new Set(byDay.slice(40, 90).map(({ state }) => state))).toEqual(new Set(["closed", "unknown"]));
    expect(byDay.slice(90).some(({ state }) => state === "open")).toBe(true);
    expect(byDay.slice(0, 40).every(({ rules }) => rules.includes("product:264-1241:condition:rain"))).toBe(true);
    const firstDry = Date.parse(hours[90]?.starts_at ?? "");
    for (const { starts_at } of ranked) expect(Date.parse(starts_at)).toBeGreaterThanOrEqual(firstDry);
  });

  it("name what stands in the way in every hour, once", async () => {
    const { id: bare } = await stryax("windows-standing", { products: [STRYAX] });
    const { standing_issues: standing, hours, summary } = await windows(bare);
    expect(standing.map(({ code }) => code)).toContain("ADJUVANT_REQUIREMENT_UNMET");
    expect(hours.every(({ state }) => state === "closed")).toBe(true);
    expect(summary).toBe("No window: something stands in the way in every hour.");
  });

  it("are none while the setup lacks what a label asks about, though the weather leaves hours open", async () => {
    const { id: bare } = await stryax("windows-no-droplets", { droplet_size: null });
    const { standing_issues: standing, hours, windows: ranked, summary } = await windows(bare);
    expect(standing.map(({ code }) => code)).toContain("DROPLET_SIZE_MISSING");
    expect(hours.some(({ state }) => state === "open")).toBe(true);
    expect(ranked).toEqual([]);
    expect(summary).toBe("No window: something stands in the way in every hour.");
  });

  it("are none while runoff points are short, and say how many", async () => {
    const { id: shortOf } = await stryax("windows-short", { products: [NEEDS_6], droplet_size: "VC" });
    const found = await windows(shortOf);
    expect(found.standing_runoff).toEqual([{ mitigation_type: "epa_runoff", gap: expect.any(Number) as number }]);
    expect(found.windows).toEqual([]);
    expect(found.summary).toBe("No window: something stands in the way in every hour.");
  });

  it("are none on days on which a measure is not in place yet, and some from its day on", async () => {
    const { id: later } = await stryax("windows-dated", { products: [NEEDS_6], droplet_size: "VC" });
    const inPlace = new Date(NOW + 72 * HOUR_MS).toISOString().slice(0, 10);
    await sql(
      caller.providerId,
      `INSERT INTO measure_selection (provider_id, field_id, year, system, sub_option_id, source, implementation_date)
       SELECT provider_id, field_id, date_part('year', application_date)::int, 'epa_runoff', 210, 'portal', $2::date
       FROM application WHERE application_event_id = $1`,
      [later, inPlace],
    );
    const found = await windows(later);
    const dayOf = (moment: string) =>
      new Intl.DateTimeFormat("sv-SE", { timeZone: found.forecast.time_zone }).format(new Date(moment));
    expect(found.standing_runoff).toEqual([]);
    const before = found.hours.filter(({ starts_at }) => dayOf(starts_at) < inPlace);
    expect(new Set(before.map(({ state }) => state))).toEqual(new Set(["closed"]));
    expect(before[0]?.reasons.at(-1)).toEqual({
      why: "runoff_short",
      code: null,
      product_index: null,
      rule_id: null,
      text: "Runoff points short on this day: 3.",
    });
    expect(found.hours.flatMap(({ reasons }) => reasons.map(({ why }) => why))).toContain("runoff_short");
    for (const { starts_at } of found.windows) expect(dayOf(starts_at) >= inPlace).toBe(true);
  });

  it("say that the application is of a day which the forecast does not reach", async () => {
    const day = new Date(NOW + 60 * 24 * HOUR_MS).toISOString().slice(0, 10);
    const { id: ahead } = await stryax("windows-ahead", { application_date: day });
    expect((await windows(ahead)).summary).toMatch(
      / That is this week: the application is dated \w{3} \d+, \d{4}, which no forecast reaches yet\.$/,
    );
  });

  it("are none for an application whose day is over", async () => {
    const day = new Date(NOW - 30 * 24 * HOUR_MS).toISOString().slice(0, 10);
    const { id: past } = await stryax("windows-past", { application_date: day });
    const { hours, windows: ranked, summary } = await windows(past);
    expect(hours.some(({ state }) => state === "open")).toBe(true);
    expect(ranked).toEqual([]);
    expect(summary).toMatch(/^The day of this application, \w{3} \d+, \d{4}, is over\. There is no window for it\.$/);
  });

  it("are another provider's business alone", async () => {
    const other = await makeCaller("windows-other");
    expect((await refusal(await ask(other), 404)).code).toBe("APPLICATION_NOT_FOUND");
    expect((await refusal(await ask(null), 401)).code).toBe("UNAUTHORIZED");
  });
});

describe("without a forecast there is no window", () => {
  it.each([
    ["expired", true, /expired/],
    ["stale", true, /12 hours old/],
    ["unavailable", true, /did not answer/],
    ["cut_json", true, /did not answer/],
    ["not_covered", false, /no forecast for this place/],
  ] as const)("%s", async (fault, retryable, message) => {
    weather.stub.setFault(fault);
    const refused = await refusal(await ask(caller), 503);
    expect(refused).toMatchObject({ code: "REQUEST_FAILED", retryable });
    expect(refused.message).toMatch(message);
  });

  it("where no weather service is connected", async () => {
    const deps = await getDeps();
    deps.forecasts = noForecastSource;
    const refused = await refusal(await ask(caller), 503);
    expect(refused).toMatchObject({ code: "REQUEST_FAILED", retryable: false });
    expect(refused.message).toMatch(/No weather service is connected/);
  });
});
