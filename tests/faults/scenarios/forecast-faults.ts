import { FORECAST_FAULTS, startForecastStub } from "@/lib/gateways/stub/forecast-stub";
import { audit } from "@/tests/faults/audit";
import { checkBody, send } from "@/tests/faults/load";
import type { Scenario } from "@/tests/faults/scenario";
import { startWeb } from "@/tests/faults/web";

export const forecastFaults: Scenario = {
  name: "weather service in trouble",
  fault: "Every fault that the service was seen with: no 500, no weather made up, and what is saved stays as it is.",
  run: async ({ apiKey, isShort }) => {
    const stub = await startForecastStub();
    const web = await startWeb({ FORECAST_URL: stub.url });
    const faults: string[] = [];
    const answers: string[] = [];
    const today = new Date().toISOString().slice(0, 10);
    const acknowledged = new Map<string, string>();
    for (const [index, fault] of (isShort ? FORECAST_FAULTS.slice(1, 3) : FORECAST_FAULTS).entries()) {
      const name = `weather-${fault}`;
      // A field of its own, so that no answer is kept from the fault before.
      const body = {
        ...checkBody(name, index * 41),
        application_date: today,
        droplet_size: "C",
        gpa: 15,
        boom_height: "low",
      };
      const saved = await send(web.url, "/api/v2/esa-check", apiKey, body);
      if (saved.status !== 200) faults.push(`${fault}: a check was answered ${saved.status}`);
      const id = saved.body.application_event_id ?? "";
      acknowledged.set(name, id);
      stub.setFault(fault);
      const answered = await send(web.url, `/api/v2/applications/${id}/spray-windows`, apiKey);
      answers.push(`${fault} ${answered.status}`);
      if (typeof answered.status !== "number" || (answered.status >= 500 && answered.status !== 503)) {
        faults.push(`${fault}: spray windows were answered ${answered.status}`);
      }
      stub.setFault(null);
    }
    faults.push(...(await audit(acknowledged)));
    await web.kill("SIGTERM");
    await stub.close();
    return { figures: answers.join(", "), faults };
  },
};
