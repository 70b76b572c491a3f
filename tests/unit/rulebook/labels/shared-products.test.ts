import { createHash } from "node:crypto";
import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { canonicalRegistration } from "@/lib/domain/registration";
import { parseRuleFiles } from "@/lib/rulebook/catalogue";
import { parseLabelFiles } from "@/lib/rulebook/label-files/parse-labels";
import { readRuleFiles, RULEBOOK_DIRECTORY } from "@/lib/rulebook/read-rule-files";
import { describeWithSharedData, readSharedText } from "@/tests/support/shared-data";

type Row = Record<string, string>;
const rowsOf = (file: string): Row[] => parse(readSharedText(`labels/${file}`), { columns: true, bom: true });

const { files } = await readRuleFiles(RULEBOOK_DIRECTORY);
const labels = parseLabelFiles(files);
const { limitationRules } = parseRuleFiles(files);
const numberOf = (text: string | undefined): string => {
  const bare = (text ?? "").replace(" (pending)", "");
  return canonicalRegistration(bare) ?? bare;
};
const folderOf = (text: string | undefined) =>
  labels.folders.find(({ product }) => product.registration === numberOf(text));
const productOf = (text: string | undefined) =>
  labels.products.find(({ registration }) => registration === numberOf(text));

/** Without a remark in brackets and without doubled blanks: "Engenia (2016-2020)" is Engenia. */
const plainName = (name: string): string => name.replaceAll(/[()]/g, " ").replaceAll(/\s+/g, " ").trim();
const isNamed = (wanted: string, names: readonly string[]): boolean =>
  names.some(
    (name) => plainName(wanted) === plainName(name) || plainName(wanted.replace(/\s*\(.*\)$/, "")) === plainName(name),
  );

const isDate = (text: string | undefined): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text ?? "");
/** A hand-made list in which about one number in four is another product's. */
const isUntrusted = ({ evidence = "" }: Row): boolean => evidence.startsWith("UNVERIFIED");

const NO_FOLDER = { name: "", otherNames: [], newestLabelDate: null, source: { title: "" }, status: null };
const STATUS_DAY = /(?:since|vacated) (\d{4}-\d{2}-\d{2})/;

const isOlder = (known: string | null, wanted: string): boolean => (known ?? "") < wanted;
const sinceIn = (status: string): string | undefined => STATUS_DAY.exec(status)?.[1];

/** What a product's file lacks of its row. */
function identityFaults(row: Row): string[] {
  const product = folderOf(row.registration)?.product ?? NO_FOLDER;
  const names = [product.name, ...product.otherNames];
  const { status = "", label_date: labelDate = "", names: wanted = "" } = row;
  const since = sinceIn(status);
  const found: Record<string, boolean> = {
    "lacks a name": wanted.split("; ").some((name) => !isNamed(name, names)),
    "does not know its newest label": isDate(labelDate) && isOlder(product.newestLabelDate, labelDate),
    "names no source": product.source.title === "",
    "is not active": status === "Active" && product.status?.value !== "Active",
    "does not say since when its status holds": since !== undefined && product.status?.since !== since,
  };
  return Object.keys(found).flatMap((fault) => (found[fault] === true ? [`${row.registration} ${fault}`] : []));
}

describeWithSharedData("the gathered products", () => {
  const products = rowsOf("products.csv");

  it("each have a folder with their names, source, newest label date and status", () => {
    expect(products.length).toBeGreaterThan(260);
    const faults = products.flatMap(identityFaults);
    expect(faults).toEqual([]);
  });

  it("are not taken as known where only a list full of wrong numbers gives them", () => {
    const untrusted = products.filter(isUntrusted);
    expect(untrusted.length).toBeGreaterThan(10);
    expect(untrusted.filter(({ registration }) => productOf(registration) !== undefined)).toEqual([]);
    expect(untrusted.filter(({ registration }) => folderOf(registration)?.product.evidence !== "unverified")).toEqual(
      [],
    );
  });

  it("are found by every number they had before", () => {
    const lost = rowsOf("registration_aliases.csv").filter(({ old_number: old, current_number: current }) => {
      const former = numberOf(old);
      const isForwarded = productOf(current)?.formerNumbers?.includes(former) === true;
      // Some were registrations of their own, which a jug may still carry and which are not active.
      const isOwn = productOf(former)?.status === "Inactive";
      return !isForwarded && !isOwn;
    });
    expect(lost.map(({ old_number: old }) => old)).toEqual([]);
  });
});

