import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { FieldYearRef } from "@/lib/domain/field-year";
import { getDeps } from "@/lib/runtime/deps";
import { readRecord } from "@/lib/usecases/records/read-record";
import { edit, openBrowser, refusedEdit, sendEdit, type Browser } from "@/tests/contract/portal/edits-support";
import { prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { lock } from "@/tests/contract/v2/portal/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { editorOf } from "@/tests/support/selections";
import type { Connected } from "@/tests/support/soil-ground";

let soil: Connected;
let farm: Caller;
let browser: Browser;
let place: FieldYearRef & { applicationEventId: string };
beforeAll(async () => {
  soil = await prepareGround();
  farm = await makeCaller("farm");
  const { id } = await saved(farm, { application_id: "own" });
  browser = await openBrowser(farm, id);
  const { fieldId, year } = await (await editorOf("farm")).placeOf(id);
  place = { fieldId, year, applicationEventId: id };
});
afterAll(() => soil.close());

const record = async () =>
  (await readRecord({ deps: await getDeps(), provider: farm }, place.applicationEventId)).ground;
const reading = (moment: "start" | "refill" | "end", clock: string) => ({
  kind: "record_entry",
  ...place,
  entry: {
    entryId: randomUUID(),
    replaces: null as string | null,
    writtenAt: "2026-06-15T14:05:00Z",
    statement: {
      kind: "reading",
      moment,
      readAt: `2026-06-15T${clock}:00-05:00`,
      windSpeedMph: 7,
      windDirectionDeg: 225,
      temperatureF: 74,
    },
  },
});
const signature = (entriesSeen: number, signedBy = "Jo Field") => ({
  kind: "record_sign",
  ...place,
  signedBy,
  entriesSeen,
});

it("entries of a page are kept once, signed as they were seen, and added to after", async () => {
  const start = reading("start", "09:05");
  await edit(browser, start);
  // A lost answer makes a page send it again.
  expect((await edit(browser, start)).changeId).toBeNull();
  await edit(browser, reading("end", "12:00"));
  expect((await record()).entries).toHaveLength(2);
  // Not what the signer saw.
  expect((await refusedEdit(browser, signature(1), { status: 409 })).error.code).toBe("CHANGED");
  await edit(browser, signature(2));
  await edit(browser, signature(2));
  expect((await record()).signature).toMatchObject({ signedBy: "Jo Field" });
  expect((await refusedEdit(browser, signature(2, "Kim Row"), { status: 409 })).error.code).toBe("CHANGED");
  const late = reading("refill", "10:20");
  await edit(browser, { ...late, entry: { ...late.entry, replaces: start.entry.entryId } });
  expect((await record()).entries.map(({ isAddition }) => isAddition)).toEqual([false, false, true]);
});

it("an entry that replaces none, one of another year, and one while the portal is locked are refused", async () => {
  const lost = reading("refill", "11:00");
  const wrong = { ...lost, entry: { ...lost.entry, replaces: randomUUID() } };
  expect((await refusedEdit(browser, wrong, { status: 409 })).error.code).toBe("CHANGED");
  expect((await sendEdit(browser, { ...lost, year: place.year + 1 })).status).toBe(404);
  await lock(farm, place.applicationEventId, true);
  expect((await refusedEdit(browser, lost, { status: 423 })).error.code).toBe("LOCKED");
  await lock(farm, place.applicationEventId, false);
  expect((await record()).entries).toHaveLength(3);
});
