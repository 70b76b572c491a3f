import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { conditionSchema } from "@/lib/rulebook/schema-conditions";
import { FACT_COLUMNS } from "@/lib/rulebook/label-files/fact-rows";
import { LABEL_SCHEMA_DIRECTORY, labelJsonSchemas } from "@/lib/rulebook/label-files/json-schema";
import { FACT_NAMES } from "@/lib/rulebook/label-files/schema-facts";
import { productFileSchema } from "@/lib/rulebook/label-files/schema-files";

const published = (name: string): string => readFileSync(join(LABEL_SCHEMA_DIRECTORY, name), "utf8");

it("the published JSON Schemas are those that the files are checked by", () => {
  for (const [name, schema] of Object.entries(labelJsonSchemas())) {
    expect(JSON.parse(published(name))).toEqual(JSON.parse(JSON.stringify(schema)));
  }
});

it("the templates have every column, and a product template that is sound once it has a number", () => {
  expect(published("facts-template.csv").trim()).toBe(FACT_COLUMNS.join(","));
  const product = { ...(JSON.parse(published("product-template.json")) as object), registration: "264-1241" };
  expect(productFileSchema.safeParse(product).error).toBeUndefined();
});

it("the guide names every fact", () => {
  const guide = readFileSync("docs/adding-a-label.md", "utf8");
  const unnamed = FACT_NAMES.filter((name) => !guide.includes(`\`${name}\``));
  expect(unnamed).toEqual([]);
});

it("the page on label conditions has a row for every kind", () => {
  const page = readFileSync("docs/label-conditions.md", "utf8");
  const schema = JSON.stringify(z.toJSONSchema(conditionSchema, { io: "input" }));
  const kinds = [...schema.matchAll(/"kind":\{"type":"string","const":"([a-z_]+)"/g)].map(([, kind]) => kind);
  expect(kinds.length).toBeGreaterThan(20);
  expect(kinds.filter((kind) => !page.includes(`| \`${kind}\` `))).toEqual([]);
});
