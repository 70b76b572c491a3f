import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { Command, InvalidArgumentError } from "commander";
import { groundOfGeoJson } from "@/lib/gateways/stub/soil-ground";
import { startSoilStub } from "@/lib/gateways/stub/soil-stub";
import { stopWithParent } from "@/scripts/setup/stop-with-parent.mjs";

/**
 * `tsx scripts/soil-stub.ts --port 3999 --soils soils.geojson`: a soil survey on loopback that answers from a file, for
 * the demonstration. `SOIL_URL=http://127.0.0.1:3999` connects the service to it; nothing else ever does.
 */
function port(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) < 65_536) return Number(text);
  throw new InvalidArgumentError("must be a port number");
}

const { soils, port: wanted } = new Command("soil-stub")
  .description("a stub soil survey over Soil Data Access's protocol")
  .requiredOption(
    "--soils <geojson>",
    "map unit polygons with areasymbol, mukey, musym, muname, hydgrpdcd, slopegradwta",
  )
  .option("--port <number>", "port on 127.0.0.1", port, 3999)
  .parse()
  .opts<{ soils: string; port: number }>();

const bytes = await readFile(soils);
const text = (soils.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
const ground = groundOfGeoJson(JSON.parse(text));
const stub = await startSoilStub(ground, wanted);
console.log(`soil stub answers on ${stub.url} from ${ground.length} polygons`);
process.send?.({ ready: true });

const stop = (): void => void stub.close().then(() => process.exit(0));
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
stopWithParent(stop);
