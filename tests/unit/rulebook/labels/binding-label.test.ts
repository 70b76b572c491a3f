import { describe, expect, it, test } from "vitest";
import { asLastRead, asOfRules, bindingLabel, firstDayAfter, isLabelRead } from "@/lib/domain/label-editions";
import type { CatalogueProduct, LabelEdition, LabelRules } from "@/lib/domain/product";

const edition = (labelDate: string, esaLabelLanguage: boolean | null, until: string | null = null): LabelEdition => ({
  labelDate,
  from: labelDate,
  until,
  formulation: null,
  ingredients: null,
  esaLabelLanguage,
  rules: null,
});

const product = (editions: LabelEdition[], newestLabelDate: string | null = null): CatalogueProduct => ({
  registration: "99003-1",
  name: "Test Product",
  registrant: null,
  status: "Active",
  formulation: "liquid",
  ingredients: [],
  esaLabelLanguage: editions.at(-1)?.esaLabelLanguage ?? null,
  rules: null,
  isDemonstration: false,
  editions,
  newestLabelDate,
});

const ENDING: LabelRules = {
  methods: { permitted: ["ground"], excluded: [], evidence: "primary", cite: ["LABEL"] },
  ...{ expiresOn: "2026-05-31", limits: [], conditions: [], runoff: [], drift: null, driftResolved: true },
  ...{ disallowedMeasures: [], adjuvants: [], citations: {} },
};

describe("a label that names its last day", () => {
  const languageOn = (found: CatalogueProduct, on: string) => bindingLabel(found, on, null).record.esaLabelLanguage;

  it.each([false, true])(
    "says until then whether it has ESA language (%s), and a no says nothing of the day after",
    (no) => {
      const own = product([{ ...edition("2026-01-01", no), rules: ENDING }]);
      expect([languageOn(own, "2026-05-31"), languageOn(own, "2026-06-01")]).toEqual([no, no ? true : null]);
    },
  );

  it("does so without an edition file too", () => {
    const own = { ...product([]), esaLabelLanguage: false, rules: ENDING };
    expect([languageOn(own, "2026-05-31"), languageOn(own, "2026-06-01")]).toEqual([false, null]);
  });
});

describe("what was read before a newer label", () => {
  const READ: LabelRules = { ...ENDING, expiresOn: undefined };
  const editions = [
    { ...edition("2024-01-01", false), rules: null },
    { ...edition("2025-01-01", true), rules: READ, formulation: "dry" as const },
  ];
  const lastRead = (newest: string | null, on: string, held: string | null = null) => {
    const own = product(editions, newest);
    return asLastRead(bindingLabel(own, on, held), own, on, held);
  };

  it("are the directions of the edition on file, while whether they bind stays as it is known now", () => {
    expect(lastRead("2026-02-01", "2026-02-01")).toMatchObject({
      rules: READ,
      formulation: "dry",
      esaLabelLanguage: true,
    });
    const free = product([{ ...edition("2025-01-01", false), rules: READ }], "2026-02-01");
    expect(asLastRead(bindingLabel(free, "2026-03-01", null), free, "2026-03-01", null)).toMatchObject({
      rules: READ,
      esaLabelLanguage: null,
    });
  });

  it("stands in for nothing else: a label that binds, one that is held, and a day of no edition", () => {
    expect(lastRead(null, "2026-02-01")).toBeNull();
    expect(lastRead("2026-02-02", "2026-02-01")).toBeNull();
    expect(lastRead("2026-02-01", "2026-03-01", "2025-01-01")).toBeNull();
    expect(lastRead("2026-02-01", "2026-03-01", "2024-06-01")).toBeNull();
    expect(lastRead("2026-02-01", "2023-12-31")).toBeNull();
  });
});

describe("whether anyone has read a label", () => {
  const isRead = (own: CatalogueProduct, on: string, held: string | null = null) => {
    const label = bindingLabel(own, on, held);
    return isLabelRead(asLastRead(label, own, on, held) ?? label.record, on, held);
  };
  const [free, unread] = [edition("2025-01-01", false), edition("2025-01-01", null)];

  it("is so of one with directions, and of one without ESA language, whatever newer one was seen", () => {
    expect(isRead(product([{ ...unread, rules: ENDING }]), "2025-06-01")).toBe(true);
    expect(isRead(product([{ ...free, rules: null }]), "2025-06-01")).toBe(true);
    expect(isRead(product([{ ...free, rules: null }], "2026-01-01"), "2025-06-01")).toBe(true);
    expect(isRead(product([{ ...free, rules: null }], "2026-01-01"), "2026-06-01")).toBe(true);
  });

  it("is not so without either, on a day of no edition, and of one that is held and not on file", () => {
    for (const language of [null, true]) {
      expect(isRead(product([{ ...unread, esaLabelLanguage: language, rules: null }]), "2025-06-01")).toBe(false);
    }
    expect(isRead(product([free]), "2024-12-31")).toBe(false);
    expect(isRead(product([free]), "2025-06-01", "2024-01-01")).toBe(false);
  });
});

