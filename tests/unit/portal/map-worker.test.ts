import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { MAP_WORKER } from "@/lib/portal-client/worker";

it("the map's worker that a device keeps is that of the installed MapLibre", () => {
  const path = createRequire(import.meta.url).resolve("maplibre-gl/package.json");
  const { version } = JSON.parse(readFileSync(path, "utf8")) as { version: string };
  expect(MAP_WORKER).toBe(`/maplibre/${version}/maplibre-gl-worker.mjs`);
});
