import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { POST } from "@/app/api/v2/applications/[applicationEventId]/record/route";
import { applicationRecordResponse } from "@/lib/contracts/v2/application-record";
import { utcDay } from "@/lib/domain/calendar";
import { getDeps } from "@/lib/runtime/deps";
import { purgeRecords } from "@/lib/usecases/records/purge-records";
import { prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { answer, call, makeCaller, type Caller } from "@/tests/support/api";
import type { Connected } from "@/tests/support/soil-ground";

/** What cannot be read of one record is no reason to keep everyone's for ever, nor to let that one go unasked. */
const LONG_AGO = `${new Date().getUTCFullYear() - 4}-06-15`;

let soil: Connected;
let first: Caller;
let second: Caller;
beforeAll(async () => {
  soil = await prepareGround();
  first = await makeCaller("reads-first");
  second = await makeCaller("reads-second");
});
afterAll(() => soil.close());

/** A record of an application of years ago, a month past its last day. */
async function outlived(caller: Caller, name: string): Promise<string> {
  const { id } = await saved(caller, { provider_field_id: name, application_id: name });
  const entry = {
    entry_id: randomUUID(),
    kind: "fact",
    name: "receipts",
    value: "Office",
    written_at: `${LONG_AGO}T14:05:00Z`,
  };
  const sent = { body: { entries: [entry] }, params: { applicationEventId: id } };
  await answer(await call(POST, caller, sent), applicationRecordResponse);
  await sql(caller.providerId, "UPDATE application SET application_date = $2::date WHERE application_event_id = $1", [
    id,
    LONG_AGO,
  ]);
  await sql(
    caller.providerId,
    "UPDATE application_record SET kept_until = current_date - 31 WHERE application_event_id = $1",
    [id],
  );
  return id;
}

const keptUntil = async ({ providerId }: Caller, id: string): Promise<string | null> => {
  const text = "SELECT kept_until::text AS day FROM application_record WHERE application_event_id = $1";
  return (await sql<{ day: string }>(providerId, text, [id]))[0]?.day ?? null;
};

it("a record whose rules cannot be asked stays until they can, and all others end on their day", async () => {
  const deps = await getDeps();
  const [broken, beside, elsewhere] = [
    await outlived(first, "broken"),
    await outlived(first, "beside"),
    await outlived(second, "elsewhere"),
  ];
  const store = (products: string) =>
    sql(first.providerId, "UPDATE application SET products = $2::jsonb WHERE application_event_id = $1", [
      broken,
      products,
    ]);
  const [was] = await sql<{ products: unknown }>(
    first.providerId,
    "SELECT products FROM application WHERE application_event_id = $1",
    [broken],
  );
  await store(`{"of": "a later release"}`);

  const before = utcDay(deps.clock());
  expect(await purgeRecords(deps)).toBe(2);
  // It may be midnight meanwhile.
  expect([before, utcDay(deps.clock())]).toContain(await keptUntil(first, broken));
  expect(await keptUntil(first, beside)).toBeNull();
  expect(await keptUntil(second, elsewhere)).toBeNull();

  await store(JSON.stringify(was?.products));
  await sql(first.providerId, "UPDATE application_record SET kept_until = current_date - 31");
  expect(await purgeRecords(deps)).toBe(1);
});
