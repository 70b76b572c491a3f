import { beforeAll, expect, it } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { askAccess, lock, sendLock } from "@/tests/contract/v2/portal/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { makeCaller, refusal, type Caller } from "@/tests/support/api";

process.env.PORTAL_LINK_KEYS = "";

let caller: Caller;
beforeAll(async () => {
  caller = await makeCaller("linkless");
});

it.each(["signed_link", "token"])(
  "without link keys asking for a link is 503 for a provider in %s mode",
  async (mode) => {
    await sql("linkless", "UPDATE provider SET portal_mode = $1", [mode]);
    const response = await askAccess(caller, uuidv7());
    expect(response.headers.get("retry-after")).toBeNull();
    const found = await refusal(response, 503);
    expect(found).toMatchObject({ code: "PORTAL_SAS_UNCONFIGURED", retryable: false });
  },
);

it("a stranger and a faulty request get their own error first", async () => {
  await refusal(await askAccess(null, uuidv7()), 401);
  await refusal(await askAccess(caller, "x"), 422);
});

it("locks need no link keys", async () => {
  await refusal(await sendLock(caller, uuidv7(), { body: { locked: true } }), 404);
  const [fieldId, id] = [uuidv7(), uuidv7()];
  await sql(
    "linkless",
    `WITH f AS (INSERT INTO field (provider_id, field_id, account_id, provider_field_id, field_name)
                VALUES ('linkless', $1, 'account-1', 'field', 'Field'))
     INSERT INTO application (provider_id, application_event_id, field_id, account_id, application_id, application_date,
                              application_method, products, processing_status, boundary_hash)
     VALUES ('linkless', $2, $1, 'account-1', 'application', '2026-06-15', 'Broadcast-Ground', '[]', 'pending', '')`,
    [fieldId, id],
  );
  expect(await lock(caller, id, true)).toMatchObject({ locked: true });
});
