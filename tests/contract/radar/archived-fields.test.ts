import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as getRechecks } from "@/app/api/v2/rechecks/route";
import { recheckListResponse } from "@/lib/contracts/v2/rechecks";
import { importPulas } from "@/lib/imports/pula/import-pulas";
import { activateSet } from "@/lib/imports/switch";
import { getDeps } from "@/lib/runtime/deps";
import { changeArchived } from "@/lib/usecases/operations/archive-field";
import { sweepRadar } from "@/lib/usecases/radar/sweep-radar";
import { limitationRow, squareFeature } from "@/tests/contract/imports/support";
import { ownerUrl } from "@/tests/support/owner-connections";
import { portalLine } from "@/tests/contract/radar/support";
import { NEEDS_4, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { prepareQueue, subscribe } from "@/tests/contract/webhooks/support";
import { answer, BY_TEST, call, makeCaller, type Caller } from "@/tests/support/api";
import { daysFromNow } from "@/tests/support/days";
import { box } from "@/tests/support/reference-data";
import { squareField } from "@/tests/support/requests";
import type { Connected } from "@/tests/support/soil-ground";

const inDays = daysFromNow();
const [WEST, SOUTH] = [-87.6, 32.5];

async function switchTo(version: string, limitation: string): Promise<void> {
  await importPulas(ownerUrl(), {
    source: { name: version, records: [squareFeature({ objectid: 1, pula_id: 1, codes: "T1" }, WEST, SOUTH, 0.1)] },
    limitations: {
      name: "rows",
      records: [limitationRow({ pula_id: 1, product_registration_number: NEEDS_4.epa_number, limitation })],
    },
    coverage: box(-88, 32, -86, 34),
    version,
  });
  expect(await activateSet(ownerUrl(), { kind: "pula", version, force: true })).toEqual([]);
}

let caller: Caller;
let soil: Connected;
let id: string;

const listed = async () =>
  (await answer(await call(getRechecks, caller, { method: "GET" }), recheckListResponse)).rechecks;
const told = () =>
  sql<{ said: string }>(
    caller.providerId,
    "SELECT payload->'data'->>'reason' AS said FROM webhook_delivery WHERE event_type = 'application.recheck_suggested'",
  );
const archive = async (at: Date | null) =>
  changeArchived(
    { db: (await getDeps()).db, by: BY_TEST },
    { providerId: caller.providerId, providerFieldId: "put-by" },
    at,
  );

beforeAll(async () => {
  await prepareQueue();
  soil = await prepareGround();
  caller = await makeCaller("archived-fields");
  await switchTo("checked by", "Ask first.");
  await sweepRadar(await getDeps());
  ({ id } = await saved(caller, {
    application_id: "planned",
    provider_field_id: "put-by",
    application_date: inDays(20),
    field_boundary: squareField(WEST + 0.003, SOUTH + 0.05, 0.004),
    products: [NEEDS_4],
  }));
  await subscribe(caller.providerId, "https://example.com/hook", ["application.recheck_suggested"]);
});
afterAll(() => soil.close());

describe("an application of a field that is archived while the data is switched", () => {
  it("is not listed, and the provider hears nothing", async () => {
    await archive(new Date());
    await switchTo("changed it", "Keep off.");
    await sweepRadar(await getDeps());
    expect(await listed()).toEqual([]);
    expect(await told()).toEqual([]);
  });

  it("is open once the field is back, and the provider hears of it", async () => {
    await archive(null);
    expect(await listed()).toMatchObject([
      { application_event_id: id, version_before: "checked by", version_after: "changed it", open: true },
    ]);
    expect(await portalLine(caller, id)).toMatch(/^EPA's limits for this field changed on .*: check again$/);
    expect(await told()).toEqual([{ said: "data_changed" }]);
  });
});
