import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SOIL_FAULTS } from "@/lib/gateways/stub/soil-faults";
import { holdGround, rowCounts, snapshot, sql, type Body } from "@/tests/contract/v2/esa-check/support";
import { expectFaultOf, faultyBoundaries } from "@/tests/contract/v2/fields/bad-boundaries";
import {
  COUNTY,
  creditIds,
  expectDependencyFailed,
  fieldBody,
  fieldOn,
  fieldRow,
  prepareFields,
  processField,
  savedCredits,
  sendField,
  SOIL,
} from "@/tests/contract/v2/fields/support";
import { POST } from "@/app/api/v2/process-field/route";
import { call, makeCaller, refusal, type Caller, type Refusal } from "@/tests/support/api";
import { emptySoilStore } from "@/tests/support/soil-database";
import type { Connected } from "@/tests/support/soil-ground";

let soil: Connected;
let caller: Caller;
let provider: string;
beforeAll(async () => {
  soil = await prepareFields({ deadlineMs: 3000, mostBytes: 1 << 20 });
});
afterAll(() => soil.close());
/** Each test has a provider of its own, so that what it breaks by hand breaks nothing else. */
beforeEach(async () => {
  soil.stub.setFault(null);
  provider = `refused-${randomUUID()}`;
  caller = await makeCaller(provider);
});

const MOVED = { field_boundary: fieldOn(COUNTY.veryLow, SOIL.wetSteep), field_name: "Moved" };

/** The request is refused with a code and leaves every row, and no claim, as it was. */
async function expectRefused(status: number, code: string, more: Body): Promise<Refusal> {
  const before = await snapshot(provider);
  const found = await refusal(await sendField(caller, more), status);
  expect(found.code).toBe(code);
  expect(await snapshot(provider)).toBe(before);
  return found;
}

describe("without soil", () => {
  const FAILING = SOIL_FAULTS.filter((fault) => fault !== "missing_map_unit" && fault !== "null_group");

  it.each(FAILING)("(%s) nothing is written: a new field is not made", async (fault) => {
    await emptySoilStore();
    soil.stub.setFault(fault);
    const found = await expectDependencyFailed(await sendField(caller), { isLasting: fault === "empty" });
    expect(found.message).not.toMatch(/http|127\.0\.0\.1|select/i);
    expect(await rowCounts(provider)).toMatchObject({ field: 0, measure_selection: 0, claim: 0, portal_token: 0 });
  });

  it.each(FAILING)(
    "(%s) an earlier field keeps boundary, revision, ground, credits and portal period",
    async (fault) => {
      await emptySoilStore();
      await processField(caller);
      const [before, row] = [await snapshot(provider), await fieldRow(provider)];
      soil.stub.setFault(fault);
      await expectDependencyFailed(await sendField(caller, MOVED), { isLasting: fault === "empty" });
      expect(await snapshot(provider)).toBe(before);
      expect(await fieldRow(provider)).toMatchObject({
        revision: row.revision,
        boundary: row.boundary,
        field_name: "Home quarter",
      });
      // And it can be processed as soon as the survey is back.
      soil.stub.setFault(null);
      expect((await processField(caller, MOVED)).mitigations_applied).toEqual([9, 24]);
    },
  );

  it("outside the survey's coverage is the same, and says that asking again is of no use", async () => {
    const outside = { field_boundary: fieldOn(COUNTY.medium, SOIL.outside) };
    const found = await expectDependencyFailed(await sendField(caller, outside), { isLasting: true });
    expect(found.message).toMatch(/no data of this ground/);
    expect(await rowCounts(provider)).toMatchObject({ field: 0, claim: 0 });
  });

  it("that is stored, a survey that is away does not matter", async () => {
    await processField(caller);
    soil.stub.setFault("maintenance");
    const found = await processField(caller, { field_name: "Renamed", year: 2031 });
    expect(found.steps.soil.data.status).toBe("reused");
    expect(found.mitigations_applied).toEqual([10, 24, 28]);
  });

  it("of any group or slope the field is saved: that is an answer of the survey", async () => {
    await emptySoilStore();
    soil.stub.setFault("null_group");
    const found = await processField(caller);
    expect(found).toMatchObject({ soil_data: { dominant_hydgrpdcd: null }, mitigations_applied: [10, 24] });
    await emptySoilStore();
  });
});

