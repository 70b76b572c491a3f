import type { ForecastSource } from "@/lib/gateways/forecast-source";
import { weatherService, type ForecastEvent } from "@/lib/gateways/forecast/weather-service";
import { startForecastStub, type ForecastStub } from "@/lib/gateways/stub/forecast-stub";
import { getDeps } from "@/lib/runtime/deps";

export interface ConnectedForecast {
  stub: ForecastStub;
  events: ForecastEvent[];
  /** Forgets what was read: the next question goes out. */
  forget: () => void;
  close: () => Promise<void>;
}

/** Connects this process's deps to a stub weather service; quick to give up, and never left alone. `now`: when it is for both. */
export async function connectForecast(now: () => number = Date.now): Promise<ConnectedForecast> {
  const deps = await getDeps();
  const stub = await startForecastStub(0, now);
  const events: ForecastEvent[] = [];
  const before: ForecastSource = deps.forecasts;
  const forget = (): void => {
    deps.forecasts = weatherService({
      url: stub.url,
      userAgent: "hedgerow-test",
      report: (event) => events.push(event),
      deadlineMs: 3000,
      retryAfterMs: 5,
      failuresToOpen: 1000,
      now,
    });
  };
  forget();
  return {
    stub,
    events,
    forget,
    close: async () => {
      deps.forecasts = before;
      await stub.close();
    },
  };
}