/** "Contains 4 lb of chlorpyrifos per gallon", "6.0 lb/gal": a label's own words, or a reading that gives them. */
const POUNDS_PER_GALLON = /([\d.]+) (?:lbs?\.?|pounds)(?: of)?(?: [a-z ]+?)?(?:\/gal| per (?:U\.S\. )?gallon)/gi;
const poundsIn = (text = ""): number[] => [...text.matchAll(POUNDS_PER_GALLON)].map(([, pounds]) => Number(pounds));
/** Acid of two salts together, two ingredients in one figure, computed and rounded otherwise, or not read. */
const OTHER_FIGURES = ["89167-47-91395", "279-3468", "264-1241", "85678-58", "100-1623"];

describeWithSharedData("the strengths of the gathered products", () => {
  it("are in pounds per gallon where a row gives one ingredient's", () => {
    const lacking = rowsOf("products.csv").flatMap(({ registration = "", actives_strength: strength }) => {
      const known = folderOf(registration)?.product.ingredients.map(({ lbPerGal }) => lbPerGal) ?? [];
      const missing = poundsIn(strength).filter((pounds) => !known.includes(pounds));
      return OTHER_FIGURES.includes(registration) || missing.length === 0
        ? []
        : [`${registration} lacks ${missing.join()}`];
    });
    expect(lacking).toEqual([]);
  });

  /** A liquid pesticide weighs from 8 to 12 pounds a gallon: other figures are of a salt and its acid, or of another product. */
  it("weigh what a liquid can weigh, where both figures of an ingredient are known", () => {
    const weights = labels.folders.flatMap(({ product }) =>
      product.ingredients.flatMap(({ name, lbPerGal, percentByWeight }) =>
        lbPerGal === null || percentByWeight === null
          ? []
          : [{ name: `${product.registration} ${name}`, pounds: (100 * lbPerGal) / percentByWeight }],
      ),
    );
    expect(weights.length).toBeGreaterThan(20);
    expect(weights.filter(({ pounds }) => pounds < 8 || pounds > 13)).toEqual([]);
  });

  it("are of ingredients whose names are whole", () => {
    const names = labels.folders.flatMap(({ product }) => product.ingredients.map(({ name }) => name));
    expect(names.filter((name) => /[[\]]|\.$|^\W| - /.test(name))).toEqual([]);
  });
});

/** Labels of which another source says yes: Tavium's label of 2026, and XtendiMax's of 2020, which is not active. */
const KNOWN_ELSEWHERE = ["100-1623", "264-1210"];

describeWithSharedData("what is known of ESA language", () => {
  const rows = rowsOf("esa_language.csv").filter(({ registration }) => numberOf(registration).includes("-"));
  const sort = (wanted: string): Row[] => rows.filter(({ esa_language: language }) => language === wanted);

  it("is a yes where a label was read or its reading was published", () => {
    const known = sort("yes").filter(({ registration }) => productOf(registration) !== undefined);
    expect(known.length).toBeGreaterThanOrEqual(4);
    expect(known.filter(({ registration }) => productOf(registration)?.esaLabelLanguage !== true)).toEqual([]);
  });

  it.each(["yes (inferred)", "no (old edition)", "no (second-hand)", "unreadable", "no"])(
    "is not taken as known from a row that says %s",
    (wanted) => {
      const rowsOfSort = sort(wanted);
      expect(rowsOfSort.length).toBeGreaterThan(2);
      const elsewhere = new Set(sort("yes").map(({ registration }) => numberOf(registration)));
      const known = rowsOfSort.filter(
        ({ registration }) =>
          !elsewhere.has(numberOf(registration)) &&
          !KNOWN_ELSEWHERE.includes(registration ?? "") &&
          (productOf(registration)?.esaLabelLanguage ?? null) !== null,
      );
      expect(known.map(({ registration }) => registration)).toEqual([]);
    },
  );

  it("is never a no for any product: no one has read a label in force to its end", () => {
    expect(labels.products.filter(({ esaLabelLanguage }) => esaLabelLanguage === false)).toEqual([]);
  });
});

describeWithSharedData("the gathered bulletin codes", () => {
  it("each have a rule for the hash of the text that was read, or say what is missing", () => {
    const codes = rowsOf("bulletin_codes.csv").filter(({ code }) => code !== "(none)");
    expect(codes).toHaveLength(14);
    for (const { code, exact_text: text = "" } of codes) {
      const own = limitationRules.filter((rule) => rule.code === code);
      const hash = createHash("sha256").update(text).digest("hex");
      const isCovered =
        text === "" ? own.every(({ missing = "" }) => missing !== "") : own.some(({ textHash }) => textHash === hash);
      expect([code, own.length > 0 && isCovered]).toEqual([code, true]);
    }
  });
});
