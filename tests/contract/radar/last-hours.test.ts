import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importPulas } from "@/lib/imports/pula/import-pulas";
import { activateSet } from "@/lib/imports/switch";
import { getDeps } from "@/lib/runtime/deps";
import { listRechecks } from "@/lib/usecases/listings/list-records";
import { sweepRadar } from "@/lib/usecases/radar/sweep-radar";
import { limitationRow, ownerUrl, squareFeature } from "@/tests/contract/imports/support";
import { NEEDS_4, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { daysFromNow } from "@/tests/support/days";
import { box } from "@/tests/support/reference-data";
import { squareField } from "@/tests/support/requests";
import type { Connected } from "@/tests/support/soil-ground";

const inDays = daysFromNow();
const [WEST, SOUTH] = [-87.6, 32.5];
const PLANNED = inDays(20);
/** Half past seven in the evening of that day in Alabama. */
const EVENING = new Date(`${inDays(21)}T00:30:00Z`);
/** The day is over everywhere. */
const AFTER = new Date(`${inDays(21)}T12:30:00Z`);

async function switchTo(version: string, limitation: string): Promise<void> {
  await importPulas(ownerUrl, {
    source: { name: version, records: [squareFeature({ objectid: 1, pula_id: 1, codes: "T1" }, WEST, SOUTH, 0.1)] },
    limitations: {
      name: "rows",
      records: [limitationRow({ pula_id: 1, product_registration_number: NEEDS_4.epa_number, limitation })],
    },
    coverage: box(-88, 32, -86, 34),
    version,
  });
  expect(await activateSet(ownerUrl, { kind: "pula", version, force: true })).toEqual([]);
}

let caller: Caller;
let soil: Connected;

const openAt = async (moment: Date) => {
  const deps = { ...(await getDeps()), clock: () => moment };
  const provider = { providerId: caller.providerId } as Parameters<typeof listRechecks>[0]["provider"];
  const all = { accountId: null, isOpenOnly: true, offset: 0, limit: 10 };
  return (await listRechecks({ deps, provider }, all)).rows.map(({ switched }) => switched?.versionAfter);
};

beforeAll(async () => {
  soil = await prepareGround();
  caller = await makeCaller("last-hours");
  await switchTo("checked by", "Ask first.");
  await sweepRadar(await getDeps());
  await saved(caller, {
    application_id: "planned",
    application_date: PLANNED,
    field_boundary: squareField(WEST + 0.003, SOUTH + 0.05, 0.004),
    products: [NEEDS_4],
  });
});
afterAll(() => soil.close());

describe("on the evening of its day, when it is the next day in Greenwich", () => {
  it("a switch is looked at for an application", async () => {
    await switchTo("changed it", "Keep off.");
    await sweepRadar({ ...(await getDeps()), clock: () => EVENING });
    expect(await openAt(new Date())).toEqual(["changed it"]);
  });

  it("what was found stays open until the day is over everywhere", async () => {
    expect(await openAt(EVENING)).toEqual(["changed it"]);
    expect(await openAt(AFTER)).toEqual([]);
  });
});
