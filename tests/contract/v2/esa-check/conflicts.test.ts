import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  check,
  loadGround,
  refusedCheck,
  rowCounts,
  snapshot,
  sql,
  whileChecking,
  type Body,
} from "@/tests/contract/v2/esa-check/support";
import { makeCaller, refusal, type Caller, type Refusal } from "@/tests/support/api";
import { squareField } from "@/tests/support/requests";

let caller: Caller;
let provider: string;
beforeAll(() => loadGround());
/** Each test has a provider of its own, so that what it breaks by hand breaks nothing else. */
beforeEach(async () => {
  provider = `conflicts-${randomUUID()}`;
  caller = await makeCaller(provider);
});

const send = (more: Body = {}) => check(caller, more);

/** The check is refused with a code and leaves every row, and no claim, as it was. */
async function expectConflict(code: string, more: Body): Promise<Refusal> {
  const before = await snapshot(provider);
  const found = await refusedCheck(caller, 409, more);
  expect(found.code).toBe(code);
  expect(await snapshot(provider)).toBe(before);
  return found;
}

const claim = (kind: string, identity: string, lease: string) =>
  sql(
    provider,
    `INSERT INTO claim (provider_id, kind, identity, token, leased_until) VALUES ($1, $2, $3, $4, now() + $5::interval)`,
    [provider, kind, identity, randomUUID(), lease],
  );

describe("identities that contradict what is saved", () => {
  it("an application id in use for another field is APPLICATION_FIELD_CONFLICT", async () => {
    await send({ provider_field_id: "field-1" });
    const found = await expectConflict("APPLICATION_FIELD_CONFLICT", { provider_field_id: "field-2" });
    expect(found.retryable).toBe(false);
  });

  it("so is one whose field id names another saved field", async () => {
    await send({ provider_field_id: "field-1" });
    await send({ provider_field_id: "field-2", application_id: "application-2" });
    await expectConflict("APPLICATION_FIELD_CONFLICT", { provider_field_id: "field-2" });
  });

  it("a field id of another account of the provider is FIELD_OWNERSHIP_CONFLICT", async () => {
    await send({ provider_field_id: "field-1" });
    const found = await expectConflict("FIELD_OWNERSHIP_CONFLICT", {
      provider_field_id: "field-1",
      account_id: "account-2",
      application_id: "application-2",
    });
    expect(found.retryable).toBe(false);
    expect(found.message).not.toContain("account-1");
  });

  it("two accounts may use the same application id, each for an application of its own", async () => {
    const mine = await check(caller, { application_id: "shared", provider_field_id: "mine" });
    const theirs = { application_id: "shared", provider_field_id: "theirs", account_id: "account-2" };
    const other = await check(caller, theirs);
    expect(other.application_event_id).not.toBe(mine.application_event_id);
    expect((await check(caller, theirs)).application_event_id).toBe(other.application_event_id);
  });

  it("two live fields of one identity are DUPLICATE_FIELD, and one of them archived is none", async () => {
    await send({ provider_field_id: "field-1" });
    const twin = randomUUID();
    await sql(
      provider,
      `INSERT INTO field (provider_id, field_id, account_id, provider_field_id, field_name)
       SELECT provider_id, $1, account_id, provider_field_id, 'Twin' FROM field`,
      [twin],
    );
    expect((await expectConflict("DUPLICATE_FIELD", { provider_field_id: "field-1" })).retryable).toBe(false);
    await sql(provider, "UPDATE field SET archived_at = now() WHERE field_id = $1", [twin]);
    await send({ provider_field_id: "field-1" });
  });

  it("two live applications of one identity are DUPLICATE_APPLICATION", async () => {
    await send();
    await sql(
      provider,
      `INSERT INTO application (provider_id, application_event_id, field_id, account_id, application_id, application_date,
         application_method, products, processing_status, boundary_hash)
       SELECT provider_id, $1, field_id, account_id, application_id, application_date, application_method, products,
         processing_status, boundary_hash FROM application`,
      [randomUUID()],
    );
    expect((await expectConflict("DUPLICATE_APPLICATION", {})).retryable).toBe(false);
  });
});

