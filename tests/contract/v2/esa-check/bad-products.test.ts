import { beforeAll, describe, it, test } from "vitest";
import { POST } from "@/app/api/v2/esa-check/route";
import { esaCheckResponse } from "@/lib/contracts/v2/esa-check";
import { expectFault, plainBody, type Body, type ExpectedFault } from "@/tests/contract/v2/esa-check/support";
import { answer, call, makeCaller, type Caller } from "@/tests/support/api";
import { loadCatalogue } from "@/tests/support/reference-data";
import { NO_ESA } from "@/tests/support/requests";

let caller: Caller;
beforeAll(async () => {
  await loadCatalogue();
  caller = await makeCaller("strict");
});

/** A check whose second product is changed, so that the index in the path is not the first one that comes to mind. */
const withSecond = (more: Body): Body => plainBody("strict", { products: [NO_ESA, { ...NO_ESA, ...more }] });
const inSecond = (...path: (string | number)[]) => ["products", 1, ...path];
const ROW_UNIT = { rate_unit: "fl oz/1000 row ft" };

const CASES: (ExpectedFault & { title: string; more: Body })[] = [
  ...["product_name", "rate", "rate_unit"].flatMap((member) => [
    {
      title: `${member} cannot be left out`,
      more: { [member]: undefined },
      path: inSecond(member),
      code: "invalid_type",
    },
    { title: `${member} cannot be null`, more: { [member]: null }, path: inSecond(member), code: "invalid_type" },
  ]),
  ...["rate_unit_state", "row_spacing_inches", "pest"].map((member) => ({
    title: `${member} cannot be null`,
    more: { [member]: null },
    path: inSecond(member),
  })),
  ...["product_name", "rate_unit", "epa_number"].flatMap((member) => [
    { title: `${member} is a text`, more: { [member]: 5 }, path: inSecond(member), code: "invalid_type" },
    { title: `${member} is not empty`, more: { [member]: "" }, path: inSecond(member), code: "too_small" },
    {
      title: `${member} has at most 200 characters`,
      more: { [member]: "x".repeat(201) },
      path: inSecond(member),
      code: "too_big",
    },
    {
      title: `${member} has no control character`,
      more: { [member]: "a\u0007b" },
      path: inSecond(member),
      code: "invalid_format",
    },
    {
      title: `${member} has no half of a surrogate pair`,
      more: { [member]: "a\udc00" },
      path: inSecond(member),
      code: "invalid_format",
    },
  ]),
  { title: "a rate is not negative", more: { rate: -0.1 }, path: inSecond("rate"), code: "too_small" },
  { title: "a rate is a number and no text", more: { rate: "22" }, path: inSecond("rate"), code: "invalid_type" },
  { title: "a rate is not true", more: { rate: true }, path: inSecond("rate"), code: "invalid_type" },
  {
    title: "a rate unit state is one of the six",
    more: { rate_unit_state: "X" },
    path: inSecond("rate_unit_state"),
    code: "invalid_value",
  },
  { title: "a rate unit state is not empty", more: { rate_unit_state: "" }, path: inSecond("rate_unit_state") },
  {
    title: "a row-length unit needs the row spacing",
    more: ROW_UNIT,
    path: inSecond("row_spacing_inches"),
    code: "custom",
    message: /required for the row-length unit fl oz\/1000 row ft/,
  },
  {
    title: "a row-length unit needs it however it is written",
    more: { rate_unit: "FL. OZ. per 1,000 ft. of row" },
    path: inSecond("row_spacing_inches"),
    code: "custom",
  },
  {
    title: "a row spacing is above zero",
    more: { ...ROW_UNIT, row_spacing_inches: 0 },
    path: inSecond("row_spacing_inches"),
    code: "too_small",
  },
  {
    title: "a row spacing is not negative",
    more: { row_spacing_inches: -30 },
    path: inSecond("row_spacing_inches"),
    code: "too_small",
  },
  {
    title: "a row spacing is a number",
    more: { ...ROW_UNIT, row_spacing_inches: "30" },
    path: inSecond("row_spacing_inches"),
    code: "invalid_type",
  },
  { title: "a product's pest list is not empty", more: { pest: [] }, path: inSecond("pest"), code: "too_small" },
  {
    title: "a product's pest list is a list",
    more: { pest: "waterhemp" },
    path: inSecond("pest"),
    code: "invalid_type",
  },
  { title: "a product's pest is not empty", more: { pest: ["a", ""] }, path: inSecond("pest", 1), code: "too_small" },
  {
    title: "an unknown member of a product is refused by name",
    more: { epa_numbr: "264-1241", "rate/unit": 1 },
    path: inSecond(),
    code: "unrecognized_keys",
    keys: ["epa_numbr", "rate/unit"],
  },
];

describe("rules of a product", () => {
  test.each(CASES)("$title", async ({ more, path, code, message, keys }) => {
    const wanted = { path, ...(code && { code }), ...(message && { message }), ...(keys && { keys }) };
    await expectFault(caller, withSecond(more), wanted);
  });

  it.each([
    ["no product at all", []],
    ["101 products", Array.from({ length: 101 }, () => NO_ESA)],
  ])("%s is refused", async (_title, products) => {
    const code = products.length === 0 ? "too_small" : "too_big";
    await expectFault(caller, plainBody("strict", { products }), { path: ["products"], code });
  });

  it.each([
    ["a text", "Stryax"],
    ["null", null],
    ["a list", []],
  ])("a product that is %s is refused at its place", async (_title, product) => {
    await expectFault(caller, plainBody("strict", { products: [NO_ESA, product] }), {
      path: ["products", 1],
      code: "invalid_type",
    });
  });

  it("a product without pests is refused where the application has no default", async () => {
    const products = [{ ...NO_ESA, pest: ["waterhemp"] }, NO_ESA];
    await expectFault(caller, plainBody("strict", { products, pest: undefined }), {
      path: ["products", 1, "pest"],
      code: "custom",
      message: /no default pest list/,
    });
  });
});

describe("products that are accepted", () => {
  test.each<[string, Body]>([
    ["100 products", { products: Array.from({ length: 100 }, () => NO_ESA) }],
    ["a rate of zero", { products: [{ ...NO_ESA, rate: 0 }] }],
    ["no registration number, as null", { products: [{ ...NO_ESA, product_name: "AMS", epa_number: null }] }],
    ["no registration number, left out", { products: [{ ...NO_ESA, product_name: "AMS", epa_number: undefined }] }],
    ["pests of every product and no default", { products: [{ ...NO_ESA, pest: ["thrips"] }], pest: undefined }],
    ["a row-length unit with its row spacing", { products: [{ ...NO_ESA, ...ROW_UNIT, row_spacing_inches: 30 }] }],
    ...["L", "S", "D", "liquid", "solid", "dry"].map((state): [string, Body] => [
      `the rate unit state ${state}`,
      { products: [{ ...NO_ESA, rate_unit_state: state }] },
    ]),
  ])("%s", async (_title, more) => {
    await answer(await call(POST, caller, { body: plainBody("strict", more) }), esaCheckResponse);
  });
});
