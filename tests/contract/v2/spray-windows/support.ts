import { afterAll, beforeAll } from "vitest";
import { GET } from "@/app/api/v2/applications/[applicationEventId]/spray-windows/route";
import { sprayWindowsResponse } from "@/lib/contracts/v2/spray-windows";
import { getDeps } from "@/lib/runtime/deps";
import { saved } from "@/tests/contract/v2/compliance/support";
import { prepareSoundGround } from "@/tests/contract/v2/drift/support";
import type { Body } from "@/tests/contract/v2/esa-check/support";
import { answer, call, makeCaller, type Caller } from "@/tests/support/api";
import { connectForecast } from "@/tests/support/forecast";
import { STRYAX, STRYAX_ADJUVANTS } from "@/tests/support/requests";

interface Weeks {
  caller: () => Caller;
  /** Saves an application of Stryax in a setup that its label takes; its reference. */
  planned: (more: Body) => Promise<string>;
  read: (id: string) => ReturnType<typeof readWeek>;
}

/** Weeks by a forecast of fair weather as of a moment, Unix milliseconds. `windOf` of an hour's place in it, degrees and km/h. */
export function fairWeeks(
  providerId: string,
  nowMs: number,
  windOf: (index: number) => { windDirection: number; windSpeed: number; windGust: number },
): Weeks {
  let caller: Caller;
  const closing: (() => unknown)[] = [];
  beforeAll(async () => {
    const soil = await prepareSoundGround();
    const weather = await connectForecast(() => nowMs);
    closing.push(
      () => weather.close(),
      () => soil.close(),
      async () => (await getDeps()).driftThreads.close(),
    );
    weather.stub.setWeather((_at, index) => ({
      ...{ temperature: 20, relativeHumidity: 50, skyCover: 60 },
      ...{ probabilityOfPrecipitation: 0, quantitativePrecipitation: 0 },
      ...windOf(index),
    }));
    caller = await makeCaller(providerId);
  });
  afterAll(async () => {
    for (const close of closing) await close();
  });
  return {
    caller: () => caller,
    planned: async (more) => {
      const setup = { droplet_size: "C", boom_height: "low", gpa: 15, products: [STRYAX, ...STRYAX_ADJUVANTS] };
      return (await saved(caller, { ...setup, ...more })).id;
    },
    read: (id) => readWeek(caller, id),
  };
}

const readWeek = async (caller: Caller, id: string) =>
  answer(await call(GET, caller, { method: "GET", params: { applicationEventId: id } }), sprayWindowsResponse);
