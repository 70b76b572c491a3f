import { Command, InvalidArgumentError } from "commander";
import { startForecastStub } from "@/lib/gateways/stub/forecast-stub";
import { stopWithParent } from "@/scripts/setup/stop-with-parent.mjs";

/**
 * `tsx scripts/forecast-stub.ts --port 3998`: a weather service on loopback with made-up weather, for the demonstration.
 * `FORECAST_URL=http://127.0.0.1:3998` connects the service to it; nothing else ever does.
 */
function port(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) < 65_536) return Number(text);
  throw new InvalidArgumentError("must be a port number");
}

const { port: wanted } = new Command("forecast-stub")
  .description("a stub weather service over the National Weather Service's protocol; its weather is made up")
  .option("--port <number>", "port on 127.0.0.1", port, 3998)
  .parse()
  .opts<{ port: number }>();

const stub = await startForecastStub(wanted);
console.log(`forecast stub answers on ${stub.url} with made-up weather`);
process.send?.({ ready: true });

const stop = (): void => void stub.close().then(() => process.exit(0));
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
stopWithParent(stop);