describe("identities that contradict what is saved", () => {
  it("a field id of another account of the provider is FIELD_OWNERSHIP_CONFLICT", async () => {
    await processField(caller);
    const found = await expectRefused(409, "FIELD_OWNERSHIP_CONFLICT", { account_id: "account-2" });
    expect(found.retryable).toBe(false);
    expect(found.message).not.toContain("account-1");
  });

  it("two live fields of one identity are DUPLICATE_FIELD, and one of them archived is none", async () => {
    await processField(caller);
    const twinId = randomUUID();
    await sql(
      provider,
      `INSERT INTO field (provider_id, field_id, account_id, provider_field_id, field_name)
       SELECT provider_id, $1, account_id, provider_field_id, 'Twin' FROM field`,
      [twinId],
    );
    expect((await expectRefused(409, "DUPLICATE_FIELD", {})).retryable).toBe(false);
    await sql(provider, "UPDATE field SET archived_at = now() WHERE field_id = $1", [twinId]);
    await processField(caller);
  });
});

const claim = (identity: string, lease: string) =>
  sql(
    provider,
    `INSERT INTO claim (provider_id, kind, identity, token, leased_until)
     VALUES ($1, 'field', $2, $3, now() + $4::interval)`,
    [provider, identity, randomUUID(), lease],
  );

describe("another request on the same field", () => {
  it("that is at work is PROCESSING_CONFLICT, to be tried again in five seconds", async () => {
    await claim("field-1", "1 minute");
    const before = await snapshot(provider);
    const answered = await sendField(caller);
    expect(answered.headers.get("retry-after")).toBe("5");
    expect(await refusal(answered, 409)).toMatchObject({ code: "PROCESSING_CONFLICT", retryable: true });
    expect(await snapshot(provider)).toBe(before);
  });

  it("that died is taken over, and one on another field blocks no other", async () => {
    await claim("field-1", "-1 second");
    await claim("field-2", "1 minute");
    await processField(caller);
    expect((await rowCounts(provider)).claim).toBe(1);
  });

  it("that takes the claim over leaves the slow one without effect", async () => {
    await processField(caller);
    const held = await holdGround();
    try {
      const answered = sendField(caller, MOVED);
      await held.arrived();
      await sql(provider, "UPDATE claim SET token = $1", [randomUUID()]);
      const before = await snapshot(provider);
      await held.letGo();
      expect((await refusal(await answered, 409)).code).toBe("PROCESSING_CONFLICT");
      expect(await snapshot(provider)).toBe(before);
    } finally {
      await held.letGo();
    }
  });
});

describe("a change while the ground is looked up", () => {
  it.each([
    ["of the revision", "UPDATE field SET revision = revision + 1, field_name = 'Meanwhile'"],
    ["that archives the field", "UPDATE field SET archived_at = now()"],
  ])("%s is FIELD_CHANGED, with what was changed intact", async (_title, change) => {
    await emptySoilStore();
    await processField(caller);
    const held = await holdGround();
    try {
      const answered = sendField(caller, MOVED);
      await held.arrived();
      expect((await rowCounts(provider)).claim).toBe(1);
      await sql(provider, change);
      const [row] = await sql(provider, "SELECT * FROM field");
      await held.letGo();
      const refused = await answered;
      expect(refused.headers.get("retry-after")).toBe("5");
      expect(await refusal(refused, 409)).toMatchObject({ code: "FIELD_CHANGED", retryable: true });
      expect(await sql(provider, "SELECT * FROM field")).toEqual([row]);
      expect((await savedCredits(provider)).map(({ id }) => id)).toEqual([10, 24, 28]);
      expect((await rowCounts(provider)).claim).toBe(0);
    } finally {
      await held.letGo();
    }
  });

  it("of nothing leaves the field to be saved, also where the soil is slow", async () => {
    await emptySoilStore();
    soil.stub.setFault("slow", { times: 1, delayMs: 300 });
    await processField(caller);
    expect(await creditIds(provider, new Date().getUTCFullYear())).toEqual([10, 24, 28]);
  });
});

