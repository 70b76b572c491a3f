import { beforeAll, describe, expect, it, test } from "vitest";
import { POST } from "@/app/api/v2/esa-check/route";
import { APPLICATION_METHOD_NAMES } from "@/lib/domain/application";
import { esaCheckResponse } from "@/lib/contracts/v2/esa-check";
import { expectFault, plainBody, type Body, type ExpectedFault } from "@/tests/contract/v2/esa-check/support";
import { answer, call, makeCaller, refusal, type Caller } from "@/tests/support/api";
import { loadCatalogue } from "@/tests/support/reference-data";

let caller: Caller;
beforeAll(async () => {
  await loadCatalogue();
  caller = await makeCaller("strict");
});

const body = (more: Body = {}): Body => plainBody("strict", more);
const without = (member: string): Body =>
  Object.fromEntries(Object.entries(body()).filter(([name]) => name !== member));

const REQUIRED = [
  "provider_id",
  "account_id",
  "field_name",
  "application_id",
  "application_method",
  "application_date",
  "field_boundary",
  "products",
  "crop",
];
const TEXTS: Record<string, number> = {
  provider_id: 200,
  account_id: 200,
  field_name: 500,
  application_id: 200,
  provider_field_id: 200,
  provider_group_id: 200,
};
const FLAGS = ["include_geometry", "include_soil_analysis", "include_mitigations"];
const NULLABLE = ["provider_field_id", "provider_group_id", "user_email", "gpa", "droplet_size", "boom_height"];
const NEVER_NULL = [...REQUIRED, "pest", ...FLAGS, "buffer_distance_miles"];

describe("members that a check needs", () => {
  test.each(REQUIRED)("%s cannot be left out", async (member) => {
    await expectFault(caller, without(member), { path: [member], code: "invalid_type" });
  });

  test.each(NEVER_NULL)("%s cannot be null", async (member) => {
    await expectFault(caller, body({ [member]: null }), { path: [member], code: "invalid_type" });
  });

  test.each(NULLABLE)("%s may be null", async (member) => {
    await answer(await call(POST, caller, { body: body({ [member]: null }) }), esaCheckResponse);
  });
});

describe.each(Object.entries(TEXTS))("the text %s", (member, most) => {
  const refused = (value: unknown, code: string) =>
    expectFault(caller, body({ [member]: value }), { path: [member], code });

  it("is no number, list or object", async () => {
    for (const value of [7, true, ["a"], { a: 1 }]) await refused(value, "invalid_type");
  });
  it("is not empty", () => refused("", "too_small"));
  it(`has at most ${most} characters`, () => refused("x".repeat(most + 1), "too_big"));
  it.each(["a\u0000b", "a\nb", "tab\there", "\u0085"])("has no control character as in %j", (value) =>
    refused(value, "invalid_format"),
  );
  it("has no half of a surrogate pair, which no database can hold", () => refused("half \ud83c", "invalid_format"));
});

it("a text of the greatest length is accepted, and so is every letter of the world", async () => {
  const longest = Object.fromEntries(
    Object.entries(TEXTS)
      .filter(([member]) => member !== "provider_id")
      .map(([member, most]) => [member, "é".repeat(most)]),
  );
  await answer(await call(POST, caller, { body: body(longest) }), esaCheckResponse);
  await answer(await call(POST, caller, { body: body({ field_name: "Ñandú 北田 🌾" }) }), esaCheckResponse);
});

const CASES: (ExpectedFault & { title: string; more: Body })[] = [
  { title: "a date is a text", more: { application_date: 20260615 }, path: ["application_date"], code: "invalid_type" },
  ...["2026-02-30", "2025-02-29", "2026-13-01", "2026-6-1", "15.06.2026", "2026-06-15T00:00:00Z", "", "tomorrow"].map(
    (date) => ({
      title: `${JSON.stringify(date)} is no calendar date`,
      more: { application_date: date },
      path: ["application_date"],
      message: /calendar date/,
    }),
  ),
  ...["1899-12-31", "2201-01-01"].map((date) => ({
    title: `${date} is outside the accepted years`,
    more: { application_date: date },
    path: ["application_date"],
    message: /1900 and 2200/,
  })),
  { title: "crop is a list", more: { crop: "soybeans" }, path: ["crop"], code: "invalid_type" },
  { title: "a crop is a text", more: { crop: ["soybeans", 4] }, path: ["crop", 1], code: "invalid_type" },
  { title: "a crop is not empty", more: { crop: [""] }, path: ["crop", 0], code: "too_small" },
  { title: "crops are at most 50", more: { crop: Array(51).fill("a") }, path: ["crop"], code: "too_big" },
  { title: "pest is not an empty list", more: { pest: [] }, path: ["pest"], code: "too_small" },
  { title: "a pest is not empty", more: { pest: [""] }, path: ["pest", 0], code: "too_small" },
  { title: "a pest has 200 characters", more: { pest: ["x".repeat(201)] }, path: ["pest", 0], code: "too_big" },
  { title: "pests are at most 50", more: { pest: Array(51).fill("a") }, path: ["pest"], code: "too_big" },
  { title: "gpa is above zero", more: { gpa: 0 }, path: ["gpa"], code: "too_small" },
  { title: "gpa is not negative", more: { gpa: -1 }, path: ["gpa"], code: "too_small" },
  { title: "gpa is a number", more: { gpa: "15" }, path: ["gpa"], code: "invalid_type" },
  { title: "a droplet size is known", more: { droplet_size: "huge" }, path: ["droplet_size"], message: /EF .*UC/ },
  { title: "a droplet size is not empty", more: { droplet_size: "" }, path: ["droplet_size"] },
  { title: "a droplet size is a text", more: { droplet_size: 3 }, path: ["droplet_size"], code: "invalid_type" },
  { title: "a boom is low or high", more: { boom_height: "medium" }, path: ["boom_height"], code: "invalid_value" },
  { title: "a boom is spelled in small letters", more: { boom_height: "Low" }, path: ["boom_height"] },
  { title: "a method is a text", more: { application_method: 1 }, path: ["application_method"], code: "invalid_type" },
  { title: "a method is not empty", more: { application_method: "" }, path: ["application_method"] },
  {
    title: "the buffer is a number",
    more: { buffer_distance_miles: "1" },
    path: ["buffer_distance_miles"],
    code: "invalid_type",
  },
  ...FLAGS.flatMap((flag) =>
    ["true", "false", 1, 0].map((value) => ({
      title: `${flag} is true or false and not ${JSON.stringify(value)}`,
      more: { [flag]: value },
      path: [flag],
      code: "invalid_type",
    })),
  ),
  ...["no-one", "a@", "a b@c.de", "a@b", "@c.de", "", "a@c.de\n"].map((mail) => ({
    title: `${JSON.stringify(mail)} is no e-mail address`,
    more: { user_email: mail },
    path: ["user_email"],
  })),
  {
    title: "an e-mail address has at most 320 characters",
    more: { user_email: `a@${"b.".repeat(160)}de` },
    path: ["user_email"],
  },
  { title: "products are a list", more: { products: {} }, path: ["products"], code: "invalid_type" },
  {
    title: "an unknown member is refused by name",
    more: { droplet_sise: "C" },
    path: [],
    code: "unrecognized_keys",
    keys: ["droplet_sise"],
  },
  {
    title: "all unknown members are named",
    more: { fields: [], latitude: 1 },
    path: [],
    code: "unrecognized_keys",
    keys: ["fields", "latitude"],
  },
];

