import type { Citation } from "@/lib/domain/citation";
import type { CatalogueProduct, Ingredient, LabelRules, LimitationRule } from "@/lib/domain/product";
import { isLabelFile, parseLabelFiles } from "@/lib/rulebook/label-files/parse-labels";
import { allCodes, type KnownCodes } from "@/lib/rulebook/load";
import { ruleFileSchema, type RuleFileContent } from "@/lib/rulebook/schema-catalogue";
import { checkFile, citingNodes, type RuleFault } from "@/lib/rulebook/schema-shared";

/** A rule file as it was read: its name and the parsed JSON. */
export interface RuleFile {
  file: string;
  json: unknown;
}

/** What rule files say. A file with a fault contributes nothing but its faults. */
export interface Catalogue {
  products: CatalogueProduct[];
  limitationRules: LimitationRule[];
  faults: RuleFault[];
}

type Citations = Record<string, Citation>;
type FileProduct = RuleFileContent["products"][number];
type FileLimitationRule = RuleFileContent["limitationRules"][number];

/** A record of the database stands alone, so it takes along the citations it uses. */
function citationsFor(part: unknown, citations: Citations): Citations {
  const used = new Set(citingNodes(part).flatMap(({ node }) => node.cite));
  return Object.fromEntries(Object.entries(citations).filter(([key]) => used.has(key)));
}

const toIngredient = ({ name, pcCode, basis, lbPerGal, percentByWeight }: Ingredient): Ingredient => ({
  name,
  pcCode,
  basis,
  lbPerGal,
  percentByWeight,
});

const toRules = (product: FileProduct, citations: Citations): LabelRules | null =>
  product.rules === null ? null : { ...product.rules, citations: citationsFor(product, citations) };

function toProduct(product: FileProduct, citations: Citations): CatalogueProduct {
  const { registration, name, registrant, status, formulation, esaLabelLanguage, isDemonstration } = product;
  return {
    registration,
    name,
    registrant,
    status,
    formulation,
    esaLabelLanguage,
    isDemonstration,
    ingredients: product.ingredients.map(toIngredient),
    rules: toRules(product, citations),
  };
}

const toLimitationRule = (rule: FileLimitationRule, citations: Citations): LimitationRule => ({
  ...rule,
  citations: citationsFor(rule, citations),
});

/** Codes that no menu knows: the label's restriction, or its own figure, would silently have no effect. */
function unknownCodes(
  rules: Pick<LabelRules, "disallowedMeasures" | "drift"> | null,
  known: KnownCodes,
): Omit<RuleFault, "file">[] {
  const reductions = rules?.drift?.reductions;
  const figures = (reductions?.source === "label_table" ? reductions.rows : null) ?? [];
  return [
    ...(rules?.disallowedMeasures ?? []).flatMap(({ system, code }, index) =>
      known.measures[system].has(code)
        ? []
        : [
            {
              path: `disallowedMeasures[${index}].code`,
              reason: `the ${system} menu has no option or sub-option ${code}`,
            },
          ],
    ),
    ...figures.flatMap(({ practice }, index) =>
      known.practices.has(practice)
        ? []
        : [{ path: `drift.reductions.rows[${index}].practice`, reason: `there is no drift practice ${practice}` }],
    ),
  ];
}

const unknownInFile = ({ file, content }: ParsedFile, known: KnownCodes): RuleFault[] =>
  content.products.flatMap(({ rules }, index) =>
    unknownCodes(rules, known).map(({ path, reason }) => ({
      file,
      path: `products[${index}].rules.${path}`,
      reason,
    })),
  );

/** The same of label files: a code is right or wrong for every edition alike. */
const unknownInLabel = ({ registration, editions = [] }: CatalogueProduct, known: KnownCodes): RuleFault[] =>
  editions.flatMap(({ labelDate, rules }) =>
    unknownCodes(rules, known).map(({ reason }) => ({
      file: `labels/${registration}/${labelDate}.json`,
      path: "facts",
      reason,
    })),
  );

interface ParsedFile {
  file: string;
  content: RuleFileContent;
}

/** What each file claims for itself alone: its registrations, its rule ids, and what its limitation rules are for. */
const claimsOf = ({ content }: ParsedFile): { claim: string; path: string }[] => [
  ...content.products.map(({ registration }, index) => ({
    claim: `product ${registration}`,
    path: `products[${index}].registration`,
  })),
  ...content.limitationRules.flatMap(({ ruleId, code, registration, activeIngredient }, index) => [
    { claim: `rule id ${ruleId}`, path: `limitationRules[${index}].ruleId` },
    {
      claim: `limitation ${code} of ${registration ?? activeIngredient ?? "no one"}`,
      path: `limitationRules[${index}].code`,
    },
  ]),
];

/** Two rules for one thing, in the same file or in two: which of them holds would depend on the order of files. */
function doubleClaims(files: readonly ParsedFile[], ofLabels: readonly CatalogueProduct[]): RuleFault[] {
  const claimedBy = new Map<string, string>(
    ofLabels.flatMap(({ registration, formerNumbers = [] }) =>
      [registration, ...formerNumbers].map((number) => [`product ${number}`, `labels/${registration}`] as const),
    ),
  );
  return files.flatMap((parsed) =>
    claimsOf(parsed).flatMap(({ claim, path }) => {
      const earlier = claimedBy.get(claim);
      claimedBy.set(claim, earlier ?? parsed.file);
      return earlier === undefined
        ? []
        : [{ file: parsed.file, path, reason: `${claim} stands in ${earlier} already` }];
    }),
  );
}

/**
 * Products and limitation rules of a set of rule files, and every fault of them by file and place. Reads no file
 * system: `readRuleFiles` does. `known`: the codes that a label may name; those of our menus by default.
 */
export function parseRuleFiles(files: readonly RuleFile[], known: KnownCodes = allCodes()): Catalogue {
  const parsed: ParsedFile[] = [];
  const labels = parseLabelFiles(files.filter(isLabelFile));
  const faults: RuleFault[] = [...labels.faults];
  for (const { file, json } of files.filter((found) => !isLabelFile(found))) {
    const checked = checkFile(ruleFileSchema, file, json);
    if (checked.ok) parsed.push({ file, content: checked.value });
    else faults.push(...checked.faults);
  }
  faults.push(
    ...doubleClaims(parsed, labels.products),
    ...parsed.flatMap((found) => unknownInFile(found, known)),
    ...labels.products.flatMap((found) => unknownInLabel(found, known)),
  );
  const faulty = new Set(faults.map(({ file }) => file));
  const sound = parsed.filter(({ file }) => !faulty.has(file)).map(({ content }) => content);
  return {
    products: [
      ...sound.flatMap(({ products, citations }) => products.map((product) => toProduct(product, citations))),
      ...labels.products,
    ],
    limitationRules: sound.flatMap(({ limitationRules, citations }) =>
      limitationRules.map((rule) => toLimitationRule(rule, citations)),
    ),
    faults,
  };
}
