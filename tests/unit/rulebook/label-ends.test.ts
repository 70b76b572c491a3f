import { describe, expect, it } from "vitest";
import { bindingLabel } from "@/lib/domain/label-editions";
import { labelEndBefore, labelReplacedBy } from "@/lib/domain/label-ends";
import type { CatalogueProduct, LabelEdition, LabelRules } from "@/lib/domain/product";

const RULES: LabelRules = {
  methods: { permitted: [], excluded: [], cite: [], evidence: "specification" },
  limits: [],
  conditions: [],
  runoff: null,
  drift: null,
  driftResolved: false,
  disallowedMeasures: [],
  adjuvants: [],
  citations: {},
};
const edition = (from: string, until: string | null, rules: LabelRules | null = RULES): LabelEdition => ({
  labelDate: from,
  from,
  until,
  formulation: null,
  ingredients: null,
  esaLabelLanguage: true,
  rules,
});
const PRODUCT: CatalogueProduct = {
  registration: "1-2",
  name: "One",
  registrant: null,
  status: "Active",
  formulation: null,
  ingredients: [],
  esaLabelLanguage: true,
  rules: RULES,
  isDemonstration: false,
};
const endOn = (more: Partial<CatalogueProduct>, day: string, held: string | null = null): string | null => {
  const end = labelEndBefore(bindingLabel({ ...PRODUCT, ...more }, day, held).record, day, held);
  return end === null ? null : `${end.reason} ${end.endsOn}`;
};

describe("the end of a label before an application", () => {
  const editions = [edition("2026-01-01", "2026-06-30")];

  it("is the last day of an edition that no other follows", () => {
    expect(endOn({ editions }, "2026-07-01")).toBe("label_ends 2026-06-30");
    expect(endOn({ editions }, "2026-06-30")).toBeNull();
    expect(endOn({ editions: [...editions, edition("2026-06-01", null)] }, "2026-07-01")).toBeNull();
    expect(endOn({}, "2026-07-01")).toBeNull();
  });

  it("is that of the last edition before a time without one, though a later one begins after the application", () => {
    const apart = [...editions, edition("2027-01-01", null)];
    expect(endOn({ editions: apart }, "2026-12-31")).toBe("label_ends 2026-06-30");
    expect(endOn({ editions: apart }, "2027-01-01")).toBeNull();
  });

  it("is that of the edition that the caller holds, whatever follows it", () => {
    const both = [...editions, edition("2026-06-01", null)];
    expect(endOn({ editions: both }, "2026-07-01", "2026-01-01")).toBe("label_ends 2026-06-30");
    expect(endOn({ editions: both }, "2026-07-01", "2026-06-01")).toBeNull();
  });

  it("is the last day that the directions name", () => {
    const named = [edition("2026-01-01", null, { ...RULES, expiresOn: "2026-05-31" })];
    expect(endOn({ editions: named }, "2026-06-01")).toBe("label_ends 2026-05-31");
    expect(endOn({ rules: { ...RULES, expiresOn: "2026-05-31" } }, "2026-05-31")).toBeNull();
  });

  it("is the day before the registration is no longer active, where that is known and comes first", () => {
    const gone = { status: "Inactive", statusSince: "2026-06-01" } as const;
    expect(endOn({ ...gone, editions }, "2026-07-01")).toBe("registration_ends 2026-05-31");
    expect(endOn(gone, "2026-06-01")).toBe("registration_ends 2026-05-31");
    expect(endOn(gone, "2026-05-31")).toBeNull();
    expect(endOn({ status: "Inactive", statusSince: null }, "2026-07-01")).toBeNull();
    expect(endOn({ status: "Active", statusSince: "2026-06-01" }, "2026-07-01")).toBeNull();
  });
});

describe("the end of a label that a newer one replaced after an answer by it", () => {
  const editions = [edition("2026-01-01", null)];
  const replacedOn = (
    more: Partial<CatalogueProduct>,
    day: string,
    { seen = "2026-05-03", held = null }: { seen?: string; held?: string | null } = {},
  ): string | null => {
    const { record } = bindingLabel({ ...PRODUCT, editions, newestLabelDate: seen, ...more }, day, held);
    const end = labelReplacedBy(seen, record, { applicationDate: day, heldLabelDate: held });
    return end === null ? null : `${end.reason} ${end.endsOn}`;
  };

  it("is the day before the newer one's, from which on no one has read what binds", () => {
    expect(replacedOn({}, "2026-05-03")).toBe("newer_label 2026-05-02");
    expect(replacedOn({}, "2026-05-02")).toBeNull();
  });

  it("comes at once where the edition has no ESA language, which says nothing of the newer one", () => {
    const without = [{ ...edition("2026-01-01", null), esaLabelLanguage: false }];
    expect(replacedOn({ editions: without }, "2026-05-02")).toBe("newer_label 2026-05-02");
  });

  it("is none for who holds the earlier label, of a date without an edition, or where a newer one still was on file", () => {
    expect(replacedOn({}, "2026-06-01", { held: "2026-01-01" })).toBeNull();
    expect(replacedOn({}, "2025-12-31")).toBeNull();
    expect(replacedOn({ newestLabelDate: "2026-05-20" }, "2026-06-01")).toBeNull();
    expect(replacedOn({ editions: [...editions, edition("2026-05-03", null)] }, "2026-06-01")).toBeNull();
  });
});
