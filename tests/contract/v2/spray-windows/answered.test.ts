import { afterAll, beforeAll, expect, it } from "vitest";
import { GET } from "@/app/api/v2/applications/[applicationEventId]/spray-windows/route";
import { sprayWindowsResponse } from "@/lib/contracts/v2/spray-windows";
import { getDeps } from "@/lib/runtime/deps";
import { give } from "@/tests/contract/v2/attestations/support";
import { saved } from "@/tests/contract/v2/compliance/support";
import { compute, prepareSoundGround } from "@/tests/contract/v2/drift/support";
import { answer, call, makeCaller, type Caller } from "@/tests/support/api";
import { connectForecast, type ConnectedForecast } from "@/tests/support/forecast";
import { STRYAX, STRYAX_ADJUVANTS } from "@/tests/support/requests";
import type { Connected } from "@/tests/support/soil-ground";

const NOON = Date.UTC(2026, 5, 15, 18);
/** The day after, of which the forecast has every hour. */
const DAY = "2026-06-16";
const ABOUT_CROP = "sensitive_crop_downwind:264-1241:sensitive-plants";
const ABOUT_WEBSITE = "label_website_checked:264-1241:website";

let caller: Caller;
let soil: Connected;
let weather: ConnectedForecast;

beforeAll(async () => {
  soil = await prepareSoundGround();
  weather = await connectForecast(() => NOON);
  weather.stub.setWeather((_at, index) => ({
    temperature: 20,
    relativeHumidity: 50,
    windDirection: index % 2 === 0 ? 235 : 55,
    windSpeed: 13,
    windGust: 14,
    skyCover: 60,
    probabilityOfPrecipitation: 0,
    quantitativePrecipitation: 0,
  }));
  caller = await makeCaller("windows-answered");
});
afterAll(async () => {
  await weather.close();
  await soil.close();
  await (await getDeps()).driftThreads.close();
});

const application = async (name: string): Promise<string> =>
  (
    await saved(caller, {
      application_id: name,
      provider_field_id: name,
      application_date: DAY,
      droplet_size: "C",
      boom_height: "low",
      gpa: 15,
      products: [STRYAX, ...STRYAX_ADJUVANTS],
    })
  ).id;

/** The hours of the application's own day that are in its windows, by where their wind comes from; and the codes that stand in every hour. */
async function weekOf(id: string) {
  const found = await answer(
    await call(GET, caller, { method: "GET", params: { applicationEventId: id } }),
    sprayWindowsResponse,
  );
  const isIn = (moment: string): boolean =>
    found.windows.some((each) => each.starts_at <= moment && moment < each.ends_at);
  const winds = found.hours
    .filter(({ starts_at }) => starts_at.startsWith(DAY) && isIn(starts_at))
    .map(({ wind_direction_deg }) => wind_direction_deg);
  return { winds: [...new Set(winds)].toSorted(), standing: found.standing_issues.map(({ code }) => code), found };
}

const say = async (id: string, from: number, said: string): Promise<void> => {
  await compute(caller, id, { wind_direction_deg: from, temperature_f: 70, humidity_percent: 50 });
  await give(caller, id, { [ABOUT_CROP]: said });
};

it("a crop that lay downwind leaves other winds without a window too, until it is denied for them", async () => {
  const id = await application("crop");
  expect((await weekOf(id)).winds).toEqual([235, 55]);
  await say(id, 235, "yes");
  const { winds, found } = await weekOf(id);
  expect(winds).toEqual([]);
  const atNoon = (hour: string) => found.hours.find(({ starts_at }) => starts_at.startsWith(`${DAY}T${hour}`));
  expect(atNoon("18")).toMatchObject({ state: "closed", reasons: [{ code: "WIND_OUTSIDE_LABEL_RANGE" }] });
  expect(atNoon("17")).toMatchObject({ state: "unknown", reasons: [{ code: "LABEL_CONDITIONS_NOT_CHECKED" }] });
  await say(id, 55, "no");
  expect((await weekOf(id)).winds).toEqual([55]);
  await say(id, 235, "no");
  expect((await weekOf(id)).winds).toEqual([235, 55]);
});

it("a website that was not checked leaves no window, as it blocks a computation", async () => {
  const id = await application("website");
  await give(caller, id, { [ABOUT_WEBSITE]: "no" });
  const { found, standing } = await weekOf(id);
  expect(standing).toEqual(["LABEL_CONDITIONS_NOT_CHECKED"]);
  expect(found.windows).toEqual([]);
  expect(found.summary).toBe("No window: something stands in the way in every hour.");
  await give(caller, id, { [ABOUT_WEBSITE]: "yes" });
  expect((await weekOf(id)).winds).toEqual([235, 55]);
});