describe("rules of single members", () => {
  test.each(CASES)("$title", async ({ more, path, code, message, keys }) => {
    const wanted = { path, ...(code && { code }), ...(message && { message }), ...(keys && { keys }) };
    await expectFault(caller, body(more), wanted);
  });

  it("an unsupported method is answered with the supported ones", async () => {
    await expectFault(caller, body({ application_method: "Catapult" }), {
      path: ["application_method"],
      message: new RegExp(APPLICATION_METHOD_NAMES.join(", ")),
    });
  });

  it("a misspelled method is answered with the one that was meant", async () => {
    await expectFault(caller, body({ application_method: "brodcast ground" }), {
      path: ["application_method"],
      message: /got "brodcast ground"\. Did you mean "Broadcast-Ground"\? Supported are /,
    });
    await expectFault(caller, body({ droplet_size: "very corse" }), {
      path: ["droplet_size"],
      message: /got "very corse"\. Did you mean "very_coarse"\?/,
    });
  });

  it.each(["account_id", "application_id", "provider_field_id", "provider_group_id"])(
    "an identifier is more than blanks and dots: %s",
    async (member) => {
      for (const id of [" ", ".", "..", " . "]) {
        await expectFault(caller, body({ [member]: id }), {
          path: [member],
          message: /more in it than blanks and dots/,
        });
      }
    },
  );

  it("a member that stands twice is refused at its second place", async () => {
    const raw = JSON.stringify(body()).replace('"rate":1,', '"rate":1,"rate":2,');
    const headers = { "Content-Type": "application/json" };
    const found = await refusal(await call(POST, caller, { raw, headers }), 422);
    expect(found.details).toMatchObject([{ pointer: "/products/0/rate", code: "duplicate_key" }]);
  });

  it("a member called __proto__ is an unknown member like any other", async () => {
    const raw = JSON.stringify(body()).replace("{", '{"__proto__": {"polluted": true}, ');
    const headers = { "Content-Type": "application/json" };
    const found = await refusal(await call(POST, caller, { raw, headers }), 422);
    expect(found.details).toMatchObject([{ path: [], code: "unrecognized_keys", keys: ["__proto__"] }]);
  });

  it.each([
    ["a list", []],
    ["null", null],
    ["a text", "check"],
    ["a number", 7],
  ])("a body that is %s is refused whole, at the empty path", async (_title, whole) => {
    await expectFault(caller, whole, { path: [], code: "invalid_type" });
  });
});

describe("what is accepted", () => {
  test.each<[string, Body]>([
    ["an empty crop list", { crop: [] }],
    ["a search distance below zero, taken as none", { buffer_distance_miles: -5 }],
    ["a search distance above ten, taken as ten", { buffer_distance_miles: 50 }],
    ["the first and last year", { application_date: "1900-01-01" }],
    ["the last year", { application_date: "2200-12-31" }],
    ["a leap day", { application_date: "2028-02-29" }],
    ["a method in other letters", { application_method: "bRoAdCaSt-gRoUnD" }],
    ["a droplet category in words", { droplet_size: "Very Coarse" }],
    ["a droplet category with a hyphen", { droplet_size: "extremely-fine" }],
    ["ASABE's symbol of a droplet size", { droplet_size: "XC" }],
    ["a long and proper e-mail address", { user_email: "first.last+field@sub.example.org" }],
  ])("%s", async (_title, more) => {
    await answer(await call(POST, caller, { body: body(more) }), esaCheckResponse);
  });

  it.each(APPLICATION_METHOD_NAMES)("the method %s", async (method) => {
    await answer(await call(POST, caller, { body: body({ application_method: method }) }), esaCheckResponse);
  });
});
