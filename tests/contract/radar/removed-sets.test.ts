import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as getRechecks } from "@/app/api/v2/rechecks/route";
import { recheckListResponse } from "@/lib/contracts/v2/rechecks";
import { importPulas } from "@/lib/imports/pula/import-pulas";
import { activateSet, listDataSets } from "@/lib/imports/switch";
import { getDeps } from "@/lib/runtime/deps";
import { sweepRadar } from "@/lib/usecases/radar/sweep-radar";
import { limitationRow, rows, squareFeature } from "@/tests/contract/imports/support";
import { ownerUrl } from "@/tests/support/owner-connections";
import { portalLine } from "@/tests/contract/radar/support";
import { NEEDS_4, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { answer, call, makeCaller, type Caller } from "@/tests/support/api";
import { daysFromNow } from "@/tests/support/days";
import { box } from "@/tests/support/reference-data";
import { squareField } from "@/tests/support/requests";
import type { Connected } from "@/tests/support/soil-ground";

const inDays = daysFromNow();
const [WEST, SOUTH] = [-87.6, 32.5];

/** Areas side by side; the field lies in the first. Each set has an area of its own far away, so that no two are the same. */
async function switchTo(version: string, far: number, limitation: string | null): Promise<void> {
  const ids = limitation === null ? [far] : [1, far];
  await importPulas(ownerUrl(), {
    source: {
      name: version,
      records: ids.map((id) => squareFeature({ objectid: id, pula_id: id, codes: "T1" }, WEST + id * 0.2, SOUTH, 0.1)),
    },
    limitations: {
      name: "rows",
      records: ids.map((id) =>
        limitationRow({
          pula_id: id,
          product_registration_number: NEEDS_4.epa_number,
          limitation: id === 1 ? limitation : "Far.",
        }),
      ),
    },
    coverage: box(-88, 32, -86, 34),
    version,
  });
  expect(await activateSet(ownerUrl(), { kind: "pula", version, force: true })).toEqual([]);
  await sweepRadar(await getDeps());
}

let caller: Caller;
let soil: Connected;
let id: string;

const listed = async () =>
  (await answer(await call(getRechecks, caller, { method: "GET" }), recheckListResponse)).rechecks;
const versions = async () =>
  (await listDataSets(ownerUrl())).filter(({ kind }) => kind === "pula").map(({ version }) => version);

beforeAll(async () => {
  soil = await prepareGround();
  caller = await makeCaller("removed-sets");
  await switchTo("checked by", 3, null);
  ({ id } = await saved(caller, {
    application_id: "planned",
    application_date: inDays(20),
    field_boundary: squareField(WEST + 0.203, SOUTH + 0.05, 0.004),
    products: [NEEDS_4],
  }));
});
afterAll(() => soil.close());

describe("what a switch changed of an application", () => {
  it("is still said once the set that changed it is removed, which judged nothing itself", async () => {
    await switchTo("changed it", 4, "Keep off.");
    expect(await listed()).toMatchObject([{ version_after: "changed it", pulas_added: [1], open: true }]);
    // The same on this field.
    await switchTo("next", 5, "Keep off.");
    // Nothing was judged by it. On Citus every set that was in force counts as used.
    await rows("DELETE FROM data_set_use WHERE version = 'changed it'");
    await switchTo("last", 6, "Keep off.");
    expect(await versions()).not.toContain("changed it");
    expect(await rows("SELECT count(*)::int AS runs FROM radar_run WHERE finished_at IS NULL")).toEqual([{ runs: 0 }]);
    expect(await listed()).toMatchObject([
      {
        application_event_id: id,
        version_before: "checked by",
        version_after: "changed it",
        pulas_added: [1],
        open: true,
      },
    ]);
    expect(await portalLine(caller, id)).toMatch(/^EPA's limits for this field changed on .*: check again$/);
  });

  it("is closed by the next check, as ever", async () => {
    await saved(caller, {
      application_id: "planned",
      application_date: inDays(20),
      field_boundary: squareField(WEST + 0.203, SOUTH + 0.05, 0.004),
      products: [NEEDS_4],
    });
    expect(await listed()).toEqual([]);
  });
});
