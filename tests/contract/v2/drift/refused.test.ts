import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { POST } from "@/app/api/v2/applications/[applicationEventId]/drift-buffer/compute/route";
import { getDeps } from "@/lib/runtime/deps";
import { claimPractice, markDownslope } from "@/tests/support/portal-edits";
import { archiveFieldOf, bytesOf, NEEDS_4, read, saved } from "@/tests/contract/v2/compliance/support";
import { passOf, placeOf } from "@/tests/contract/v2/drift/portal";
import {
  compute,
  prepareSoundGround,
  READY,
  refusedCompute,
  sendCompute,
  WEST_WIND,
} from "@/tests/contract/v2/drift/support";
import { check, holdGround, snapshot, sql } from "@/tests/contract/v2/esa-check/support";
import { makeCaller, refusal, type Caller } from "@/tests/support/api";
import { squareField } from "@/tests/support/requests";
import type { Connected } from "@/tests/support/soil-ground";

let caller: Caller;
let other: Caller;
let soil: Connected;
beforeAll(async () => {
  soil = await prepareSoundGround();
  caller = await makeCaller("drift-refused");
  other = await makeCaller("drift-other");
});
afterAll(() => soil.close());

const application = async (name: string, more: Record<string, unknown> = {}): Promise<string> =>
  (await saved(caller, { application_id: name, ...READY, ...more })).id;
const change = (id: string, set: string) =>
  sql(caller.providerId, `UPDATE application SET ${set} WHERE application_event_id = $1`, [id]);

describe("404 APPLICATION_NOT_FOUND", () => {
  it("is the same bytes for another provider's, for one on an archived field and for none", async () => {
    const [mine, archived] = [await application("mine"), await application("archived")];
    await archiveFieldOf(caller.providerId, archived);
    const at = (id: string) => ({ body: WEST_WIND, params: { applicationEventId: id } });
    const none = await bytesOf(POST, other, at(uuidv7()));
    expect(none).toMatchObject({ status: 404 });
    expect(await bytesOf(POST, other, at(mine))).toEqual(none);
    expect(await bytesOf(POST, caller, at(archived))).toEqual(none);
  });

  it("a stranger learns nothing, not even whether the body was right", async () => {
    expect((await refusal(await sendCompute(null, uuidv7(), { body: {} }), 401)).code).toBe("UNAUTHORIZED");
  });
});

describe("422", () => {
  const rate = (more: Record<string, unknown> = {}) => ({
    product_index: 0,
    epa_number: NEEDS_4.epa_number,
    rate: 1,
    rate_unit: "lb/ac",
    ...more,
  });

  it("NO_FIELD_GEOMETRY without an active boundary, which a new check repairs", async () => {
    const id = await application("no-boundary");
    await sql(
      caller.providerId,
      "UPDATE field SET boundary = NULL, boundary_hash = NULL WHERE provider_field_id = 'no-boundary'",
    );
    expect((await refusedCompute(caller, id, 422)).code).toBe("NO_FIELD_GEOMETRY");
    await application("no-boundary");
    expect((await compute(caller, id)).application_time.drift_status).toBe("met");
  });

  it.each([
    ["a product that is not there", [rate({ product_index: 1 })], /no product 1; counted from 0, its last is 0\.$/],
    ["another registration", [rate({ epa_number: "99002-2" })], /number [\d-]+, not 99002-2\.$/],
    ["no registration where the product has one", [rate({ epa_number: null })], /number [\d-]+, not null\.$/],
    ["one product twice", [rate(), rate({ rate: 2 })], /product 0 twice\.$/],
  ])("PRODUCT_MISMATCH for %s, in words that mend it", async (title, updates, message) => {
    const id = await application(title.replaceAll(" ", "-"));
    const before = await snapshot(caller.providerId);
    const found = await refusedCompute(caller, id, 422, { rate_updates: updates });
    expect(found).toMatchObject({ code: "PRODUCT_MISMATCH", retryable: false });
    expect(found.message).toMatch(message);
    expect(await snapshot(caller.providerId)).toBe(before);
  });

  it("INVALID_REQUEST for a row-length unit where neither the request nor the product has the spacing", async () => {
    const id = await application("rows");
    const updates = [rate({ rate: 4, rate_unit: "oz/1000 row ft" })];
    const found = await refusedCompute(caller, id, 422, { rate_updates: updates });
    expect(found.details).toMatchObject([{ path: ["rate_updates", 0, "row_spacing_inches"] }]);
    await compute(caller, id, { rate_updates: [rate({ ...updates[0], row_spacing_inches: 30 })] });
  });

  it.each([
    ["failed", "processing_status = 'failed'"],
    ["without products", "products = '[]'"],
    ["with products that are none", `products = '{"a": 1}'`],
    ["with a droplet size of an earlier day", "droplet_size = 'misty'"],
  ])("INVALID_APPLICATION for one that is %s", async (title, set) => {
    const id = await application(title.replaceAll(" ", "-"));
    await change(id, set);
    expect((await refusedCompute(caller, id, 422)).code).toBe("INVALID_APPLICATION");
  });

  it("UNSUPPORTED_APPLICATION_METHOD for a saved method that is none any more, unless the request names one", async () => {
    const id = await application("catapult");
    await change(id, "application_method = 'Catapult'");
    expect((await refusedCompute(caller, id, 422)).code).toBe("UNSUPPORTED_APPLICATION_METHOD");
    const found = await compute(caller, id, { application_method: "Broadcast-Ground" });
    expect(found.application_time.drift_status).toBe("met");
  });
});

