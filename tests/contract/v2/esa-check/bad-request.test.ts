import { beforeAll, describe, expect, it } from "vitest";
import { POST } from "@/app/api/v2/esa-check/route";
import { errorBodySchema, problemBodySchema } from "@/lib/contracts/v2/error";
import { esaCheckResponse } from "@/lib/contracts/v2/esa-check";
import { plainBody, type Body } from "@/tests/contract/v2/esa-check/support";
import { answer, call, makeCaller, refusal, type Caller } from "@/tests/support/api";
import { loadCatalogue } from "@/tests/support/reference-data";
import { NO_ESA, squareField } from "@/tests/support/requests";

let caller: Caller;
beforeAll(async () => {
  await loadCatalogue();
  caller = await makeCaller("strict");
});

const body = (more: Body = {}): Body => plainBody("strict", more);

const MANY_FAULTS: Body = {
  account_id: "",
  field_name: 4,
  application_id: undefined,
  application_method: "Catapult",
  application_date: "2026-02-30",
  crop: null,
  pest: undefined,
  gpa: 0,
  droplet_sise: "C",
  field_boundary: { ...squareField(-87, 33), geometry: { type: "Point", coordinates: [-87, 33] } },
  products: [
    { ...NO_ESA, rate: -1, pest: ["thrips"] },
    { ...NO_ESA, rate_unit: "oz/1000 row ft", color: "green", pest: ["thrips"] },
    NO_ESA,
  ],
};
const MANY_POINTERS = [
  "/account_id",
  "/application_date",
  "/application_id",
  "/application_method",
  "/crop",
  "/droplet_sise",
  "/explain",
  "/field_boundary/geometry/type",
  "/field_name",
  "/gpa",
  "/products/0/rate",
  "/products/1/color",
  "/products/1/row_spacing_inches",
  "/products/2/pest",
  "/products/3/pest",
];

describe("many faults", () => {
  it("are all told at once, of the query and the body, each at its place", async () => {
    const products = [...(MANY_FAULTS.products as unknown[]), { ...NO_ESA, epa_number: null }];
    const found = await refusal(
      await call(POST, caller, { body: body({ ...MANY_FAULTS, products }), query: "explain=1" }),
      422,
    );
    expect(found.details?.map(({ pointer }) => pointer).toSorted()).toEqual(MANY_POINTERS);
    expect(found.message).toMatch(/\(and 14 more\)$/);
    expect(found.details?.find(({ pointer }) => pointer === "/droplet_sise")).toMatchObject({
      path: [],
      keys: ["droplet_sise"],
      message: 'The request has a member that this route does not know: "droplet_sise". Did you mean "droplet_size"?',
    });
    expect(found.details?.find(({ pointer }) => pointer === "/products/1/color")?.keys).toEqual(["color"]);
    expect(found.details?.find(({ pointer }) => pointer === "/field_name")).toMatchObject({
      code: "invalid_type",
      expected: "string",
      received: "number",
    });
  });

  it("are the same facts as application/problem+json", async () => {
    const plain = await call(POST, caller, { body: body(MANY_FAULTS), headers: { "X-Request-ID": "same" } });
    const headers = { Accept: "application/problem+json", "X-Request-ID": "same" };
    const asProblem = await call(POST, caller, { body: body(MANY_FAULTS), headers });
    expect(asProblem.status).toBe(422);
    expect(asProblem.headers.get("content-type")).toBe("application/problem+json");
    expect(asProblem.headers.get("x-request-id")).toBe("same");
    expect(asProblem.headers.get("cache-control")).toBe("no-store");
    const { error } = errorBodySchema.parse(await plain.json());
    const problem = problemBodySchema.parse(await asProblem.json());
    expect(problem).toEqual({
      type: error.doc_url,
      title: "INVALID_REQUEST",
      status: 422,
      detail: error.message,
      code: error.code,
      retryable: error.retryable,
      request_id: "same",
      details: error.details,
    });
  });

  it("of one fault, the message says which and counts no more", async () => {
    const found = await refusal(await call(POST, caller, { body: body({ gpa: -1 }) }), 422);
    expect(found.message).toBe("`gpa` must be greater than 0; got -1.");
    expect(found.message).not.toMatch(/more\)/);
  });

  it("of a boundary that was left out says that it is required, as of any member", async () => {
    const found = await refusal(await call(POST, caller, { body: body({ field_boundary: undefined }) }), 422);
    expect(found.details).toMatchObject([
      {
        path: ["field_boundary"],
        code: "invalid_type",
        message: "`field_boundary` is required.",
        received: "undefined",
      },
    ]);
  });

  it("of a geometry that was left out says that it is missing", async () => {
    const found = await refusal(await call(POST, caller, { body: body({ field_boundary: { type: "Feature" } }) }), 422);
    expect(found.message).toBe("The geometry is missing; it must be a Polygon or MultiPolygon.");
  });

  it("in a list that is too long are not looked for", async () => {
    const products = Array.from({ length: 20_000 }, () => ({ rate: "x" }));
    const found = await refusal(await call(POST, caller, { body: body({ products }) }), 422);
    expect(found.details).toMatchObject([{ path: ["products"], code: "too_big" }]);
  });

  it("are not sent back whole: 20,000 unknown members name fifty", async () => {
    const unknown = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`unknown_${index}`, 1]));
    const answered = await call(POST, caller, { body: body(unknown) });
    const text = await answered.clone().text();
    expect(text.length).toBeLessThan(15_000);
    const found = await refusal(answered, 422);
    expect(found.details?.map(({ keys }) => keys)).toEqual(
      Array.from({ length: 50 }, (_, index) => [`unknown_${index}`]),
    );
  });
});

describe("the query of a check", () => {
  it.each([
    ["explain=1", "explain"],
    ["explain=True", "explain"],
    ["explain=", "explain"],
    ["explain=true&explain=true", "explain"],
    ["explain=true&explain=false", "explain"],
  ])("%s is refused at its name", async (query, name) => {
    const found = await refusal(await call(POST, caller, { body: body(), query }), 422);
    expect(found).toMatchObject({ code: "INVALID_REQUEST", details: [{ path: [name], pointer: `/${name}` }] });
    expect(found.details).toHaveLength(1);
  });

  it.each(["verbose=true", "explain[]=true", "Explain=true"])("%s names a parameter we do not know", async (query) => {
    const found = await refusal(await call(POST, caller, { body: body(), query }), 422);
    const name = query.slice(0, query.indexOf("="));
    expect(found.details).toMatchObject([{ code: "unrecognized_keys", keys: [name] }]);
    expect(found.details?.[0]?.path).toEqual([name]);
    expect(found.message).toMatch(/^The request has a query parameter that this route does not know: /);
  });

  it.each([
    ["explain=true", true],
    ["explain=false", false],
    [undefined, false],
  ])("%s is understood", async (query, isExplained) => {
    const sent = { body: body(), ...(query === undefined ? {} : { query }) };
    const found = await answer(await call(POST, caller, sent), esaCheckResponse);
    expect("explanation" in found.compliance).toBe(isExplained);
  });
});
