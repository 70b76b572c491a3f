import { beforeAll, describe, expect, it } from "vitest";
import * as lookupRoute from "@/app/api/v2/products/lookup/route";
import * as productRoute from "@/app/api/v2/products/[registration]/route";
import * as searchRoute from "@/app/api/v2/products/route";
import { productDetailResponse } from "@/lib/contracts/v2/product-detail";
import { productLookupResponse } from "@/lib/contracts/v2/product-lookup";
import { productSearchResponse } from "@/lib/contracts/v2/product-search";
import { answer, call, makeCaller, refusal, type Caller } from "@/tests/support/api";
import { countStatements } from "@/lib/runtime/deps";
import { loadCatalogue } from "@/tests/support/reference-data";

let caller: Caller;
beforeAll(async () => {
  await loadCatalogue();
  caller = await makeCaller("products");
});

const search = async (query: string) =>
  answer(await call(searchRoute.GET, caller, { method: "GET", query }), productSearchResponse);
const readRaw = (registration: string, query = "", headers: Record<string, string> = {}) =>
  call(productRoute.GET, caller, { method: "GET", params: { registration }, query, headers });
const read = async (registration: string, query?: string) =>
  (await answer(await readRaw(registration, query), productDetailResponse)).product;
const lookUp = async (body: unknown) => answer(await call(lookupRoute.POST, caller, { body }), productLookupResponse);

describe("a search", () => {
  it("finds by the beginning of a word of the name, whatever its case, and by another brand", async () => {
    for (const q of ["stryax", "STRY", "khnp0090"]) {
      expect(
        (await search(`q=${q}`)).products.map(({ registration }) => registration),
        q,
      ).toContain("264-1241");
    }
  });

  it("finds by a number in any written form, and by the beginning of one", async () => {
    for (const q of ["264-1241", "EPA Reg. No. 000264-01241", "264-12"]) {
      const { products } = await search(new URLSearchParams({ q }).toString());
      expect(
        products.map(({ registration }) => registration),
        q,
      ).toContain("264-1241");
    }
  });

  it("finds nothing for what is in no name, and takes no pattern", async () => {
    for (const q of ["zzzz", "%", "_", "!!"]) {
      expect(await search(new URLSearchParams({ q }).toString()), q).toMatchObject({
        total: 0,
        products: [],
        next_offset: null,
      });
    }
  });

  it("comes in pages that together are the whole", async () => {
    const whole = await search("q=demo&limit=100");
    expect(whole.total).toBeGreaterThan(3);
    const names: string[] = [];
    for (let offset: number | null = 0; offset !== null;) {
      const page: typeof whole = await search(`q=demo&limit=2&offset=${offset}`);
      names.push(...page.products.map(({ registration }) => registration));
      offset = page.next_offset;
    }
    expect(names).toEqual(whole.products.map(({ registration }) => registration));
  });

  it("asks for words, and refuses what it does not know", async () => {
    for (const query of ["", "q=", "q=a&q=b", "q=a&page=2", "q=a&limit=101", "q=a&on=2026-02-30"]) {
      await refusal(await call(searchRoute.GET, caller, { method: "GET", query }), 422);
    }
    await refusal(await call(searchRoute.GET, null, { method: "GET", query: "q=a" }), 401);
  });
});

describe("a product", () => {
  it("says what its label says of ESA, by which label, and what of it is judged and what is not", async () => {
    const product = await read("264-1241", "on=2026-06-15");
    expect(product).toMatchObject({
      name: "Stryax",
      registrant: "Bayer",
      status: "Active",
      match: "registration",
      on: "2026-06-15",
      esa_language: { value: true, label_date: "2026-02-06", evidence: "label_edition" },
      directions_entered: true,
      newest_label_date: "2026-02-06",
    });
    expect(product.label_editions.filter(({ is_in_force: isInForce }) => isInForce)).toHaveLength(1);
    expect(product.judged.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(["methods", "runoff_points", "drift_buffer", "adjuvants"]),
    );
    const ids = new Set(product.sources.map(({ id }) => id));
    expect(product.judged.flatMap(({ sources }) => sources).filter((id) => !ids.has(id))).toEqual([]);
    // No one has compared them with the paper, and nothing promises a day.
    for (const source of product.sources) expect(source.checked_on ?? "left out").not.toBeNull();
  });

  it("whose label of the day no one has entered has nothing judged, and says so", async () => {
    const early = await read("264-1241", "on=2020-06-15");
    expect(early).toMatchObject({
      esa_language: { value: null, evidence: "not_read" },
      directions_entered: false,
      judged: [],
      not_judged: [{ subject: "directions", blocks: true }],
    });
  });

  it("is found by a distributor's number", async () => {
    expect(await read("264-1241-5905")).toMatchObject({ registration: "264-1241", match: "distributor_number" });
  });

  it("that is none is 404, and a text that is no number 422", async () => {
    expect((await refusal(await readRaw("99999-99999"), 404)).code).toBe("PRODUCT_NOT_FOUND");
    const { details } = await refusal(await readRaw("Stryax"), 422);
    expect(details).toMatchObject([{ path: ["registration"] }]);
    expect(details?.[0]?.message).not.toContain("adjuvant");
  });

  it("may be kept, and is asked about by its tag", async () => {
    const whole = await readRaw("264-1241", "on=2026-06-15");
    const again = await readRaw("264-1241", "on=2026-06-15", { "If-None-Match": whole.headers.get("etag") ?? "" });
    expect(again.status).toBe(304);
  });
});

describe("a price list", () => {
  it("is answered line by line, in its order", async () => {
    const { found, lines } = await lookUp({
      products: [
        { epa_number: "EPA Reg. No. 264-1241", product_name: "anything" },
        { product_name: "stryax" },
        { epa_number: "264-1241-5905" },
        { epa_number: "99999-99999" },
        { epa_number: "Stryax" },
        { product_name: "no such product" },
      ],
    });
    expect(lines.map(({ index, result, match }) => [index, result, match])).toEqual([
      [0, "found", "registration"],
      [1, "found", "name"],
      [2, "found", "distributor_number"],
      [3, "not_found", null],
      [4, "not_a_number", null],
      [5, "not_found", null],
    ]);
    expect(found).toBe(3);
    expect(lines.map(({ product }) => product?.registration ?? null)).toEqual([
      "264-1241",
      "264-1241",
      "264-1241",
      null,
      null,
      null,
    ]);
  });

  it("of 500 lines costs as many statements as one of two", async () => {
    const statementsOf = async (products: unknown[]) => {
      const count = { statements: 0 };
      await countStatements(count, () => lookUp({ products }));
      return count.statements;
    };
    const line = (index: number) =>
      index % 2 === 0 ? { epa_number: `264-${index}` } : { product_name: `name ${index}` };
    const few = await statementsOf([line(0), line(1)]);
    expect(await statementsOf(Array.from({ length: 500 }, (_, index) => line(index)))).toBe(few);
  });

  it("refuses a line that names nothing, an empty list, and more than 500", async () => {
    const refused = async (products: unknown[]) =>
      (await refusal(await call(lookupRoute.POST, caller, { body: { products } }), 422)).details?.[0]?.pointer;
    expect(await refused([{}])).toBe("/products/0/epa_number");
    expect(await refused([])).toBe("/products");
    expect(await refused(Array.from({ length: 501 }, () => ({ product_name: "a" })))).toBe("/products");
  });
});
