import { beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { GET } from "@/app/api/v2/mitigations/[mitigationType]/route";
import { mitigationsResponse } from "@/lib/contracts/v2/mitigations";
import { rulebookAsOf } from "@/lib/rulebook/load";
import { everyCount } from "@/tests/contract/v2/fields/support";
import { answer, call, makeCaller, refusal, type Caller, type Sent } from "@/tests/support/api";

let caller: Caller;
beforeAll(async () => {
  caller = await makeCaller("menu-reader");
});

const get = (sent: Sent = {}, type = "epa_runoff", who: Caller | null = caller): Promise<Response> =>
  call(GET, who, { method: "GET", params: { mitigationType: type }, ...sent });

const menu = async (): Promise<z.output<typeof mitigationsResponse>> => answer(await get(), mitigationsResponse);

/** As the document names the parameter. */
const PARAMETER = "mitigation_type";

describe("the runoff menu", () => {
  it("has the six categories in display order", async () => {
    const { mitigation_type, categories } = await menu();
    expect(mitigation_type).toBe("epa_runoff");
    expect(categories.map(({ id, code }) => [id, code])).toEqual([
      [1, "application_parameters"],
      [2, "field_characteristics"],
      [3, "in_field"],
      [4, "adjacent_to_field"],
      [5, "capture_systems"],
      [6, "other"],
    ]);
    for (const { options, label } of categories) {
      expect(label).not.toBe("");
      expect(options.length).toBeGreaterThan(0);
      const orders = options.map(({ sort_order }) => sort_order);
      expect(orders).toEqual(orders.toSorted((a, b) => a - b));
    }
  });

  it("holds the county relief under option 13, of which one counts", async () => {
    const { categories } = await menu();
    const option = categories.flatMap(({ options }) => options).find(({ id }) => id === 13);
    expect(option).toMatchObject({ code: "county_based_mitigation_relief", max_select: 1, has_sub_options: true });
    expect(categories.find(({ options }) => options.some(({ id }) => id === 13))?.code).toBe("field_characteristics");
    expect(option?.sub_options.map(({ id, points }) => [id, points]).sort(([a], [b]) => Number(a) - Number(b))).toEqual(
      [
        [9, 6],
        [10, 2],
        [11, 3],
        [12, 0],
      ],
    );
  });

  it.each([
    [17, 2, "field_characteristics"],
    [24, 1, "other"],
    [27, 3, "field_characteristics"],
    [28, 2, "field_characteristics"],
  ])("has sub-option %i with %i points in %s", async (id, points, category) => {
    const { categories } = await menu();
    const within = categories.find(({ code }) => code === category);
    const found = within?.options.flatMap(({ sub_options }) => sub_options).find((each) => each.id === id);
    expect(found).toMatchObject({ id, points });
    expect(found?.label).not.toBe("");
  });

  it("gives every id once, every label, and no selections", async () => {
    const all = (await menu()).categories.flatMap(({ options }) => options.flatMap(({ sub_options }) => sub_options));
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    for (const each of all) {
      expect(Object.keys(each).sort()).toEqual(
        ["code", "helper_link", "helper_text", "hydrologic_soil_group", "id", "label", "points"].sort(),
      );
      expect(each.label).not.toBe("");
    }
  });

  it("leaves out the derived bonus, which no one selects", async () => {
    const text = JSON.stringify(await menu());
    expect(text).not.toContain("multiple_categories_bonus");
    expect(text).not.toMatch(/"id":242\b/);
  });

  it("says of an option whether it has several forms", async () => {
    for (const option of (await menu()).categories.flatMap(({ options }) => options)) {
      expect(option.sub_options.length).toBeGreaterThan(0);
      expect(option.has_sub_options).toBe(option.sub_options.length > 0);
    }
  });

  it("is filled where the table has it: descriptions, help, limits, and whom it is for", async () => {
    const { epa_runoff: table } = rulebookAsOf(new Date().toISOString().slice(0, 10)).menus;
    const { categories } = await menu();
    const categoryOf = (id: number) => table.categories.find((each) => each.id === id);
    const options = categories.flatMap((category) => category.options.map((option) => ({ category, option })));
    const optionOf = (category: number, id: number) => categoryOf(category)?.options.find((each) => each.id === id);
    for (const { id, description, max_select } of categories) {
      const { description: words, maxSelect } = categoryOf(id) ?? {};
      expect([description, max_select]).toEqual([words, maxSelect]);
    }
    for (const { category, option } of options) {
      const { description, helperText, helperLink, maxSelect, subOptions } = optionOf(category.id, option.id) ?? {};
      expect(option).toMatchObject({
        description,
        helper_text: helperText,
        helper_link: helperLink,
        max_select: maxSelect,
      });
      for (const { id, helper_text, helper_link, hydrologic_soil_group } of option.sub_options) {
        const inTable = subOptions?.find((each) => each.id === id);
        expect({ helper_text, helper_link, hydrologic_soil_group }).toEqual({
          helper_text: inTable?.helperText,
          helper_link: inTable?.helperLink,
          hydrologic_soil_group: inTable?.hydrologicSoilGroup,
        });
      }
    }
    const text = JSON.stringify(categories);
    for (const name of ["description", "helper_text", "helper_link"]) expect(text).toContain(`"${name}":"`);
    expect(text).toMatch(/"max_select":\d/);
  });

  it("has exactly the members of the interface, without success", async () => {
    expect(Object.keys((await (await get()).json()) as object).sort()).toEqual(["categories", "mitigation_type"]);
  });
});

describe("a copy that the caller has", () => {
  const tagOf = async (): Promise<string> => (await get()).headers.get("etag") ?? "";

  it("is named by a strong tag that stays as long as the menu, for every caller", async () => {
    const tag = await tagOf();
    expect(tag).toMatch(/^"[\w-]+"$/);
    expect(await tagOf()).toBe(tag);
    const other = await get({}, "epa_runoff", await makeCaller("menu-other"));
    expect(other.headers.get("etag")).toBe(tag);
    expect(other.headers.get("cache-control")).toBe("private, no-cache");
  });

  it.each([
    ["its tag", (tag: string) => tag],
    ["its tag as a weak one", (tag: string) => `W/${tag}`],
    ["its tag among others", (tag: string) => `"other", ${tag} , "more"`],
    ["any tag", () => "*"],
  ])("and asks about by %s is answered 304 with no body", async (_title, header) => {
    const tag = await tagOf();
    const answered = await get({ headers: { "If-None-Match": header(tag) } });
    expect(answered.status).toBe(304);
    expect(await answered.text()).toBe("");
    expect(answered.headers.get("etag")).toBe(tag);
    expect(answered.headers.get("x-request-id")).not.toBeNull();
    expect(answered.headers.get("content-type")).toBeNull();
  });

  it.each(['"another"', "", "not a tag"])("and asks about by %j is answered whole", async (header) => {
    const answered = await get({ headers: { "If-None-Match": header } });
    expect((await answer(answered, mitigationsResponse)).categories).toHaveLength(6);
  });

  it("does not spare the key: a stranger with the tag is 401", async () => {
    const sent = { headers: { "If-None-Match": await tagOf() } };
    await refusal(await get(sent, "epa_runoff", null), 401);
  });
});

describe("who asks, and for what", () => {
  it("needs a key, whatever the type", async () => {
    for (const type of ["epa_runoff", "nothing"]) {
      const answered = await get({}, type, null);
      expect(answered.headers.get("www-authenticate")).toBe("ApiKey");
      expect((await refusal(answered, 401)).code).toBe("UNAUTHORIZED");
    }
  });

  it.each(["trait_runoff", "epa_drift_ground", "EPA_RUNOFF", "epa_runoff ", "", "x".repeat(300), "../epa_runoff"])(
    "the type %j is 422 at the parameter of the path",
    async (type) => {
      const found = await refusal(await get({}, type), 422);
      expect(found.code).toBe("INVALID_REQUEST");
      expect(found.details?.map(({ path }) => path)).toEqual([[PARAMETER]]);
      expect(found.details?.[0]?.message).toContain("epa_runoff");
    },
  );

  it.each([
    ["an unknown one", "year=2026", ["year"]],
    ["a flag", "include_geometry=true", ["include_geometry"]],
    ["a repeated one", "a=1&a=2", ["a"]],
    ["an array", "a[]=1", ["a[]"]],
  ])("%s in the query is 422 at its name", async (_title, query, names) => {
    const found = await refusal(await get({ query }), 422);
    expect([...new Set(found.details?.map(({ path }) => path[0]))]).toEqual(names);
  });

  it("names both at once", async () => {
    const found = await refusal(await get({ query: "year=2026" }, "nothing"), 422);
    expect(found.details?.map(({ path }) => path[0]).sort()).toEqual([PARAMETER, "year"].sort());
  });

  it("leaves no trace", async () => {
    const before = await everyCount("menu-reader");
    await menu();
    expect(await everyCount("menu-reader")).toEqual(before);
  });
});
