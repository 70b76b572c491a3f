import type { CatalogueProduct, LabelEdition } from "@/lib/domain/product";
import { canonicalRegistration } from "@/lib/domain/registration";
import { unknownCrops } from "@/lib/rulebook/label-files/crop-ids";
import { compileEdition } from "@/lib/rulebook/label-files/compile";
import {
  editionFileSchema,
  partFileSchema,
  productFileSchema,
  type EditionFile,
  type PartFile,
  type ProductFile,
} from "@/lib/rulebook/label-files/schema-files";
import { addedTo } from "@/lib/rulebook/label-files/supplements";
import { latestCrops } from "@/lib/rulebook/load";
import { checkFile, type RuleFault } from "@/lib/rulebook/schema-shared";

/** A file as it was read: its path below the rulebook's folder and the parsed JSON. */
export interface JsonFile {
  file: string;
  json: unknown;
}

/** A product's folder: its identity and its label editions, oldest first. */
export interface LabelFolder {
  file: string;
  product: ProductFile;
  editions: { file: string; content: EditionFile }[];
}

export interface ParsedLabels {
  folders: LabelFolder[];
  parts: PartFile[];
  products: CatalogueProduct[];
  faults: RuleFault[];
}

const LABEL_FILE = /^labels\/([^/]+)\/([^/]+)\.json$/;
const PART_FILE = /^label-parts\/[^/]+\.json$/;

export const isLabelFile = ({ file }: JsonFile): boolean => LABEL_FILE.test(file) || PART_FILE.test(file);

/** Products of the label folders, and every fault by file and place. A faulty folder contributes nothing else. */
export function parseLabelFiles(files: readonly JsonFile[]): ParsedLabels {
  const faults: RuleFault[] = [];
  const keep = <T>(checked: { ok: true; value: T } | { ok: false; faults: RuleFault[] }): T[] => {
    if (checked.ok) return [checked.value];
    faults.push(...checked.faults);
    return [];
  };
  const parts = files
    .filter(({ file }) => PART_FILE.test(file))
    .flatMap(({ file, json }) => keep(checkFile(partFileSchema, file, json)));
  const crops = latestCrops();
  faults.push(
    ...files
      .filter(({ file }) => PART_FILE.test(file))
      .flatMap(({ file, json }) => (isObject(json) ? unknownCrops(file, json, crops) : [])),
  );
  const folders: LabelFolder[] = [];
  for (const [folder, ofFolder] of byFolder(files)) {
    const before = faults.length;
    const product = ofFolder.filter(({ file }) => file.endsWith("/product.json"));
    const identity = product.flatMap(({ file, json }) => keep(checkFile(productFileSchema, file, json)))[0];
    if (product.length === 0) faults.push({ file: `labels/${folder}`, path: "product.json", reason: "is missing" });
    const editions = ofFolder
      .filter(({ file }) => !file.endsWith("/product.json"))
      .flatMap(({ file, json }) => keep(checkFile(editionFileSchema, file, json)).map((content) => ({ file, content })))
      .toSorted((a, b) => a.content.labelDate.localeCompare(b.content.labelDate));
    if (identity === undefined) continue;
    const found = { file: `labels/${folder}/product.json`, product: identity, editions };
    faults.push(
      ...misplaced(folder, found, parts),
      ...editions.flatMap(({ file, content }) => unknownCrops(file, content, crops)),
    );
    if (faults.length === before) folders.push(found);
  }
  faults.push(...doubleNumbers(folders));
  const products = folders.flatMap((folder) => {
    const { product, faults: found } = toProduct(folder, parts);
    faults.push(...found);
    return found.length > 0 ? [] : product;
  });
  return { folders, parts, products, faults };
}

const isObject = (json: unknown): json is object => typeof json === "object" && json !== null;

function byFolder(files: readonly JsonFile[]): Map<string, JsonFile[]> {
  const folders = new Map<string, JsonFile[]>();
  for (const found of files) {
    const folder = LABEL_FILE.exec(found.file)?.[1];
    if (folder !== undefined) folders.set(folder, [...(folders.get(folder) ?? []), found]);
  }
  return folders;
}

