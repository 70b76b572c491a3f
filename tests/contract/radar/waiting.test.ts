import { beforeAll, describe, expect, it } from "vitest";
import { GET as getRechecks } from "@/app/api/v2/rechecks/route";
import { recheckListResponse } from "@/lib/contracts/v2/rechecks";
import { importPulas } from "@/lib/imports/pula/import-pulas";
import { activateSet } from "@/lib/imports/switch";
import { getDeps } from "@/lib/runtime/deps";
import { previewSwitch, sweepRadar } from "@/lib/usecases/radar/sweep-radar";
import { bulkField, itemRows, prepareBulk, runJob, submit } from "@/tests/contract/v2/bulk/support";
import { NEEDS_4, saved } from "@/tests/contract/v2/compliance/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { limitationRow, squareFeature } from "@/tests/contract/imports/support";
import { ownerUrl } from "@/tests/support/owner-connections";
import { answer, call, makeCaller, type Caller } from "@/tests/support/api";
import { daysFromNow } from "@/tests/support/days";
import { box } from "@/tests/support/reference-data";
import { squareField } from "@/tests/support/requests";

/** An application that waits for a bulk job while areas are switched. */

const [WEST, SOUTH] = [-87.6, 32.5];
const inDays = daysFromNow();
const load = async (version: string, limitation: string, activate: boolean) =>
  importPulas(ownerUrl(), {
    source: { name: "areas", records: [squareFeature({ objectid: 1, pula_id: 1, codes: "T1" }, WEST, SOUTH, 0.1)] },
    limitations: {
      name: "rows",
      records: [limitationRow({ pula_id: 1, product_registration_number: NEEDS_4.epa_number, limitation })],
    },
    coverage: box(-88, 32, -86, 34),
    version,
    activate,
    force: activate,
  });

let caller: Caller;
beforeAll(async () => {
  await prepareBulk();
  await load("waited-before", "One.", true);
  caller = await makeCaller("radar-waiting");
});

const PLANNED = {
  application_date: inDays(20),
  field_boundary: squareField(WEST + 0.003, SOUTH + 0.05, 0.004),
  products: [NEEDS_4],
};
const own = (name: string) => ({ application_id: name, provider_field_id: name, field_name: name });
const save = async (name: string) => (await saved(caller, { ...PLANNED, ...own(name) })).id;
const open = async () =>
  answer(await call(getRechecks, caller, { method: "GET" }), recheckListResponse).then(({ rechecks }) =>
    rechecks.map(({ application_event_id: id }) => id),
  );

describe("an application that waits for a bulk job while areas are switched", () => {
  it("is looked at as it was checked, and asked for while its item has not been saved by the newer areas", async () => {
    const deps = await getDeps();
    const [refused, checked] = [await save("refused"), await save("checked")];
    await save("takes-a-field");
    const { job_id: jobId } = await submit(caller, {
      provider_id: caller.providerId,
      account_id: "account-1",
      provider_group_id: "group-1",
      application_method: "Broadcast-Ground",
      crop: ["Soybeans"],
      pest: ["Waterhemp"],
      gpa: 15,
      ...PLANNED,
      field_boundary: undefined,
      fields: [
        // The application is on another field: nothing is saved of it.
        bulkField(0, { ...own("refused"), provider_field_id: "takes-a-field", field_boundary: PLANNED.field_boundary }),
        bulkField(1, { ...own("checked"), field_boundary: PLANNED.field_boundary }),
      ],
    });
    await load("waited-after", "One, and more.", false);
    const preview = await previewSwitch(deps, { kind: "pula", version: "waited-after" });
    expect(preview).toMatchObject({ failed: 0, rechecks: { length: 3 } });
    await activateSet(ownerUrl(), { kind: "pula", version: "waited-after", force: true });
    await sweepRadar(deps);
    await runJob(caller, jobId, 2);
    expect((await itemRows(caller, jobId)).map(({ error }) => error?.code ?? null)).toEqual([
      "APPLICATION_FIELD_CONFLICT",
      null,
    ]);
    const standing = await sql(
      caller.providerId,
      "SELECT application_id, processing_status FROM application WHERE application_id = 'refused'",
    );
    expect(standing).toEqual([{ application_id: "refused", processing_status: "completed" }]);
    expect(await open()).toContain(refused);
    expect(await open()).not.toContain(checked);
  });
});
