import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as postV1 } from "@/app/api/v1/process-field/route";
import { processFieldResponse as v1Response } from "@/lib/contracts/v1/process-field";
import { asProvider } from "@/lib/data/db";
import { getDeps } from "@/lib/runtime/deps";
import { saved } from "@/tests/contract/v2/compliance/support";
import { snapshot, sql } from "@/tests/contract/v2/esa-check/support";
import {
  COUNTY,
  everyCount,
  fieldBody,
  fieldOn,
  fieldRow,
  opened,
  prepareFields,
  processField,
  sendField,
  SOIL,
  without,
} from "@/tests/contract/v2/fields/support";
import { makeCaller, refusal, type Caller } from "@/tests/support/api";
import { editorOf, MEASURES, refusedEdit } from "@/tests/support/selections";
import type { Connected } from "@/tests/support/soil-ground";
import { callV1, v1Answer, v1Detail } from "@/tests/support/v1";

let soil: Connected;
let a: Caller;
let b: Caller;
beforeAll(async () => {
  soil = await prepareFields();
  a = await makeCaller("field-a", "token");
  b = await makeCaller("field-b", "token");
});
afterAll(() => soil.close());

describe("two providers that use the same field id", () => {
  it("have a row each; the second changes nothing of the first", async () => {
    const first = await processField(a);
    const before = await snapshot("field-a");
    const other = {
      field_boundary: fieldOn(COUNTY.low, SOIL.sandyFlat),
      field_name: "B's own",
      account_id: "account-1",
    };
    const second = await processField(b, other);
    const third = await v1Answer(
      await callV1(postV1, b, "process-field", { body: fieldBody("field-b", other) }),
      v1Response,
    );
    expect(await snapshot("field-a")).toBe(before);
    const [rowA, rowB] = [await fieldRow("field-a"), await fieldRow("field-b")];
    expect(rowB.field_id).not.toBe(rowA.field_id);
    expect(third.field_id).toBe(rowB.field_id);
    expect(second.mitigation_portal_url).not.toBe(first.mitigation_portal_url);
    expect(await opened(first.mitigation_portal_url ?? "")).toEqual({
      field: { fieldId: rowA.field_id, fieldName: "Home quarter" },
    });
    expect(await opened(second.mitigation_portal_url ?? "")).toEqual({
      field: { fieldId: rowB.field_id, fieldName: "B's own" },
    });
  });

  it("do not meet in conflicts: claims, accounts, twins and archived fields of A are nothing to B", async () => {
    const other = { provider_field_id: "disputed" };
    await processField(a, { ...other, account_id: "account-of-a" });
    await sql(
      "field-a",
      `INSERT INTO field (provider_id, field_id, account_id, provider_field_id, field_name)
       VALUES ('field-a', gen_random_uuid(), 'account-of-a', 'disputed', 'Twin')`,
    );
    await sql(
      "field-a",
      `INSERT INTO claim (provider_id, kind, identity, token, leased_until)
       VALUES ('field-a', 'field', 'disputed', gen_random_uuid(), now() + interval '1 hour')`,
    );
    expect((await processField(b, { ...other, account_id: "account-of-b" })).success).toBe(true);
    await sql("field-a", "DELETE FROM claim");
    expect((await refusal(await sendField(a, { ...other, account_id: "account-of-a" }), 409)).code).toBe(
      "DUPLICATE_FIELD",
    );
  });

  it("do not see each other's selections", async () => {
    const place = { fieldId: (await fieldRow("field-a")).field_id, year: 2026 };
    await (await editorOf("field-a")).select(place, MEASURES.noTill);
    expect(await refusedEdit((await editorOf("field-b")).select(place, MEASURES.noTill))).toBe("not_found");
    expect((await processField(b, { year: 2026 })).mitigations_applied).not.toContain(210);
    expect((await processField(a, { year: 2026 })).mitigations_applied).toContain(210);
  });

  it("get answers that say nothing of each other", async () => {
    const { id } = await saved(a, { application_id: "spring", provider_field_id: "field-1" });
    const answered = await sendField(b, { include_mitigation_options: true });
    const text = await answered.text();
    const secrets = await sql<{ id: string }>("field-a", "SELECT field_id::text AS id FROM field");
    for (const secret of [...secrets.map((row) => row.id), id, "field-a", "account-of-a"])
      expect(text).not.toContain(secret);
  });

  it("share what the survey said, which belongs to no provider", async () => {
    const boundary = fieldOn(COUNTY.medium, SOIL.clayFlat, 0.05);
    const first = await processField(a, { provider_field_id: "shared", field_boundary: boundary });
    const calls = soil.stub.calls();
    const second = await processField(b, { provider_field_id: "shared", field_boundary: boundary });
    expect(second.steps.soil.data.status).toBe("reused");
    expect(second.soil_data).toEqual(first.soil_data);
    expect(soil.stub.calls()).toBe(calls);
  });
});

describe("a caller that names another provider", () => {
  it("is refused with 403 before anything of that provider is looked at, in both versions", async () => {
    const [before, own] = [await everyCount("field-a"), await everyCount("field-b")];
    const wrongV1 = await callV1(postV1, b, "process-field", { body: fieldBody("field-a") });
    expect(typeof (await v1Detail(wrongV1, 403))).toBe("string");
    const real = await refusal(await sendField(b, { provider_id: "field-a" }), 403);
    const none = await refusal(await sendField(b, { provider_id: "no-such-provider" }), 403);
    expect(without(real, "request_id")).toEqual(without(none, "request_id"));
    expect(await everyCount("field-a")).toEqual(before);
    expect(await everyCount("field-b")).toEqual(own);
  });
});

describe("the database itself", () => {
  it("keeps fields and credits that process-field saved from another provider's hands", async () => {
    const { db } = await getDeps();
    await processField(a, { year: 2026 });
    const before = await snapshot("field-a");
    const asB = (statement: string) => asProvider(db, "field-b", (tx) => tx.$executeRawUnsafe(statement));
    for (const table of ["field", "measure_selection", "portal_token"]) {
      const seen = await asProvider(db, "field-b", (tx) =>
        tx.$queryRawUnsafe<{ n: number }[]>(`SELECT count(*)::int AS n FROM ${table} WHERE provider_id = 'field-a'`),
      );
      expect(seen, table).toEqual([{ n: 0 }]);
      expect(await asB(`UPDATE ${table} SET provider_id = provider_id WHERE provider_id = 'field-a'`), table).toBe(0);
    }
    expect(await asB("DELETE FROM measure_selection WHERE provider_id = 'field-a'")).toBe(0);
    const { field_id } = await fieldRow("field-a");
    await expect(
      asB(`INSERT INTO measure_selection (provider_id, field_id, year, system, sub_option_id, source)
           VALUES ('field-a', '${field_id}', 2026, 'epa_runoff', 9, 'county')`),
    ).rejects.toThrow(/row-level security/);
    expect(await snapshot("field-a")).toBe(before);
  });
});
