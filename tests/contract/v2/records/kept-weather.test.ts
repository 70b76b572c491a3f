import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { z } from "zod";
import { GET, POST } from "@/app/api/v2/applications/[applicationEventId]/record/route";
import { POST as SIGN } from "@/app/api/v2/applications/[applicationEventId]/record/sign-off/route";
import { GET as WINDOWS } from "@/app/api/v2/applications/[applicationEventId]/spray-windows/route";
import { GET as SEASON } from "@/app/api/v2/records.csv/route";
import { applicationRecordResponse } from "@/lib/contracts/v2/application-record";
import { asProvider } from "@/lib/data/db";
import { keepForecast } from "@/lib/data/kept-forecasts";
import { HOUR_MS } from "@/lib/domain/forecast";
import { MOST_KEPT_FORECASTS, type KeptForecast } from "@/lib/domain/kept-weather";
import { getDeps } from "@/lib/runtime/deps";
import { purgeForecasts } from "@/lib/usecases/records/purge-records";
import { saved } from "@/tests/contract/v2/compliance/support";
import { compute, prepareSoundGround } from "@/tests/contract/v2/drift/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { answer, call, makeCaller, type Caller } from "@/tests/support/api";
import { connectForecast, type ConnectedForecast } from "@/tests/support/forecast";
import { STRYAX, STRYAX_ADJUVANTS } from "@/tests/support/requests";
import type { Connected } from "@/tests/support/soil-ground";

type Answer = z.output<typeof applicationRecordResponse>;

let caller: Caller;
let soil: Connected;
let weather: ConnectedForecast;

beforeAll(async () => {
  soil = await prepareSoundGround();
  weather = await connectForecast();
  caller = await makeCaller("kept-weather");
});
afterAll(async () => {
  await weather.close();
  await soil.close();
  await (await getDeps()).driftThreads.close();
});
beforeEach(() => weather.forget());

const at = (id: string) => ({ params: { applicationEventId: id } });
const read = async (id: string): Promise<Answer> =>
  answer(await call(GET, caller, { method: "GET", ...at(id) }), applicationRecordResponse);
const write = async (id: string, ...entries: unknown[]): Promise<Answer> =>
  answer(await call(POST, caller, { body: { entries }, ...at(id) }), applicationRecordResponse);
const windows = async (id: string): Promise<void> => {
  expect((await call(WINDOWS, caller, { method: "GET", ...at(id) })).status).toBe(200);
};
const rows = (id: string) =>
  sql<{ n: number }>(
    caller.providerId,
    "SELECT count(*)::int AS n FROM kept_forecast WHERE application_event_id = $1",
    [id],
  );

const application = async (name: string): Promise<string> =>
  (
    await saved(caller, {
      application_id: name,
      provider_field_id: name,
      application_date: new Date().toISOString().slice(0, 10),
      droplet_size: "C",
      boom_height: "low",
      gpa: 15,
      products: [STRYAX, ...STRYAX_ADJUVANTS],
    })
  ).id;

const reading = (moment: string, readAt: Date) => ({
  kind: "reading",
  entry_id: randomUUID(),
  written_at: readAt.toISOString(),
  moment,
  read_at: readAt.toISOString(),
  wind_speed_mph: 7,
  wind_direction_deg: 210,
  temperature_f: 74,
});

const keep = async (id: string, issuedAt: Date, readAt: Date): Promise<void> => {
  const { db } = await getDeps();
  const hour = { windDirectionDeg: 90, windSpeedMph: 5, windGustMph: null, temperatureF: 70, humidityPercent: null };
  const forecast: KeptForecast = {
    source: "nws",
    issuedAt,
    readAt,
    timeZone: "America/Chicago",
    note: null,
    hours: [{ startsAt: readAt, ...hour, rainChancePercent: null, rainMm: null, skyCoverPercent: null }],
    highs: [],
  };
  await asProvider(db, caller.providerId, (tx) => keepForecast(tx, caller.providerId, id, forecast));
};

it("keeps the forecast that windows were planned by, once an issue, with its source, times and hours", async () => {
  const id = await application("planned");
  expect((await read(id)).weather).toEqual({ observed: null, forecast: null });
  await windows(id);
  await windows(id);
  expect(await rows(id)).toEqual([{ n: 1 }]);
  await compute(caller, id, { wind_speed_mph: 8 });
  const start = new Date(Date.now() + HOUR_MS);
  const { weather: kept, sets } = await write(id, reading("start", start), reading("end", new Date(+start + HOUR_MS)));
  expect(kept.observed).toMatchObject({ source: "request", wind_speed_mph: 8 });
  expect(kept.forecast).toMatchObject({ source: "nws", note: null });
  expect(kept.forecast?.hours.length).toBeGreaterThanOrEqual(2);
  const [first] = kept.forecast?.hours ?? [];
  expect(Date.parse(first?.starts_at ?? "")).toBeLessThanOrEqual(+start);
  expect(typeof first?.wind_speed_mph).toBe("number");
  // The next day is whole in the forecast, whatever the hour it was read in.
  const highs = sets[0]?.items.flatMap(({ values }) => values).filter(({ part }) => part === "forecast_highs");
  expect(highs).toContainEqual({
    part: "forecast_highs",
    source: "forecast",
    text: `next day ${kept.forecast?.next_day_high_f ?? ""} °F`,
  });
});

