import { describe, expect, it } from "vitest";
import { driftSection } from "@/lib/pages/reports/drift";
import { fieldTimes } from "@/lib/views/field-time";
import { recordFor } from "@/tests/support/report-record";

describe("the drift of a mix with products that have no registration", () => {
  const record = recordFor({ products: 3, productName: (index) => `Product ${index}` });
  const unnumbered = <P extends { epaNumber: string | null }>(products: readonly P[]): P[] =>
    products.map((product, index) => (index === 0 ? product : { ...product, epaNumber: null }));
  const applications = record.applications.map((application) => {
    const { drift, products } = application;
    if (drift?.computation == null) throw new Error("the record has no computation");
    const { computation } = drift;
    const [rate] = computation.effectiveRates;
    const [product] = computation.products;
    if (rate === undefined || product === undefined) throw new Error("nothing was computed");
    return {
      ...application,
      products: unnumbered(products),
      drift: {
        ...drift,
        computation: {
          ...computation,
          effectiveRates: unnumbered([0, 1, 2].map((productIndex) => ({ ...rate, productIndex }))),
          products: unnumbered([0, 1, 2].map((productIndex) => ({ ...product, productIndex }))),
        },
      },
    };
  });
  const blocks = driftSection({ ...record, applications }, fieldTimes("UTC")).flatMap((section) => section.blocks);

  it.each(["Rates used", "Buffer by product"])("tells them from each other by their names: %s", (caption) => {
    const table = blocks.find((block) => block.kind === "table" && block.caption.startsWith(caption));
    const names = table?.kind === "table" ? table.rows.map(([name]) => name) : [];
    expect(names.slice(1)).toEqual(["Product 1", "Product 2"]);
    expect(names[0]).toMatch(/^Product 0 \(/);
  });
});
