import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { importCatalogue } from "@/lib/imports/catalogue/import-catalogue";
import { activateSet } from "@/lib/imports/switch";
import { DEMONSTRATION_DIRECTORY, RULEBOOK_DIRECTORY } from "@/lib/rulebook/read-rule-files";
import { getDeps } from "@/lib/runtime/deps";
import { previewSwitch, sweepRadar } from "@/lib/usecases/radar/sweep-radar";
import { ownerUrl } from "@/tests/support/owner-connections";
import { workFolder } from "@/tests/support/work-folder";
import { portalLine } from "@/tests/contract/radar/support";
import { saved } from "@/tests/contract/v2/compliance/support";
import { compute } from "@/tests/contract/v2/drift/support";
import { loadGround } from "@/tests/contract/v2/esa-check/support";
import { prepareQueue } from "@/tests/contract/webhooks/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { daysFromNow } from "@/tests/support/days";

const inDays = daysFromNow();
const PRODUCT = { product_name: "DEMO Runoff Only", epa_number: "99002-5", rate: 16, rate_unit: "fl oz/ac" };

/** Loads the project's rules with a highest rate and wind on the label of the product. */
async function load(version: string, { rate, maxMph }: { rate: number; maxMph: number }, activate: boolean) {
  const folder = join(workFolder(), version);
  cpSync(DEMONSTRATION_DIRECTORY, folder, { recursive: true });
  const file = join(folder, "products.json");
  const text = readFileSync(file, "utf8");
  const at = text.indexOf('"registration": "99002-5"');
  const cited = { evidence: "specification", cite: ["DEMO"] };
  const limits = [
    { kind: "max_single_rate", value: rate, unit: "fl_oz_per_acre", ...cited },
    { kind: "wind_range", minMph: null, maxMph, ...cited },
  ];
  const changed = text.slice(at).replace('"limits": []', `"limits": ${JSON.stringify(limits)}`);
  writeFileSync(file, text.slice(0, at) + changed);
  const source = { source: RULEBOOK_DIRECTORY, demonstrationFiles: folder, version, activate, force: activate };
  expect((await importCatalogue(ownerUrl(), source)).refusals).toEqual([]);
}

let caller: Caller;
const saveOf = async (name: string): Promise<string> =>
  (await saved(caller, { application_id: name, application_date: inDays(20), products: [PRODUCT] })).id;

beforeAll(async () => {
  await prepareQueue();
  await loadGround();
  await load("computed 1", { rate: 32, maxMph: 15 }, true);
  caller = await makeCaller("radar-computed");
  await sweepRadar(await getDeps());
});

it("a switch is compared with the rates and the wind that a buffer was worked out with as well, and with what is left to check", async () => {
  await saveOf("as checked");
  await compute(caller, await saveOf("in light wind"));
  const atRate = await saveOf("at a higher rate");
  const update = { product_index: 0, epa_number: PRODUCT.epa_number, rate: 22, rate_unit: PRODUCT.rate_unit };
  await compute(caller, atRate, { rate_updates: [update] });
  await compute(caller, await saveOf("in more wind"), { wind_speed_mph: 12 });
  await load("computed 2", { rate: 20, maxMph: 10 }, false);
  const { rechecks, failed } = await previewSwitch(await getDeps(), { kind: "catalogue", version: "computed 2" });
  expect(failed).toBe(0);
  expect(rechecks.map(({ applicationId, change }) => [applicationId, change.statusAfter]).sort()).toEqual([
    // Its list of what to check names the wind of the label, which no one judged yet.
    ["as checked", "indeterminate"],
    ["at a higher rate", "not_met"],
    ["in more wind", "not_met"],
  ]);
  await activateSet(ownerUrl(), { kind: "catalogue", version: "computed 2", force: true });
  (await getDeps()).caches.products.clear();
  expect(await portalLine(caller, atRate)).toContain("check again");
  expect(await sweepRadar(await getDeps())).toEqual({ runs: 1, rechecks: 3 });
});

it("an application that differs both as checked and as computed is named with the status that is read of it", async () => {
  const { id } = await saved(caller, { application_id: "both", application_date: inDays(20), products: [PRODUCT] });
  const { compliance } = await compute(caller, id, { wind_speed_mph: 12 });
  expect(compliance.status).toBe("not_met");
  await load("computed 3", { rate: 10, maxMph: 10 }, false);
  const { rechecks } = await previewSwitch(await getDeps(), { kind: "catalogue", version: "computed 3" });
  const found = rechecks.find(({ applicationId }) => applicationId === "both");
  expect(found?.change).toMatchObject({ statusBefore: "not_met", statusAfter: "not_met" });
});
