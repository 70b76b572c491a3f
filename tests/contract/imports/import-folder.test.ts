import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { getDeps } from "@/lib/runtime/deps";
import { readEnvironment } from "@/lib/runtime/env";
import { refreshOnSchedule } from "@/lib/usecases/data-sets/refresh-on-schedule";
import { runData } from "@/tests/contract/imports/command";
import { limitationRow, squareFeature } from "@/tests/contract/imports/support";
import { workFolder } from "@/tests/support/work-folder";
import { type ArcgisStub, startArcgisStub } from "@/tests/support/arcgis-stub";

/** The working folder cannot be written where the service runs (deploy/): downloads lie where IMPORT_FOLDER says. */
const AREAS = 40;
let stub: ArcgisStub;
let publishers: { REFRESH_PULA_URL: string; REFRESH_LIMITATIONS_URL: string };

beforeAll(async () => {
  stub = await startArcgisStub(
    Array.from({ length: AREAS }, (_, index) =>
      squareFeature({ objectid: index + 1, pula_id: index + 1 }, -110 + index / 2, 38),
    ),
  );
  stub.lists["/blt/api/limitations_public"] = Array.from({ length: AREAS }, (_, index) =>
    limitationRow({ pula_id: index + 1 }),
  );
  publishers = {
    REFRESH_PULA_URL: stub.layer,
    REFRESH_LIMITATIONS_URL: new URL("/blt/api/limitations_public", stub.layer).href,
  };
});
afterAll(() => stub.close());

it("the worker's refresh fetches into the folder that the environment names", async () => {
  const IMPORT_FOLDER = join(workFolder(), "scheduled");
  const { log } = await getDeps();
  const env = readEnvironment({ ...process.env, ...publishers, IMPORT_FOLDER });
  const end = await refreshOnSchedule("pula", { env, log }, new AbortController().signal);
  expect(end).toMatchObject({ outcome: "waiting" });
  expect(existsSync(join(IMPORT_FOLDER, "refresh-pula"))).toBe(true);
});

it("so do the operator's refresh and import", async () => {
  const refreshed = join(workFolder(), "refreshed");
  Object.assign(process.env, publishers, { IMPORT_FOLDER: refreshed });
  expect(await runData("refresh", "pula", "--dry-run")).toMatchObject({ code: 0 });
  expect(existsSync(join(refreshed, "refresh-pula"))).toBe(true);

  const imported = join(workFolder(), "imported");
  process.env.IMPORT_FOLDER = imported;
  const flags = ["--limitations", publishers.REFRESH_LIMITATIONS_URL, "--dry-run"];
  expect(await runData("import", "pula", publishers.REFRESH_PULA_URL, ...flags)).toMatchObject({ code: 0 });
  expect(existsSync(imported)).toBe(true);
});