describe("a change while the check is at work", () => {
  const MOVED = { field_boundary: squareField(-87, 33.2), field_name: "Moved", user_email: "new@example.org" };

  /** Refused as transient, and nothing but the change itself has happened to what is saved. */
  async function expectChanged(code: string, change: string) {
    const before = await rowCounts(provider);
    let afterChange = "";
    const answered = await whileChecking(caller, MOVED, async () => {
      await sql(provider, change);
      afterChange = await snapshot(provider);
    });
    expect(answered.headers.get("retry-after")).toBe("5");
    expect(await refusal(answered, 409)).toMatchObject({ code, retryable: true });
    expect(await rowCounts(provider)).toEqual(before);
    await sql(provider, "DELETE FROM claim");
    const claimless = (text: string) => (JSON.parse(text) as { name: string }[]).filter(({ name }) => name !== "claim");
    expect(claimless(await snapshot(provider))).toEqual(claimless(afterChange));
  }

  it("of the field's boundary is FIELD_CHANGED, with the old data intact", async () => {
    await send();
    await expectChanged("FIELD_CHANGED", "UPDATE field SET revision = revision + 1");
  });

  it("that archives the field is FIELD_CHANGED", async () => {
    await send();
    await expectChanged("FIELD_CHANGED", "UPDATE field SET archived_at = now()");
  });

  it("of the application is APPLICATION_CHANGED, with the old data intact", async () => {
    await send();
    await expectChanged("APPLICATION_CHANGED", "UPDATE application SET revision = revision + 1");
  });

  it("that takes the claims over is PROCESSING_CONFLICT: anyone who was too slow saves nothing", async () => {
    await send();
    const before = await rowCounts(provider);
    const taken = `UPDATE claim SET token = '${randomUUID()}'`;
    const answered = await whileChecking(caller, MOVED, () => sql(provider, taken));
    expect(await refusal(answered, 409)).toMatchObject({ code: "PROCESSING_CONFLICT", retryable: true });
    // The claims are another's now, so they stand.
    expect(await rowCounts(provider)).toEqual({ ...before, claim: 2 });
  });

  it("of nothing leaves the check to be saved", async () => {
    await send();
    const answered = await whileChecking(caller, MOVED, async () => undefined);
    expect(answered.status).toBe(200);
    expect((await rowCounts(provider)).claim).toBe(0);
  });
});

describe("claims", () => {
  it.each([
    ["application", "account-1\u001fapplication-1"],
    ["field", "application-1"],
  ])("a live one on the %s is PROCESSING_CONFLICT, to be tried again", async (kind, identity) => {
    await claim(kind, identity, "1 minute");
    const found = await expectConflict("PROCESSING_CONFLICT", {});
    expect(found.retryable).toBe(true);
  });

  it("one on something else blocks no other", async () => {
    await claim("application", "account-2\u001fapplication-1", "1 minute");
    await claim("field", "another field", "1 minute");
    await claim("application", "account-1", "1 minute");
    await send();
    expect((await rowCounts(provider)).claim).toBe(3);
  });

  it("one whose lease has run out is taken over", async () => {
    await claim("application", "account-1\u001fapplication-1", "-1 second");
    await claim("field", "application-1", "-1 second");
    await send();
    expect((await rowCounts(provider)).claim).toBe(0);
  });

  it("one live and one run out is refused, and the one run out stays as it was", async () => {
    await claim("application", "account-1\u001fapplication-1", "-1 second");
    await claim("field", "application-1", "1 minute");
    await expectConflict("PROCESSING_CONFLICT", {});
  });

  it("are held while a check is at work, and gone after it, saved or refused", async () => {
    const answered = await whileChecking(caller, {}, async () => {
      expect((await rowCounts(provider)).claim).toBe(2);
      expect((await refusedCheck(caller, 409)).code).toBe("PROCESSING_CONFLICT");
      // Another application of the same field waits for some seconds, and is then told to come again.
      const other = { application_id: "application-2", provider_field_id: "application-1" };
      expect((await refusedCheck(caller, 409, other)).code).toBe("PROCESSING_CONFLICT");
    });
    expect(answered.status).toBe(200);
    expect((await rowCounts(provider)).claim).toBe(0);
    await refusedCheck(caller, 409, { provider_field_id: "field-9" });
    expect((await rowCounts(provider)).claim).toBe(0);
  });

  it("are given back when the work fails for a reason of ours", async () => {
    const [{ version } = { version: "" }] = await sql<{ version: string }>(
      null,
      "SELECT version FROM data_set WHERE kind = 'pula' AND state = 'ready'",
    );
    await sql(null, "ALTER TABLE pula RENAME TO pula_away");
    try {
      const found = await refusedCheck(caller, 500);
      expect(found).toMatchObject({ code: "INTERNAL_ERROR", retryable: false });
      expect(JSON.stringify(found)).not.toMatch(/relation|pula|42P01|select/i);
    } finally {
      await sql(null, "ALTER TABLE pula_away RENAME TO pula");
    }
    expect(await rowCounts(provider)).toMatchObject({ claim: 0, field: 0, application: 0 });
    expect((await send()).compliance.data_versions.pula).toBe(version);
  });
});
