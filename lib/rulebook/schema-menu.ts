import { z } from "zod";
import type { MitigationMenu } from "@/lib/domain/mitigation";
import { RUNOFF_SYSTEMS } from "@/lib/domain/product";
import { SOIL_SPLITS } from "@/lib/domain/soil";
import {
  checkCitations,
  checkUnique,
  citedShape,
  codeSchema,
  headShape,
  idSchema,
  pathText,
  pointsSchema,
  RulebookError,
  textSchema,
  type RuleFault,
} from "@/lib/rulebook/schema-shared";

const readingSchema = z.strictObject({
  points: pointsSchema,
  where: z.literal("texture_not_sandy").optional(),
  ...citedShape,
});

const claimsSchema = z.strictObject({
  annualShareAtMost: z.number().gt(0).lt(1).optional(),
  applicationsAtMost: z.int().min(1).optional(),
  partialTreatment: z.literal(true).optional(),
  tillage: z.enum(["none", "tilled"]).optional(),
});

const subOptionSchema = z.strictObject({
  id: idSchema,
  code: codeSchema,
  label: textSchema,
  points: pointsSchema.nullable(),
  readings: z.array(readingSchema).default([]),
  settledBy: textSchema.nullable().default(null),
  claims: claimsSchema.nullable().default(null),
  hydrologicSoilGroup: z.enum(SOIL_SPLITS).nullable().default(null),
  helperText: textSchema.nullable().default(null),
  helperLink: z.url().nullable().default(null),
  isActive: z.boolean().default(true),
  isDerived: z.boolean().default(false),
  ...citedShape,
});

const optionSchema = z.strictObject({
  id: idSchema,
  code: codeSchema,
  label: textSchema,
  description: textSchema.nullable().default(null),
  maxSelect: z.int().positive().nullable().default(null),
  helperText: textSchema.nullable().default(null),
  helperLink: z.url().nullable().default(null),
  sortOrder: z.int(),
  exclusiveGroup: codeSchema.nullable().default(null),
  sharedGround: codeSchema.nullable().default(null),
  pointsCap: pointsSchema.nullable().default(null),
  subOptions: z.array(subOptionSchema).min(1),
});

const categorySchema = z.strictObject({
  id: idSchema,
  code: codeSchema,
  label: textSchema,
  description: textSchema.nullable().default(null),
  maxSelect: z.int().positive().nullable().default(null),
  sortOrder: z.int(),
  isPracticeCategory: z.boolean(),
  options: z.array(optionSchema).min(1),
});

const menuFileSchema = z.strictObject({
  ...headShape,
  system: z.enum(RUNOFF_SYSTEMS),
  maxRequiredPoints: pointsSchema.nullable(),
  exclusiveGroups: z.record(codeSchema, z.array(codeSchema).min(2)),
  sharedGroundSettledBy: textSchema.nullable().default(null),
  categories: z.array(categorySchema).min(1),
});
type MenuFile = z.output<typeof menuFileSchema>;

/** Every category, option and sub-option of a menu with its place in the file. */
const menuNodes = ({ categories }: Pick<MenuFile, "categories">) =>
  categories.flatMap((category, c) => [
    { level: "category", node: category, at: ["categories", c] },
    ...category.options.flatMap((option, o) => [
      { level: "option", node: option, at: ["categories", c, "options", o] },
      ...option.subOptions.map((subOption, s) => ({
        level: "sub-option",
        node: subOption,
        at: ["categories", c, "options", o, "subOptions", s],
      })),
    ]),
  ]);

function checkMenuNames(menu: MenuFile, ctx: z.RefinementCtx): void {
  const nodes = menuNodes(menu);
  for (const level of ["category", "option", "sub-option"]) {
    const ids = nodes.filter((found) => found.level === level);
    checkUnique(
      ctx,
      `${level} id`,
      ids.map(({ node, at }) => ({ value: node.id, at: [...at, "id"] })),
    );
  }
  // A label disallows an option or a sub-option by its code, so the two levels share one set of codes.
  const measures = nodes.filter((found) => found.level !== "category");
  checkUnique(
    ctx,
    "code",
    measures.map(({ node, at }) => ({ value: node.code, at: [...at, "code"] })),
  );
}

