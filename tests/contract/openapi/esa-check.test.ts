import type { ValidateFunction } from "ajv/dist/2020";
import { beforeAll, describe, expect, it } from "vitest";
import { POST } from "@/app/api/v2/esa-check/route";
import { answerChecker, documentedSchemas, fetchDocument } from "@/tests/contract/openapi/documented";
import { GROUND, loadGround, type Body } from "@/tests/contract/v2/esa-check/support";
import { call, makeCaller, type Caller, type Sent } from "@/tests/support/api";
import { DC125_TEXT, NO_ESA, STRYAX, checkBody } from "@/tests/support/requests";

const PATH = "/api/v2/esa-check";

let caller: Caller;
let faultOf: (response: Response) => Promise<string | null>;
let acceptsBody: ValidateFunction;
beforeAll(async () => {
  await loadGround(
    [{ pulaId: 1, codes: "DC125", geometry: GROUND }],
    [{ pulaId: 1, registration: "264-1241", code: "DC125", limitation: DC125_TEXT, methods: ["Ground"] }],
  );
  caller = await makeCaller("documented");
  const document = await fetchDocument();
  faultOf = answerChecker(document, PATH, "post");
  acceptsBody = documentedSchemas(document)(
    "paths",
    PATH,
    "post",
    "requestBody",
    "content",
    "application/json",
    "schema",
  );
});

const body = (more: Body = {}) => checkBody("documented", more);
const ALL = { include_geometry: true, include_soil_analysis: true, include_mitigations: true };
const JSON_TYPE = { "Content-Type": "application/json" };
const PROBLEM = { Accept: "application/problem+json" };

describe("answers of the check are what the document says", () => {
  it.each<[string, number, () => Sent]>([
    ["a plain check", 200, () => ({ body: body() })],
    ["everything included", 200, () => ({ body: body({ ...ALL, gpa: 15 }), query: "explain=true" })],
    [
      "every demonstration product",
      200,
      () => ({
        body: body({
          ...ALL,
          products: ["99002-1", "99002-2", "99002-3", "99002-4", "99001-3", "1-1"].map((number) => ({
            ...STRYAX,
            epa_number: number,
          })),
        }),
      }),
    ],
    [
      "an early return",
      200,
      () => ({ body: body({ products: [NO_ESA], include_mitigations: true }), query: "explain=true" }),
    ],
    ["a broken body", 400, () => ({ raw: "{", headers: JSON_TYPE })],
    ["another provider", 403, () => ({ body: { ...body(), provider_id: "other" } })],
    ["a body too large", 413, () => ({ raw: " ".repeat(5_300_000), headers: JSON_TYPE })],
    ["a wrong content type", 415, () => ({ raw: "{}", headers: { "Content-Type": "text/plain" } })],
    ["an invalid body", 422, () => ({ body: { ...body(), gpa: 0, x: 1, application_date: 5 } })],
    ["a broken body as a problem", 400, () => ({ raw: "{", headers: { ...JSON_TYPE, ...PROBLEM } })],
    ["an invalid body as a problem", 422, () => ({ body: { ...body(), gpa: 0 }, headers: PROBLEM })],
  ])("%s: %i", async (_title, status, sent) => {
    const answered = await call(POST, caller, sent());
    expect(answered.status).toBe(status);
    expect(await faultOf(answered)).toBeNull();
  });

  it("a stranger's 401 as well, in both forms", async () => {
    for (const headers of [{}, PROBLEM]) {
      const answered = await call(POST, null, { body: body(), headers });
      expect(answered.status).toBe(401);
      expect(await faultOf(answered)).toBeNull();
    }
  });

  it("and a schema that is documented is one that is held: a changed answer does not pass", async () => {
    const answered = await call(POST, caller, { body: body() });
    const found = (await answered.json()) as Record<string, unknown>;
    const altered = (change: Record<string, unknown>) =>
      new Response(JSON.stringify({ ...found, ...change }), { headers: answered.headers });
    expect(await faultOf(altered({}))).toBeNull();
    for (const change of [{ extra: 1 }, { success: false }, { products: null }, { expires_at: "tomorrow" }]) {
      expect(await faultOf(altered(change)), JSON.stringify(change)).not.toBeNull();
    }
  });
});

describe("requests", () => {
  it.each<[string, Body]>([
    ["a plain one", {}],
    [
      "one with every member",
      {
        ...ALL,
        application_id: "full",
        provider_field_id: "f",
        provider_group_id: "g",
        user_email: "a@b.org",
        gpa: 15,
        droplet_size: "C",
        boom_height: "low",
        buffer_distance_miles: 2,
      },
    ],
    [
      "one with nulls where they are allowed",
      { provider_field_id: null, user_email: null, gpa: null, droplet_size: null, boom_height: null },
    ],
  ])("%s that is answered is one that the document allows", async (_title, more) => {
    expect((await call(POST, caller, { body: body(more) })).status).toBe(200);
    acceptsBody(JSON.parse(JSON.stringify(body(more))));
    expect(acceptsBody.errors).toBeNull();
  });

  it.each<[string, Body]>([
    ["an unknown member", { droplet_sise: "C" }],
    ["a required member as null", { crop: null }],
    ["no products", { products: [] }],
    ["101 products", { products: Array.from({ length: 101 }, () => STRYAX) }],
    ["a negative rate", { products: [{ ...STRYAX, rate: -1 }] }],
    ["a text too long", { field_name: "x".repeat(501) }],
    ["a point as boundary", { field_boundary: { type: "Feature", geometry: { type: "Point", coordinates: [0, 0] } } }],
  ])("%s is refused by the service and by the document alike", async (_title, more) => {
    expect((await call(POST, caller, { body: body(more) })).status).toBe(422);
    expect(acceptsBody(JSON.parse(JSON.stringify(body(more))))).toBe(false);
  });
});