/** What a file says of itself must be where it lies, and the parts it names must exist. */
function misplaced(folder: string, { file, product, editions }: LabelFolder, parts: readonly PartFile[]): RuleFault[] {
  const faults: RuleFault[] = [];
  if (product.registration !== folder)
    faults.push({ file, path: "registration", reason: `lies in the folder ${folder}` });
  for (const { file: edition, content } of editions) {
    if (content.registration !== folder)
      faults.push({ file: edition, path: "registration", reason: `lies in the folder ${folder}` });
    if (!edition.endsWith(`/${content.labelDate}.json`)) {
      faults.push({ file: edition, path: "labelDate", reason: "is not the file's name" });
    }
    content.parts.forEach((name, index) => {
      if (parts.some((part) => part.name === name)) return;
      faults.push({ file: edition, path: `parts[${index}]`, reason: `there is no part ${name}` });
    });
  }
  const newest = editions.at(-1)?.content.labelDate ?? "";
  if ((product.newestLabelDate ?? newest) < newest) {
    faults.push({ file, path: "newestLabelDate", reason: `is older than the edition of ${newest}` });
  }
  return faults;
}

/** A former number leads to one product, and to none that has a folder of its own, unless that one points on. */
function doubleNumbers(folders: readonly LabelFolder[]): RuleFault[] {
  const own = new Map(folders.map(({ product }) => [product.registration, product]));
  const claimed = new Map<string, string>();
  return folders.flatMap(({ file, product }) =>
    product.formerNumbers.flatMap(({ registration }, index) => {
      const path = `formerNumbers[${index}].registration`;
      const earlier = claimed.get(registration);
      claimed.set(registration, product.registration);
      if (earlier !== undefined) return [{ file, path, reason: `${registration} leads to ${earlier} already` }];
      const holder = own.get(registration);
      return holder === undefined || holder.transferredTo === product.registration
        ? []
        : [{ file, path, reason: `${registration} has a folder that does not say it was transferred here` }];
    }),
  );
}

/** EPA's register has two statuses; a cancelled registration is not active. */
const statusOf = ({ status }: ProductFile): Pick<CatalogueProduct, "status" | "statusSince"> =>
  status === null
    ? { status: null, statusSince: null }
    : { status: status.value === "Active" ? "Active" : "Inactive", statusSince: status.since ?? null };

/** No product: a pending one, one that has another number now, and one of which no one trustworthy has seen the number. */
const isKnown = ({ registration, transferredTo, evidence }: ProductFile): boolean =>
  canonicalRegistration(registration) !== null && transferredTo === undefined && evidence !== "unverified";

/** The editions of a product, each with what it adds to where it is a supplemental label. */
function compileAll(
  files: LabelFolder["editions"],
  parts: readonly PartFile[],
): { editions: LabelEdition[]; faults: RuleFault[] } {
  const faults: RuleFault[] = [];
  const all = files.map(({ content }) => content);
  const editions = files.flatMap(({ file, content }): LabelEdition[] => {
    const { labels, faults: unfounded } = addedTo(content, all);
    const compiled = unfounded.length > 0 ? null : compileEdition(content, parts, labels);
    if (compiled?.ok === true) return [compiled.edition];
    faults.push(...(compiled?.faults ?? unfounded).map(({ path, reason }) => ({ file, path, reason })));
    return [];
  });
  return { editions, faults };
}

function toProduct(
  { product, editions: files }: LabelFolder,
  parts: readonly PartFile[],
): { product: CatalogueProduct[]; faults: RuleFault[] } {
  const { editions, faults } = compileAll(files, parts);
  if (!isKnown(product)) return { product: [], faults };
  const newest = editions.at(-1);
  const known: CatalogueProduct = {
    registration: product.registration,
    name: product.name,
    registrant: product.registrant,
    ...statusOf(product),
    formulation: newest?.formulation ?? product.formulation,
    ingredients: newest?.ingredients ?? product.ingredients.map((found) => ({ ...found, pcCode: null })),
    esaLabelLanguage: newest?.esaLabelLanguage ?? null,
    rules: newest?.rules ?? null,
    isDemonstration: false,
    otherNames: product.otherNames,
    formerNumbers: product.formerNumbers.map(({ registration }) => registration),
    editions,
    newestLabelDate: product.newestLabelDate,
  };
  return { product: [known], faults };
}
