import { beforeAll, expect, it } from "vitest";
import { POST } from "@/app/api/v2/esa-check/route";
import { loadGround, rowCounts, sqlAsOwner } from "@/tests/contract/v2/esa-check/support";
import { keepLog } from "@/tests/contract/v2/http/support";
import { call, makeCaller, refusal, type Caller } from "@/tests/support/api";
import { checkBody } from "@/tests/support/requests";

const CAUSE = "its field is gone";

let caller: Caller;
beforeAll(async () => {
  await loadGround();
  caller = await makeCaller("refused");
  await sqlAsOwner(
    "refused",
    `CREATE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION '${CAUSE}' USING ERRCODE = 'foreign_key_violation'; END $$`,
  );
  await sqlAsOwner(
    "refused",
    "CREATE TRIGGER refuse_row BEFORE INSERT ON application FOR EACH ROW EXECUTE FUNCTION refuse_row()",
  );
});

it("a row that a foreign key refuses is a conflict that saves nothing, and only the log says which", async () => {
  const before = await rowCounts("refused");
  const lines = await keepLog();
  const answered = await call(POST, caller, { body: checkBody("refused", { application_id: "late" }) });
  const error = await refusal(answered, 409);
  expect(error).toMatchObject({ code: "PROCESSING_CONFLICT", retryable: true });
  expect(JSON.stringify(error)).not.toContain(CAUSE);
  expect(await rowCounts("refused")).toEqual(before);
  expect(lines.filter(({ status }) => status === 409)).toMatchObject([
    { level: 30, problem: "processingConflict", err: { message: expect.stringContaining(CAUSE) as string } },
  ]);
});