describe("bindingLabel", () => {
  const two = product([edition("2024-01-01", false), edition("2026-01-01", true)]);

  test.each([
    { title: "the edition in force on the day", on: "2026-05-01", held: null, want: ["2026-01-01", true, null] },
    { title: "the first day of an edition", on: "2026-01-01", held: null, want: ["2026-01-01", true, null] },
    { title: "the label in the shed", on: "2026-05-01", held: "2024-01-01", want: ["2024-01-01", false, "2026-01-01"] },
    { title: "no label before the first one known", on: "2023-12-31", held: null, want: [null, null, null] },
    {
      title: "no label for a date that is not in the files",
      on: "2026-05-01",
      held: "2025-01-01",
      want: [null, null, "2026-01-01"],
    },
    {
      title: "no label that is younger than the application",
      on: "2025-05-01",
      held: "2026-01-01",
      want: [null, null, null],
    },
  ])("takes $title", ({ on, held, want }) => {
    const found = bindingLabel(two, on, held);
    expect([found.labelDate, found.record.esaLabelLanguage, found.newerLabelDate]).toEqual(want);
  });

  it("takes no edition after its last day", () => {
    expect(bindingLabel(product([edition("2020-10-27", true, "2024-02-06")]), "2024-02-07", null).labelDate).toBeNull();
  });

  it("takes none that has ended, though the caller holds it", () => {
    const ended = product([edition("2020-10-27", false, "2024-02-06"), edition("2024-06-01", true)]);
    expect(bindingLabel(ended, "2024-02-06", "2020-10-27").record.esaLabelLanguage).toBe(false);
    const after = bindingLabel(ended, "2024-02-07", "2020-10-27");
    expect([after.labelDate, after.record.esaLabelLanguage, after.record.rules]).toEqual([null, null, null]);
  });

  it('forgets a "no" once a newer label is known, whether or not it is in force', () => {
    const outdated = product([edition("2024-01-01", false)], "2026-12-01");
    expect(bindingLabel(outdated, "2026-05-01", null).record.esaLabelLanguage).toBeNull();
    expect(bindingLabel(outdated, "2026-12-01", null).record.esaLabelLanguage).toBeNull();
    // The label in the shed says what it says, and what is there once no newer label takes away.
    expect(bindingLabel(outdated, "2026-05-01", "2024-01-01").record.esaLabelLanguage).toBe(false);
    const told = product([edition("2024-01-01", true)], "2026-12-01");
    expect(bindingLabel(told, "2026-05-01", null).record.esaLabelLanguage).toBe(true);
  });

  it("does not judge by an old label when a newer one is in force that no one has entered", () => {
    const outdated = product([edition("2024-01-01", true)], "2026-01-01");
    const found = bindingLabel(outdated, "2026-05-01", null);
    expect([found.labelDate, found.record.rules, found.record.esaLabelLanguage]).toEqual([null, null, true]);
    // The newer one binds from its own day on.
    expect(bindingLabel(outdated, "2026-01-01", null).labelDate).toBeNull();
    expect(bindingLabel(outdated, "2025-12-31", null).labelDate).toBe("2024-01-01");
  });

  it("names the first day on file of an application before it, and no day of one since", () => {
    expect(firstDayAfter(two, "2023-12-31", null)).toBe("2024-01-01");
    expect(firstDayAfter(two, "2024-01-01", null)).toBeNull();
    expect(firstDayAfter(two, "2025-12-31", "2026-01-01")).toBe("2026-01-01");
    expect(firstDayAfter(product([]), "2023-12-31", null)).toBeNull();
  });

  it("leaves a product without label files as it is, unless a label date is named", () => {
    const { editions, ...plain } = two;
    expect(editions).toHaveLength(2);
    expect(bindingLabel(plain, "2026-05-01", null).record).toBe(plain);
    expect(bindingLabel(plain, "2026-05-01", "2024-01-01").record.esaLabelLanguage).toBeNull();
  });
});

describe("a label without a date", () => {
  const FIRST = "2024-10-16";
  const { editions: _none, ...undated } = product([], null);
  const read = { ...undated, rules: {} as NonNullable<CatalogueProduct["rules"]>, esaLabelLanguage: false };
  const on = (day: string, record: CatalogueProduct) =>
    asOfRules({ record, labelDate: null, newerLabelDate: null }, day, FIRST).record;

  it("says nothing of a day before the first rules", () => {
    expect(on("2024-10-15", read)).toMatchObject({ rules: null, esaLabelLanguage: null });
    expect(on(FIRST, read)).toBe(read);
    // Nor does one that no one has read but for its having no ESA language.
    expect(on("2024-10-15", { ...read, rules: null })).toMatchObject({ rules: null, esaLabelLanguage: null });
  });

  it("that has editions is left to them", () => {
    const dated = { ...read, editions: [edition("2020-01-01", true)] };
    expect(on("2022-01-01", dated)).toBe(dated);
  });
});
