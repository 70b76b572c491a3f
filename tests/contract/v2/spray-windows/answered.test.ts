import { expect, it } from "vitest";
import { give } from "@/tests/contract/v2/attestations/support";
import { compute } from "@/tests/contract/v2/drift/support";
import { fairWeeks } from "@/tests/contract/v2/spray-windows/support";

/** The day after the forecast's, of which it has every hour. */
const DAY = "2026-06-16";
const ABOUT_CROP = "sensitive_crop_downwind:264-1241:sensitive-plants";
const ABOUT_WEBSITE = "label_website_checked:264-1241:website";

const weeks = fairWeeks("windows-answered", Date.UTC(2026, 5, 15, 18), (index) => ({
  ...{ windDirection: index % 2 === 0 ? 235 : 55, windSpeed: 13, windGust: 14 },
}));

const application = (name: string): Promise<string> =>
  weeks.planned({ application_id: name, provider_field_id: name, application_date: DAY });

/** The hours of the application's own day that are in its windows, by where their wind comes from; and the codes that stand in every hour. */
async function weekOf(id: string) {
  const found = await weeks.read(id);
  const isIn = (moment: string): boolean =>
    found.windows.some((each) => each.starts_at <= moment && moment < each.ends_at);
  const winds = found.hours
    .filter(({ starts_at }) => starts_at.startsWith(DAY) && isIn(starts_at))
    .map(({ wind_direction_deg }) => wind_direction_deg);
  return { winds: [...new Set(winds)].toSorted(), standing: found.standing_issues.map(({ code }) => code), found };
}

const say = async (id: string, from: number, said: string): Promise<void> => {
  await compute(weeks.caller(), id, { wind_direction_deg: from, temperature_f: 70, humidity_percent: 50 });
  await give(weeks.caller(), id, { [ABOUT_CROP]: said });
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
  await give(weeks.caller(), id, { [ABOUT_WEBSITE]: "no" });
  const { found, standing } = await weekOf(id);
  expect(standing).toEqual(["LABEL_CONDITIONS_NOT_CHECKED"]);
  expect(found.windows).toEqual([]);
  expect(found.summary).toBe("No window: something stands in the way in every hour.");
  await give(weeks.caller(), id, { [ABOUT_WEBSITE]: "yes" });
  expect((await weekOf(id)).winds).toEqual([235, 55]);
});
