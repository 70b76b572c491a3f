import { UNNAMED_INGREDIENT } from "@/lib/domain/ingredients";
import type { Ingredient } from "@/lib/domain/product";
import { firstOf, isRecord, lowerCaseKeys } from "@/lib/imports/read/values";

const ingredient = (name: string, pcCode: string | null, percent: number | null): Ingredient => ({
  name: name.trim() === "" ? UNNAMED_INGREDIENT : name.trim(),
  pcCode: pcCode === null ? null : pcCode.padStart(6, "0"),
  // The register gives percent by weight of the active ingredient as registered, and never an acid equivalent.
  basis: "ai",
  lbPerGal: null,
  percentByWeight: percent !== null && percent > 0 && percent <= 100 ? percent : null,
});

/** `Glyphosate (417300/1071-83-6) - (41%)`, one after another, with any separator. */
const BRACKETED = /([^|;\n]+?)(?:\n\s*)?\(\s*(\d{1,6})\s*(?:\/\s*[\d-]*\s*)?\)\s*-?\s*\(?\s*([\d.]+)\s*%\s*\)?/g;
/** `Glyphosate, 417300, 1071-83-6, 41%`. */
const LISTED = /^(.+?),\s*(\d{1,6})\s*,\s*[\d-]*\s*,\s*([\d.]+)\s*%?\s*$/;

/** What may stand between two ingredients. */
const BETWEEN_NAMES = /^(?:and|plus|with)$/i;

/**
 * Active ingredients of a register row. Null: there is a text, and nothing could be read from it. Beside what could be read, what
 * could not counts by its name alone: a limitation may name it, and left out it would look as if the product did not hold it. One
 * without a name is listed as such, so that its product is not held for one whose ingredients are all known.
 */
export function readIngredients(value: unknown): Ingredient[] | null {
  const data = typeof value === "string" && value.trim().startsWith("[") ? parseList(value) : value;
  if (Array.isArray(data)) return readList(data);
  if (typeof data !== "string" || data.trim() === "") return [];
  const bracketed = [...data.matchAll(BRACKETED)].map(([, name = "", pcCode = "", percent = ""]) =>
    ingredient(name.replace(/^[\s,&]+/, ""), pcCode, Number(percent)),
  );
  if (bracketed.length > 0)
    return namedOrNull([...bracketed, ...partsOf(data.replaceAll(BRACKETED, "|")).flatMap(nameAlone)]);
  const parts = partsOf(data).map((part) => ({ part, found: LISTED.exec(part) }));
  if (parts.every(({ found }) => found === null)) return null;
  return parts.flatMap(({ part, found }) =>
    found === null ? nameAlone(part) : [ingredient(found[1] ?? "", found[2] ?? "", Number(found[3]))],
  );
}

const unnamed = (pcCode: string | null): Ingredient => ingredient("", pcCode, null);

const partsOf = (text: string): string[] => text.split(/[|;\n]/).map((part) => part.trim());

/** Numbers alone: those of an ingredient whose name is missing. */
const NUMBERS_ALONE = /^[^\p{L}]*\d{4,6}[^\p{L}]*$/u;

/** Numbers and percentages in brackets say nothing of what an ingredient is called. */
function nameAlone(part: string): Ingredient[] {
  if (NUMBERS_ALONE.test(part)) return [unnamed(/\d{4,6}/.exec(part)?.[0] ?? null)];
  const name = part
    .replaceAll(/\([^()]*\)/g, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  return /\p{L}/u.test(name) && !BETWEEN_NAMES.test(name) ? [ingredient(name, null, null)] : [];
}

function parseList(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function readList(rows: unknown[]): Ingredient[] | null {
  const found = rows.flatMap(readEntry);
  return found.length === 0 && rows.length === 0 ? [] : namedOrNull(found);
}

function readEntry(row: unknown): Ingredient[] {
  if (row === null || row === undefined || row === "") return [];
  if (typeof row === "string") {
    const read = nameAlone(row);
    return read.length > 0 ? read : [unnamed(null)];
  }
  if (!isRecord(row)) return [unnamed(null)];
  const members = lowerCaseKeys(row);
  const name = firstOf(members, ["name", "ai_name", "ai", "active_ingredient", "chemical_name"]);
  const pcCode = firstOf(members, ["pc_code", "pccode", "pc"]);
  const percent = numberOf(firstOf(members, ["percent", "ai_percent", "pct", "concentration"]));
  const code =
    typeof pcCode === "number" || typeof pcCode === "string" ? /^\d{1,6}$/.exec(String(pcCode))?.[0] : undefined;
  return [ingredient(typeof name === "string" ? name : "", code ?? null, percent)];
}

/** Nothing that has a name: nothing could be read. */
const namedOrNull = (found: Ingredient[]): Ingredient[] | null =>
  found.some(({ name }) => name !== UNNAMED_INGREDIENT) ? found : null;

function numberOf(value: unknown): number | null {
  const number = typeof value === "string" ? Number.parseFloat(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}
