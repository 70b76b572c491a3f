import { describe, expect, test } from "vitest";
import type { CatalogueProduct } from "@/lib/domain/product";
import { assess } from "@/lib/engine/assess";
import { productWith } from "../drift/rules";
import { factsOf, submittedOf } from "../facts";

/** A check of a product of which nothing but the registration is in doubt. */
function answer(members: Partial<CatalogueProduct>, applicationDate: string) {
  const record = productWith({}, members);
  const facts = factsOf([submittedOf(record.registration)], { application: { applicationDate } });
  const products = [{ productIndex: 0, record, kind: "catalogue" as const, esaRequired: record.esaLabelLanguage }];
  return assess({ ...facts, products }).assessment;
}
const ended = (...asked: Parameters<typeof answer>) =>
  answer(...asked).issues.filter(({ code }) => code === "REGISTRATION_NOT_ACTIVE");

describe("a product whose registration has ended", () => {
  const GONE = { status: "Inactive", statusSince: "2026-05-01" } as const;

  test.each(["2026-05-01", "2026-05-02", "2027-01-01"])("may not be applied on %s", (day) => {
    expect(answer(GONE, day).status).toBe("not_met");
    expect(ended(GONE, day)).toMatchObject([
      { productIndex: 0, particulars: { registration: "99009-1", endedOn: "2026-05-01" } },
    ]);
  });

  test("may be applied until the day before", () => {
    expect(ended(GONE, "2026-04-30")).toEqual([]);
    expect(answer(GONE, "2026-04-30").status).toBe(answer({}, "2026-04-30").status);
  });

  test("may never be applied while no one knows since when", () => {
    const [found] = ended({ status: "Inactive", statusSince: null }, "2020-01-01");
    expect(found?.particulars).toMatchObject({ registration: "99009-1" });
    expect(found?.particulars).not.toHaveProperty("endedOn");
  });

  test("may not be applied where its label has no ESA language either", () => {
    expect(ended({ ...GONE, esaLabelLanguage: false }, "2026-05-01")).toHaveLength(1);
  });

  test.each<Partial<CatalogueProduct>>([
    { status: "Active", statusSince: "2026-01-01" },
    { status: null, statusSince: "2026-01-01" },
  ])("is none of %j", (members) => {
    expect(ended(members, "2026-05-01")).toEqual([]);
  });
});