describe("an invalid request", () => {
  it("needs a key before anything is said of it", async () => {
    expect((await refusal(await call(POST, null, { body: {} }), 401)).code).toBe("UNAUTHORIZED");
  });

  it("naming another provider is 403 PROVIDER_MISMATCH and writes nothing", async () => {
    await expectRefused(403, "PROVIDER_MISMATCH", { provider_id: "someone" });
  });

  it.each(["provider_id", "account_id", "provider_field_id", "field_name", "field_boundary"])(
    "needs %s",
    async (member) => {
      const found = await expectRefused(422, "INVALID_REQUEST", { [member]: undefined });
      expect(found.details?.map(({ path }) => path)).toEqual([[member]]);
    },
  );

  it.each([
    ["year", 1899],
    ["year", 2201],
    ["year", 2026.5],
    ["year", "2026"],
    ["year", null],
    ["include_mitigation_options", "true"],
    ["include_mitigation_options", null],
    ["account_id", ""],
    ["account_id", "x".repeat(201)],
    ["provider_field_id", "x".repeat(201)],
    ["provider_field_id", null],
    ["field_name", "x".repeat(501)],
    ["field_name", "a\u0000b"],
  ])("with %s %j is 422 at its place", async (member, value) => {
    const found = await expectRefused(422, "INVALID_REQUEST", { [member]: value });
    expect(found.details?.map(({ path, pointer }) => [path, pointer])).toEqual([[[member], `/${member}`]]);
  });

  it("with unknown members and other faults, names all at once", async () => {
    const found = await expectRefused(422, "INVALID_REQUEST", {
      crop: [],
      application_id: "a",
      year: 1,
      account_id: "",
    });
    expect(found.details?.map(({ path, code }) => [path[0] ?? "", code]).sort()).toEqual([
      ["", "unrecognized_keys"],
      ["", "unrecognized_keys"],
      ["account_id", "too_small"],
      ["year", "too_small"],
    ]);
    expect(found.details?.flatMap(({ keys = [] }) => keys).toSorted()).toEqual(["application_id", "crop"]);
  });

  it("with a query parameter is 422", async () => {
    const found = await refusal(await call(POST, caller, { body: fieldBody(provider), query: "year=2026" }), 422);
    expect(found.details?.map(({ path }) => path)).toEqual([["year"]]);
  });

  it.each(faultyBoundaries())("with $title is 422 at its place and writes nothing", async ({ boundary, path }) => {
    await expectFaultOf(await sendField(caller, { field_boundary: boundary }), path);
    expect(await rowCounts(provider)).toMatchObject({ field: 0, claim: 0 });
  });

  it.each([
    ["a bare Polygon", fieldOn(COUNTY.medium, SOIL.sandyFlat).geometry],
    ["a FeatureCollection", { type: "FeatureCollection", features: [fieldOn(COUNTY.medium, SOIL.sandyFlat)] }],
    ["a text", JSON.stringify(fieldOn(COUNTY.medium, SOIL.sandyFlat))],
  ])("with %s as boundary is 422: a field is a Feature", async (_title, boundary) => {
    const found = await expectRefused(422, "INVALID_REQUEST", { field_boundary: boundary });
    expect(found.details?.map(({ path }) => path[0])).toEqual(["field_boundary"]);
  });
});