describe("409", () => {
  /** Does something while a computation is at work: it holds its claims and has saved nothing. */
  const whileComputing = async (id: string, meanwhile: () => Promise<unknown>): Promise<Response> => {
    const held = await holdGround();
    try {
      const answered = sendCompute(caller, id);
      await held.arrived();
      await meanwhile();
      await held.letGo();
      return await answered;
    } finally {
      await held.letGo();
    }
  };

  it("PROCESSING_CONFLICT while a check of the application waits in a bulk job", async () => {
    const id = await application("waits");
    await change(id, "processing_status = 'pending'");
    expect(await refusedCompute(caller, id, 409)).toMatchObject({ code: "PROCESSING_CONFLICT", retryable: true });
  });

  it("PROCESSING_CONFLICT for a second computation while the first is at work, which goes on", async () => {
    const id = await application("twice");
    const first = await whileComputing(id, async () => {
      const second = await refusal(await sendCompute(caller, id), 409);
      expect(second).toMatchObject({ code: "PROCESSING_CONFLICT", retryable: true });
    });
    expect(first.status).toBe(200);
  });

  it("APPLICATION_CHANGED when the application moved on meanwhile, and nothing is saved", async () => {
    const id = await application("moved");
    const answered = await whileComputing(id, () => change(id, "revision = revision + 1"));
    expect(await refusal(answered, 409)).toMatchObject({ code: "APPLICATION_CHANGED", retryable: true });
    expect((await read(caller, id)).compliance.drift.last_computation).toBeNull();
    const claims = await sql(caller.providerId, "SELECT 1 FROM claim");
    expect(claims).toEqual([]);
  });

  it("FIELD_CHANGED when the field moved on meanwhile", async () => {
    const id = await application("field-moved");
    const answered = await whileComputing(id, () =>
      sql(caller.providerId, "UPDATE field SET revision = revision + 1 WHERE provider_field_id = 'field-moved'"),
    );
    expect((await refusal(answered, 409)).code).toBe("FIELD_CHANGED");
  });

  it("APPLICATION_CHANGED when a practice is claimed on the portal meanwhile", async () => {
    const id = await application("claimed");
    const answered = await whileComputing(id, async () =>
      claimPractice(await passOf(caller), {
        applicationEventId: id,
        subOptionId: 505,
        claim: { customValue: null, notes: null },
      }),
    );
    expect((await refusal(answered, 409)).code).toBe("APPLICATION_CHANGED");
  });

  it("FIELD_CHANGED when edges are marked downslope on the portal meanwhile", async () => {
    const id = await application("marked");
    const place = await placeOf(caller, id);
    const answered = await whileComputing(id, async () =>
      markDownslope(await passOf(caller), { ...place, edges: [{ partIndex: 0, ringIndex: 0, edgeIndex: 0 }] }),
    );
    expect((await refusal(answered, 409)).code).toBe("FIELD_CHANGED");
  });

  it("PROCESSING_CONFLICT for a check of the same application while a computation is at work", async () => {
    const id = await application("checked");
    const answered = await whileComputing(id, async () => {
      await expect(check(caller, { application_id: "checked", ...READY })).rejects.toThrow(/409/);
    });
    expect(answered.status).toBe(200);
  });

  it("DUPLICATE_FIELD and DUPLICATE_APPLICATION while two live rows share an identity", async () => {
    const [one, two] = [await application("one"), await application("two")];
    await sql(caller.providerId, "UPDATE field SET provider_field_id = 'one' WHERE provider_field_id = 'two'");
    expect((await refusedCompute(caller, one, 409)).code).toBe("DUPLICATE_FIELD");
    await sql(
      caller.providerId,
      `UPDATE field SET provider_field_id = 'two'
       WHERE field_id = (SELECT field_id FROM application WHERE application_event_id = $1)`,
      [two],
    );
    await change(two, "application_id = 'one'");
    expect((await refusedCompute(caller, one, 409)).code).toBe("DUPLICATE_APPLICATION");
  });
});

it("an installation without link keys computes all the same, because the answer has no link", async () => {
  const id = await application("unconfigured");
  const { env } = await getDeps();
  const keys = env.PORTAL_LINK_KEYS;
  env.PORTAL_LINK_KEYS = [];
  try {
    expect((await compute(caller, id)).application_time.drift_status).toBe("met");
  } finally {
    env.PORTAL_LINK_KEYS = keys;
  }
});

it("an application whose field has another boundary since is computed there, and says that it is incomplete", async () => {
  const id = await application("first-of-two", { provider_field_id: "shared" });
  await application("second-of-two", {
    provider_field_id: "shared",
    field_boundary: squareField(-87.25, 32.89, 0.005),
  });
  const found = await compute(caller, id);
  expect(found.compliance).toMatchObject({ status: "indeterminate" });
  expect(found.compliance.issues.map(({ code }) => code)).toContain("APPLICATION_PROCESSING_INCOMPLETE");
  expect(found.application_time.drift_status).toBe("met");
  // Its runoff too, as a reading of what is saved answers it.
  expect(found.compliance.runoff.map(({ status }) => status)).toEqual(["indeterminate"]);
  expect((await read(caller, id)).compliance.runoff.map(({ status }) => status)).toEqual(["indeterminate"]);
});
