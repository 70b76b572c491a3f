import { z } from "zod";
import { EVIDENCE } from "@/lib/domain/citation";
import { ruleFaultWords } from "@/lib/rulebook/fault-words";

/** A file of the rulebook is wrong. The text names the file, each place in it and the reason. */
export class RulebookError extends Error {
  readonly faults: readonly RuleFault[];

  constructor(faults: readonly RuleFault[]) {
    super(faults.map(({ file, path, reason }) => `${file}: ${path}: ${reason}`).join("\n"));
    this.name = "RulebookError";
    this.faults = faults;
  }
}

/** One fault of a rulebook file. `path` is as one would write it in code: `categories[2].options[0].points`. */
export interface RuleFault {
  file: string;
  path: string;
  reason: string;
}

export const dateSchema = z.iso.date();
export const codeSchema = z.string().regex(/^[a-z][a-z0-9_]*$/, "must be snake_case");
export const textSchema = z.string().min(1);

export const citationSchema = z.strictObject({
  title: textSchema,
  locator: textSchema,
  url: z.url({ protocol: /^https$/ }).nullable(),
  documentDate: dateSchema.nullable(),
  checkedOn: dateSchema.nullable(),
});

export const citationsSchema = z.record(z.string().regex(/^[A-Z0-9-]+$/), citationSchema);

/** The members every figure has: how far it can be trusted and where it stands. */
export const citedShape = {
  evidence: z.enum(EVIDENCE),
  cite: z.array(z.string()).min(1),
  note: textSchema.optional(),
};

/** A JSON object that cites something, with the path it was found at. */
export interface CitingNode {
  path: (string | number)[];
  node: Record<string, unknown> & { cite: string[] };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isKeyList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((key) => typeof key === "string");

/** Every object of a file that has a `cite` list, whatever its depth. */
export function citingNodes(value: unknown, path: (string | number)[] = []): CitingNode[] {
  if (Array.isArray(value)) return value.flatMap((item: unknown, index) => citingNodes(item, [...path, index]));
  if (!isRecord(value)) return [];
  const below = Object.entries(value).flatMap(([key, item]) => citingNodes(item, [...path, key]));
  return isKeyList(value.cite) ? [{ path, node: { ...value, cite: value.cite } }, ...below] : below;
}

/** Refuses a `cite` that names no citation of the file, and a citation that nothing cites. */
export function checkCitations(file: { citations: Record<string, unknown> }, ctx: z.RefinementCtx): void {
  const cited = new Set<string>();
  for (const { path, node } of citingNodes(file)) {
    node.cite.forEach((key, index) => {
      cited.add(key);
      if (Object.hasOwn(file.citations, key)) return;
      ctx.addIssue({
        code: "custom",
        path: [...path, "cite", index],
        message: `cites ${key}, which is not in citations`,
      });
    });
  }
  for (const key of Object.keys(file.citations)) {
    if (!cited.has(key)) ctx.addIssue({ code: "custom", path: ["citations", key], message: "nothing cites this" });
  }
}

/** Refuses values that occur twice; `at` tells where each stands. */
export function checkUnique(
  ctx: z.RefinementCtx,
  what: string,
  values: readonly { value: string | number; at: (string | number)[] }[],
): void {
  const seen = new Set<string | number>();
  for (const { value, at } of values) {
    if (seen.has(value)) ctx.addIssue({ code: "custom", path: at, message: `${what} ${value} occurs twice` });
    seen.add(value);
  }
}

/** Two members that are the ends of one range, with what a reader calls them. */
export interface RangeEnds {
  low: string;
  high: string;
}

/** Refuses a range whose ends are exchanged: no wind, rate, or day lies in it, so that it would bind always or never. */
export function checkEnds(found: object, ends: readonly RangeEnds[], ctx: Pick<z.RefinementCtx, "addIssue">): void {
  const members = new Map<string, unknown>(Object.entries(found));
  for (const { low, high } of ends) {
    const [from, to] = [members.get(low), members.get(high)];
    const isTurned =
      (typeof from === "number" && typeof to === "number" && from > to) ||
      (typeof from === "string" && typeof to === "string" && from > to);
    if (!isTurned) continue;
    ctx.addIssue({
      code: "custom",
      path: [low],
      message: `${String(from)} is above ${high} ${String(to)}; exchange them`,
    });
  }
}

/** Refuses a second figure of a label's own table for one practice, class of method, and wind: which of them counts would be chance. */
export function checkOneFigureEach(
  rows: readonly { practice: string; methodClass: string; windMphAtMost: number | null }[],
  ctx: z.RefinementCtx,
): void {
  checkUnique(
    ctx,
    "the figure of",
    rows.map(({ practice, methodClass, windMphAtMost }, index) => ({
      value: `${practice} for ${methodClass} in ${windMphAtMost === null ? "any wind" : `wind up to ${windMphAtMost} mph`}`,
      at: [index, "practice"],
    })),
  );
}

/** A path as one would write it in code: `rows[3].points`. */
export const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? String(key) : `${text}.${String(key)}`;
  }, "") || "(file)";

/** The parsed file, or every fault of it with its place. */
export function checkFile<S extends z.ZodType>(
  schema: S,
  file: string,
  json: unknown,
): { ok: true; value: z.output<S> } | { ok: false; faults: RuleFault[] } {
  const parsed = schema.safeParse(json, { error: ruleFaultWords });
  if (parsed.success) return { ok: true, value: parsed.data };
  const faults = parsed.error.issues.map(({ path, message }) => ({ file, path: pathText(path), reason: message }));
  return { ok: false, faults };
}

export const idSchema = z.int().positive();
export const pointsSchema = z.int().min(0);

/** What every table begins with. The file is called `<table>-<effectiveFrom>.json`. */
export const headShape = {
  table: z.string().regex(/^[a-z0-9-]+$/),
  effectiveFrom: dateSchema,
  note: textSchema,
  citations: citationsSchema,
};
