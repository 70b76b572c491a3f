import { beforeAll, describe, expect, it } from "vitest";
import { faultAt, plainV1Body, send, SUCCESSOR, v1CheckBody } from "@/tests/contract/v1/esa-check/support";
import { rowCounts, type Body } from "@/tests/contract/v2/esa-check/support";
import { faultyBoundaries } from "@/tests/contract/v2/fields/bad-boundaries";
import { makeCaller, type Caller } from "@/tests/support/api";
import { loadCatalogue } from "@/tests/support/reference-data";
import { NO_ESA, squareField } from "@/tests/support/requests";
import { expectDeprecated, v1Faults } from "@/tests/support/v1";

const PROVIDER = "v1-strict";
let caller: Caller;
beforeAll(async () => {
  await loadCatalogue();
  caller = await makeCaller(PROVIDER);
});

const sendPlain = (more: Body) => send(caller, { body: plainV1Body(PROVIDER, more) });
const withProduct = (more: Body) => ({ products: [{ ...NO_ESA, ...more }] });

/** What each required member must not be, beside missing and null. */
const REQUIRED: Record<string, unknown> = {
  account_id: 7,
  provider_id: ["a"],
  field_name: "",
  application_id: "x".repeat(201),
  application_method: 3,
  application_date: "2026-02-30",
  field_boundary: { type: "Feature" },
  products: [],
  crop: "corn",
  pest: "waterhemp",
};

describe.each(Object.entries(REQUIRED))("the member %s", (member, wrong) => {
  it("cannot be left out, null or of another kind", async () => {
    await faultAt(await sendPlain({ [member]: undefined }), member);
    await faultAt(await sendPlain({ [member]: null }), member);
    const faults = await v1Faults(await sendPlain({ [member]: wrong }));
    expect(faults.length).toBeGreaterThan(0);
    for (const { loc } of faults) expect(loc.slice(0, 2)).toEqual(["body", member]);
  });
});

describe.each<[string, unknown]>([
  ["product_name", null],
  ["rate", -1],
  ["rate_unit", ""],
])("a product's %s", (member, wrong) => {
  it("cannot be left out or wrong", async () => {
    await faultAt(await sendPlain(withProduct({ [member]: undefined })), "products", 0, member);
    await faultAt(await sendPlain(withProduct({ [member]: wrong })), "products", 0, member);
  });
});

it("a text that is no registration number is refused with the form expected, and a field in Antarctica with the slip", async () => {
  const message = await faultAt(await sendPlain(withProduct({ epa_number: "Stryax" })), "products", 0, "epa_number");
  expect(message).toContain("264-1241");
  const swapped = await sendPlain({ field_boundary: squareField(31.45, -83.52) });
  expect(await faultAt(swapped, "field_boundary", "geometry", "coordinates")).toContain("swapped");
});

it.each<[string, unknown]>([
  ["gpa", 0],
  ["gpa", "15"],
  ["droplet_size", "huge"],
  ["boom_height", "middle"],
  ["user_email", "no-one"],
  ["include_geometry", "true"],
  ["buffer_distance_miles", "3"],
  ["provider_field_id", ""],
  ["crop", [""]],
  ["pest", [7]],
])("%s cannot be %j", async (member, value) => {
  const faults = await v1Faults(await sendPlain({ [member]: value }));
  for (const { loc } of faults) expect(loc.slice(0, 2)).toEqual(["body", member]);
});

it("101 products are one too many", async () => {
  const products = Array.from({ length: 101 }, () => NO_ESA);
  await faultAt(await sendPlain({ products }), "products");
});

describe("the method in free words", () => {
  it("without a word that is known is refused, with every class named", async () => {
    const message = await faultAt(await sendPlain({ application_method: "foliar" }), "application_method");
    for (const name of ["aerial", "ground", "airblast"]) expect(message).toContain(name);
  });

  it.each([
    ["aerial or ground boom", "(aerial, ground)"],
    ["orchard, by helicopter", "(aerial, airblast)"],
    ["not aerial", "whether it means aerial or something else"],
    ["ground rig, injected", "whether it means ground or something else"],
  ])("%j is refused, with the classes it speaks of", async (words, said) => {
    const response = await send(caller, { body: v1CheckBody(PROVIDER, { application_method: words }) });
    expect(await faultAt(response, "application_method")).toContain(said);
  });
});

it.each(faultyBoundaries())("$title is refused as boundary, where the fault is", async ({ boundary, path }) => {
  const [fault, ...more] = await v1Faults(await sendPlain({ field_boundary: boundary }));
  const whole = ["body", "field_boundary", ...path];
  expect(fault?.loc.slice(0, whole.length)).toEqual(whole);
  expect(more).toEqual([]);
});

it("every fault is named at once, and nothing was saved for any of them", async () => {
  const faults = await v1Faults(
    await sendPlain({ gpa: -1, application_date: "soon", application_method: "", products: [{ rate: "1" }] }),
  );
  expect(faults.map(({ loc }) => loc.slice(1).join(".")).sort()).toEqual([
    "application_date",
    "application_method",
    "gpa",
    "products.0.product_name",
    "products.0.rate",
    "products.0.rate_unit",
  ]);
  expect(Object.values(await rowCounts(PROVIDER)).every((count) => count === 0)).toBe(true);
});

it.each(["{", "", "[".repeat(100)])("%j is no JSON: 400 with a list", async (raw) => {
  const response = await send(caller, { raw, headers: { "Content-Type": "application/json" } });
  expectDeprecated(response, SUCCESSOR);
  expect(await v1Faults(response)).toMatchObject([{ loc: ["body"], type: "invalid_json" }]);
});