function checkExclusiveGroups(menu: MenuFile, ctx: z.RefinementCtx): void {
  const options = menu.categories.flatMap((category, c) =>
    category.options.map((option, o) => ({ option, at: ["categories", c, "options", o, "exclusiveGroup"] })),
  );
  for (const { option, at } of options) {
    if (option.exclusiveGroup === null || menu.exclusiveGroups[option.exclusiveGroup]?.includes(option.code)) continue;
    const message = `${option.code} is not listed in the exclusive group ${option.exclusiveGroup}`;
    ctx.addIssue({ code: "custom", path: at, message });
  }
  for (const [group, codes] of Object.entries(menu.exclusiveGroups)) {
    codes.forEach((code, index) => {
      if (options.some(({ option }) => option.code === code && option.exclusiveGroup === group)) return;
      const message = `no option ${code} belongs to the group`;
      ctx.addIssue({ code: "custom", path: ["exclusiveGroups", group, index], message });
    });
  }
}

function checkSharedGround(menu: MenuFile, ctx: z.RefinementCtx): void {
  const isShared = menu.categories.some(({ options }) => options.some(({ sharedGround }) => sharedGround !== null));
  if (isShared === (menu.sharedGroundSettledBy !== null)) return;
  const message = isShared ? "shared ground has to say which document would settle it" : "no option shares ground";
  ctx.addIssue({ code: "custom", path: ["sharedGroundSettledBy"], message });
}

function checkDerived(menu: MenuFile, ctx: z.RefinementCtx): void {
  const subOptions = menu.categories.flatMap(({ options }) => options.flatMap((option) => option.subOptions));
  if (subOptions.filter(({ isDerived }) => isDerived).length > 1) {
    ctx.addIssue({ code: "custom", path: ["categories"], message: "more than one derived bonus" });
  }
}

/** A disputed row names every figure, is worth the lowest of those that hold everywhere, and says what would settle it. */
function checkReadings(menu: MenuFile, ctx: z.RefinementCtx): void {
  menu.categories.forEach((category, c) =>
    category.options.forEach((option, o) =>
      option.subOptions.forEach(({ points, readings, settledBy }, s) => {
        const faults = readingFaults(points, readings, settledBy);
        const path = ["categories", c, "options", o, "subOptions", s, "readings"];
        for (const message of faults) ctx.addIssue({ code: "custom", path, message });
      }),
    ),
  );
}

function readingFaults(
  points: number | null,
  readings: z.output<typeof readingSchema>[],
  settledBy: string | null,
): string[] {
  if (readings.length === 0) return settledBy === null ? [] : ["settledBy without readings"];
  const everywhere = readings.filter(({ where }) => where === undefined).map((reading) => reading.points);
  return [
    ...(settledBy === null ? ["a disputed figure has to say which document would settle it"] : []),
    ...(new Set(readings.map((reading) => reading.points)).size < 2 ? ["readings that agree are no dispute"] : []),
    ...(Math.min(...everywhere) === points ? [] : ["points is not the lowest reading that holds everywhere"]),
  ];
}

export const menuTableSchema = menuFileSchema.superRefine((menu, ctx) => {
  checkReadings(menu, ctx);
  checkMenuNames(menu, ctx);
  checkExclusiveGroups(menu, ctx);
  checkSharedGround(menu, ctx);
  checkDerived(menu, ctx);
  checkCitations(menu, ctx);
});

/**
 * Refuses an id that means another measure than in an earlier edition: what applicators chose is kept by id, and what they
 * chose as one measure would earn the points of the other from the first day of the new edition on.
 */
export function checkMeanings(editions: readonly MenuFile[]): void {
  const meant = new Map<string, { code: string; edition: string }>();
  const faults: RuleFault[] = [];
  for (const menu of editions.toSorted((a, b) => a.effectiveFrom.localeCompare(b.effectiveFrom))) {
    for (const { level, node, at } of menuNodes(menu)) {
      const known = meant.get(`${level} ${node.id}`);
      if (known === undefined) meant.set(`${level} ${node.id}`, { code: node.code, edition: menu.effectiveFrom });
      else if (known.code !== node.code) {
        const path = pathText([...at, "id"]);
        const reason = `${level} ${node.id} is ${known.code} in the edition of ${known.edition}; give ${node.code} an id of its own`;
        faults.push({ file: `${menu.table}-${menu.effectiveFrom}.json`, path, reason });
      }
    }
  }
  if (faults.length > 0) throw new RulebookError(faults);
}

export const toMenu = (file: MenuFile, automaticIds: ReadonlySet<number>): MitigationMenu => ({
  system: file.system,
  edition: file.effectiveFrom,
  effectiveFrom: file.effectiveFrom,
  exclusiveGroups: file.exclusiveGroups,
  sharedGroundSettledBy: file.sharedGroundSettledBy,
  maxRequiredPoints: file.maxRequiredPoints,
  categories: file.categories.map((category) => ({
    ...category,
    options: category.options.map((option) => ({
      ...option,
      subOptions: option.subOptions.map((sub) => ({ ...sub, isAutomatic: automaticIds.has(sub.id) })),
    })),
  })),
});
