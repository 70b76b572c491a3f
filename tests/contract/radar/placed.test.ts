import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { importCatalogue } from "@/lib/imports/catalogue/import-catalogue";
import { DEMONSTRATION_DIRECTORY, RULEBOOK_DIRECTORY } from "@/lib/rulebook/read-rule-files";
import { getDeps } from "@/lib/runtime/deps";
import { previewSwitch } from "@/lib/usecases/radar/sweep-radar";
import { saved } from "@/tests/contract/v2/compliance/support";
import { compute, prepareSoundGround, READY } from "@/tests/contract/v2/drift/support";
import { makeCaller } from "@/tests/support/api";
import { daysFromNow } from "@/tests/support/days";
import { ownerUrl } from "@/tests/support/owner-connections";
import type { Connected } from "@/tests/support/soil-ground";
import { workFolder } from "@/tests/support/work-folder";

let soil: Connected;
beforeAll(async () => {
  soil = await prepareSoundGround();
});
afterAll(() => soil.close());

/** The demonstration's products, with a lower highest rate on the label of the tiered one. */
function lowered(): string {
  const folder = join(workFolder(), "lowered");
  cpSync(DEMONSTRATION_DIRECTORY, folder, { recursive: true });
  const file = join(folder, "products.json");
  const text = readFileSync(file, "utf8");
  const at = text.indexOf('"registration": "99002-1"');
  const changed = text
    .slice(at)
    .replace(
      '"kind": "max_single_rate",\n            "value": 2',
      '"kind": "max_single_rate",\n            "value": 0.5',
    );
  expect(changed).not.toBe(text.slice(at));
  writeFileSync(file, text.slice(0, at) + changed);
  return folder;
}

it("a switch that ends a pass says that it was one, of an application whose buffer was worked out", async () => {
  const caller = await makeCaller("radar-placed");
  const { id } = await saved(caller, { ...READY, application_id: "placed", application_date: daysFromNow()(20) });
  await saved(caller, { ...READY, application_id: "checked", application_date: daysFromNow()(20) });
  expect((await compute(caller, id)).compliance.status).toBe("met");
  const source = { source: RULEBOOK_DIRECTORY, demonstrationFiles: lowered(), version: "lowered" };
  expect((await importCatalogue(ownerUrl(), source)).refusals).toEqual([]);
  const { rechecks } = await previewSwitch(await getDeps(), { kind: "catalogue", version: "lowered" });
  const statuses = rechecks.map(({ applicationId, change }) => [
    applicationId,
    change.statusBefore,
    change.statusAfter,
  ]);
  expect(statuses.sort()).toEqual([
    ["checked", "indeterminate", "not_met"],
    ["placed", "met", "not_met"],
  ]);
});
