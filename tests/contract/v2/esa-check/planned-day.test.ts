import { beforeAll, describe, expect, it } from "vitest";
import { bulkBody, bulkField, prepareBulk, send } from "@/tests/contract/v2/bulk/support";
import { refusedCompute } from "@/tests/contract/v2/drift/support";
import { check, refusedCheck } from "@/tests/contract/v2/esa-check/support";
import { makeCaller, refusal, type Caller } from "@/tests/support/api";

let caller: Caller;
beforeAll(async () => {
  await prepareBulk();
  caller = await makeCaller("planned-day");
});

const NEXT_DAY = "2026-06-16T08:30:00-05:00";
const DAY = { application_date: "2026-06-15" };
const fault = (path: (string | number)[], message: string) => ({
  code: "INVALID_REQUEST",
  details: [{ path, pointer: `/${path.join("/")}`, message: expect.stringContaining(message) as string }],
});
const BOTH = "is on 2026-06-16 at the field (America/Chicago), and application_date is 2026-06-15";

describe("a planned start on another day than the application", () => {
  it("is refused with both members and the place, in a check and in a bulk job", async () => {
    const single = await refusedCheck(caller, 422, { ...DAY, planned_start_at: NEXT_DAY });
    expect(single).toMatchObject(fault(["planned_start_at"], BOTH));
    expect(single.message).toBe(
      `\`planned_start_at\` ${BOTH}; send the day on which spraying begins there as application_date.`,
    );
    const fields = [bulkField(0), bulkField(1, { planned_start_at: NEXT_DAY })];
    const job = await refusal(await send(caller, bulkBody(caller.providerId, 2, { ...DAY, fields })), 422);
    expect(job).toMatchObject(fault(["fields", 1, "planned_start_at"], BOTH));
  });

  it("is refused in a computation of an application that was checked for the day before", async () => {
    const checked = await check(caller, { ...DAY, application_id: "computed" });
    const refused = await refusedCompute(caller, checked.application_event_id ?? "", 422, {
      planned_start_at: NEXT_DAY,
    });
    expect(refused).toMatchObject(fault(["planned_start_at"], `${BOTH} as it was checked`));
  });

  it("is no other day where it is the next one in UTC alone", async () => {
    const late = { ...DAY, application_id: "late", planned_start_at: "2026-06-16T01:30:00Z" };
    expect((await check(caller, late)).success).toBe(true);
  });
});