it("shows the last forecast that was read before the start, and signs it with the record", async () => {
  const id = await application("signed");
  const start = new Date(Date.parse("2026-11-20T15:00:00Z"));
  const before = new Date(+start - HOUR_MS);
  await keep(id, new Date(+start - 5 * HOUR_MS), new Date(+start - 4 * HOUR_MS));
  await keep(id, new Date(+start - 3 * HOUR_MS), before);
  await keep(id, new Date(+start + HOUR_MS), new Date(+start + 2 * HOUR_MS));
  const written = await write(id, reading("start", start), reading("end", new Date(+start + HOUR_MS)));
  expect(written.weather.forecast?.read_at).toBe(before.toISOString());
  const signature = await call(SIGN, caller, { body: { signed_by: "Jo Field", entries_seen: 2 }, ...at(id) });
  expect(signature.status).toBe(200);
  await keep(id, new Date(+start - 2 * HOUR_MS), new Date(+start - 1000));
  expect((await read(id)).weather.forecast?.read_at).toBe(before.toISOString());
  const [row] = await sql<{ signed_record: string }>(
    caller.providerId,
    "SELECT signed_record FROM application_record WHERE application_event_id = $1",
    [id],
  );
  expect(row?.signed_record).toContain(`"readAt":"${before.toISOString()}"`);
  const season = await call(SEASON, caller, { method: "GET", query: "year=2026&limit=200" });
  const table = parse<Record<string, string>>(await season.text(), { columns: true, bom: true });
  const line = table.find((each) => each.application_event_id === id);
  expect(line).toMatchObject({ forecast_source: "nws", forecast_read_at: before.toISOString(), observed_air: "" });
});

it("keeps the newest forecasts of an application and no more, and forgets those without a record after 400 days", async () => {
  const id = await application("bounded");
  const first = Date.parse("2024-01-01T00:00:00Z");
  for (let issue = 0; issue < MOST_KEPT_FORECASTS + 3; issue += 1) {
    await keep(id, new Date(first + issue * HOUR_MS), new Date(first + issue * HOUR_MS));
  }
  const [oldest] = await sql<{ n: number; issued: Date }>(
    caller.providerId,
    "SELECT count(*)::int AS n, min(issued_at) AS issued FROM kept_forecast WHERE application_event_id = $1",
    [id],
  );
  expect(oldest).toEqual({ n: MOST_KEPT_FORECASTS, issued: new Date(first + 3 * HOUR_MS) });
  expect(await purgeForecasts(await getDeps())).toBeGreaterThanOrEqual(MOST_KEPT_FORECASTS);
  expect(await rows(id)).toEqual([{ n: 0 }]);
});

it("keeps the last forecast before the start that stands in the record, however many are read after it", async () => {
  const id = await application("read-on");
  const start = new Date(Date.parse("2026-11-19T15:00:00Z"));
  const before = new Date(+start - HOUR_MS);
  await keep(id, new Date(+before - 3 * HOUR_MS), new Date(+before - 2 * HOUR_MS));
  await keep(id, new Date(+before - HOUR_MS), before);
  const written = await write(id, reading("start", start), reading("end", new Date(+start + HOUR_MS)));
  expect(written.weather.forecast?.read_at).toBe(before.toISOString());
  for (let issue = 1; issue <= MOST_KEPT_FORECASTS + 2; issue += 1) {
    await keep(id, new Date(+start + issue * HOUR_MS), new Date(+start + issue * HOUR_MS));
  }
  expect((await read(id)).weather.forecast?.read_at).toBe(before.toISOString());
  expect(await rows(id)).toEqual([{ n: MOST_KEPT_FORECASTS + 1 }]);
});

it("answers the windows where the forecast cannot be kept", async () => {
  const id = await application("unkept");
  await sql(null, "REVOKE INSERT ON kept_forecast FROM hedgerow_app");
  try {
    await windows(id);
  } finally {
    await sql(null, "GRANT INSERT ON kept_forecast TO hedgerow_app");
  }
  expect((await read(id)).weather.forecast).toBeNull();
});
