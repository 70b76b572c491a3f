import { afterAll, beforeAll, expect, it } from "vitest";
import { getDeps } from "@/lib/runtime/deps";
import { issueReport } from "@/lib/usecases/reports/issue-report";
import { verifyReport } from "@/lib/usecases/reports/verify-report";
import { NEEDS_4, saved } from "@/tests/contract/v2/compliance/support";
import { compute, prepareClayGround, READY } from "@/tests/contract/v2/drift/support";
import type { Body } from "@/tests/contract/v2/esa-check/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { squareField } from "@/tests/support/requests";
import { editorOf, MEASURES } from "@/tests/support/selections";
import type { Connected } from "@/tests/support/soil-ground";

/** Ground that earns 3 points by itself, of the 4 that are asked for. */
let caller: Caller;
let soil: Connected;
beforeAll(async () => {
  soil = await prepareClayGround();
  caller = await makeCaller("standing");
});
afterAll(() => soil.close());

const checked = async (application: string, more: Body = {}): Promise<string> =>
  (
    await saved(caller, {
      application_id: application,
      provider_field_id: "home",
      ...READY,
      products: [NEEDS_4],
      ...more,
    })
  ).id;

/** Where the record of a report that is given out now stands. */
async function standing(): Promise<unknown> {
  const deps = await getDeps();
  const asked = { key: { providerFieldId: "home" }, year: 2026, kind: "runoff" } as const;
  const found = await verifyReport(deps, (await issueReport({ deps, providerId: "standing" }, asked)).hash);
  return found.state === "current" ? found.standing : found.state;
}

it("the record of a report stands by what the report counts, not by the last check alone", async () => {
  const id = await checked("spring");
  const editor = await editorOf("standing");
  const place = await editor.placeOf(id);
  await editor.select(place, MEASURES.noTill);
  expect((await compute(caller, id)).compliance.status).toBe("met");
  expect(await standing()).toBe("met");
  await editor.takeBack(place, MEASURES.noTill);
  expect(await standing()).toBe("not_met");
  await editor.select(place, MEASURES.noTill);
  expect(await standing()).toBe("met");
  const larger = { field_boundary: squareField(-87.25, 32.89, 0.006) };
  const autumn = await checked("autumn", { ...larger, application_date: "2026-09-15" });
  expect((await compute(caller, autumn)).compliance.status).toBe("met");
  expect(await standing()).toBe("indeterminate");
  await compute(caller, await checked("spring", larger));
  expect(await standing()).toBe("met");
});
