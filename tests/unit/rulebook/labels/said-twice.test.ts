import { expect, it } from "vitest";
import { compileEdition } from "@/lib/rulebook/label-files/compile";
import { editionFileSchema, partFileSchema } from "@/lib/rulebook/label-files/schema-files";

const sources = { LABEL: { title: "Label", url: null, documentDate: "2026-01-01" } };
const droplets = (value: string) => ({
  fact: "droplet_minimum",
  value,
  quote: null,
  page: "2",
  sources: ["LABEL"],
  evidence: "read",
  readBy: "A",
  readOn: "2026-05-01",
  checkedBy: "B",
  checkedOn: "2026-05-02",
});
const partOf = (name: string, value: string) =>
  partFileSchema.parse({ name, about: "Droplets", sources, facts: [droplets(value)] });

const compiled = (own: readonly object[], values: readonly string[]) =>
  compileEdition(
    editionFileSchema.parse({
      registration: "1-1",
      labelDate: "2026-01-01",
      from: "2026-01-01",
      until: null,
      text: { kind: "stamped", pages: 10, readToEnd: true },
      parts: values.map((_, index) => `part-${index}`),
      sources,
      facts: own,
    }),
    values.map((value, index) => partOf(`part-${index}`, value)),
  );

it("a fact that a label has once is not taken from one of two places", () => {
  const faults = [{ path: "parts", reason: "droplet_minimum stands in two of this file and its parts" }];
  expect(compiled([droplets("fine")], ["coarse"])).toEqual({ ok: false, faults });
  expect(compiled([], ["fine", "coarse"])).toEqual({ ok: false, faults });
  expect(compiled([], ["coarse"]).ok).toBe(true);
});
