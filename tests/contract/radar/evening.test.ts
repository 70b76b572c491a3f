import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Provider } from "@/lib/domain/provider";
import { getDeps } from "@/lib/runtime/deps";
import { listRechecks } from "@/lib/usecases/listings/list-records";
import { previewSwitch, sweepRadar } from "@/lib/usecases/radar/sweep-radar";
import { activateAreas, loadOneArea, portalLine } from "@/tests/contract/radar/support";
import { NEEDS_4, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { daysFromNow } from "@/tests/support/days";
import { squareField } from "@/tests/support/requests";
import type { Connected } from "@/tests/support/soil-ground";

const inDays = daysFromNow();
/** The day of the application. */
const DAY = inDays(20);
/** Ten in the evening of that day in Iowa, when its UTC day is over, and the morning after. */
const EVENING = new Date(`${inDays(21)}T04:00:00Z`);
const NEXT_MORNING = new Date(`${inDays(21)}T12:00:00Z`);

const depsAt = async (moment: Date) => ({ ...(await getDeps()), clock: () => moment });

let caller: Caller;
let soil: Connected;
let id: string;

async function openAt(moment: Date): Promise<{ listed: boolean; isSaidInPortal: boolean }> {
  const deps = await depsAt(moment);
  const provider: Provider = {
    ...{ providerId: caller.providerId, name: caller.providerId, portalMode: "signed_link", portalEnabled: true },
    ...{ portalLinkTtlS: 3600, portalAccessTtlS: 3600, linkGeneration: 1 },
  };
  const filter = { accountId: null, isOpenOnly: true, offset: 0, after: null, limit: 10 };
  const { total } = await listRechecks({ deps, provider }, filter);
  return { listed: total === 1, isSaidInPortal: (await portalLine(caller, id, moment)) !== null };
}

beforeAll(async () => {
  soil = await prepareGround();
  await loadOneArea("before", "One.");
  await activateAreas("before");
  caller = await makeCaller("radar-evening");
  ({ id } = await saved(caller, {
    application_date: DAY,
    field_boundary: squareField(-87.597, 32.55, 0.004),
    products: [NEEDS_4],
  }));
  await sweepRadar(await getDeps());
  await loadOneArea("after", "One, and more.");
});
afterAll(() => soil.close());

describe("in the evening of its day, when the UTC day is over, an application", () => {
  it("is looked at by previews and after switches", async () => {
    expect(await previewSwitch(await depsAt(NEXT_MORNING), { kind: "pula", version: "after" })).toMatchObject({
      rechecks: [],
    });
    expect(await previewSwitch(await depsAt(EVENING), { kind: "pula", version: "after" })).toMatchObject({
      rechecks: [{ applicationEventId: id }],
    });
    await activateAreas("after");
    expect(await sweepRadar(await depsAt(EVENING))).toEqual({ runs: 1, rechecks: 1 });
  });

  it("has its change in the list and in the portal, until the day is over everywhere in the country", async () => {
    expect(await openAt(new Date(`${DAY}T18:00:00Z`))).toEqual({ listed: true, isSaidInPortal: true });
    expect(await openAt(EVENING)).toEqual({ listed: true, isSaidInPortal: true });
    expect(await openAt(NEXT_MORNING)).toEqual({ listed: false, isSaidInPortal: false });
  });
});
