import { z } from "zod";
import { ImportFailure } from "@/lib/imports/failure";
import { type Asking, askJson, CutAnswer } from "@/lib/imports/read/http";

/** What the survey's catalog says of one of its areas. */
export interface CatalogedArea {
  areaSymbol: string;
  /** `saverest`: when this version was published, as comparable text. */
  version: string;
  /** `saversion`: counts the publications of the area. */
  edition: number;
}

export const AREA_SYMBOL = /^[A-Z]{2}\d{1,4}$/;
/** The whole country has some 3,300 areas. */
const AREAS_A_QUESTION = 400;

const COLUMNS = ["areasymbol", "saversion", "saverest"] as const;
const tableSchema = z.object({ Table: z.array(z.array(z.string().nullable())).min(1).optional() });
const rowSchema = z.object({
  areasymbol: z.string().regex(AREA_SYMBOL),
  saversion: z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number),
  saverest: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/),
});

/** The question in the survey's T-SQL. Symbols are letters and digits alone, so the text holds nothing else of ours. */
export const catalogQuery = (symbols: readonly string[]): string =>
  `SELECT s.areasymbol AS areasymbol, s.saversion AS saversion, CONVERT(varchar(19), s.saverest, 126) AS saverest
FROM sacatalog s
WHERE s.areasymbol IN (${symbols.map((symbol) => `'${symbol}'`).join(", ")})`;

/**
 * Asks Soil Data Access when its areas were published last. An area that the catalog no longer has is missing from the
 * answer. Throws where the service does not answer, or not in the form expected.
 */
export async function askSurveyAreas(
  base: string,
  symbols: readonly string[],
  asking: Asking,
): Promise<CatalogedArea[]> {
  const found: CatalogedArea[] = [];
  for (let from = 0; from < symbols.length; from += AREAS_A_QUESTION) {
    found.push(...(await askSome(base, symbols.slice(from, from + AREAS_A_QUESTION), asking)));
  }
  return found;
}

/** An answer that broke off is asked for in halves. */
async function askSome(base: string, symbols: readonly string[], asking: Asking): Promise<CatalogedArea[]> {
  const url = `${base.replace(/\/+$/, "")}/Tabular/post.rest`;
  const form = { query: catalogQuery(symbols), format: "JSON+COLUMNNAME" };
  try {
    return readCatalog(await askJson({ url, form }, asking), symbols);
  } catch (error) {
    if (!(error instanceof CutAnswer)) throw error;
    if (symbols.length === 1) throw new ImportFailure(`the soil survey's catalog cannot be fetched: ${error.message}`);
    asking.note(`${error.message}; asking for half as many areas`);
    const half = Math.ceil(symbols.length / 2);
    return [
      ...(await askSome(base, symbols.slice(0, half), asking)),
      ...(await askSome(base, symbols.slice(half), asking)),
    ];
  }
}

/** Without any row the survey answers an empty object. */
function readCatalog(answer: unknown, asked: readonly string[]): CatalogedArea[] {
  const table = tableSchema.safeParse(answer);
  if (!table.success) throw misread("no table");
  const [names, ...rows] = table.data.Table ?? [];
  if (names === undefined) return [];
  const missing = COLUMNS.filter((column) => !names.includes(column));
  if (missing.length > 0) throw misread(`no column ${missing.join(", ")}`);
  const wanted = new Set(asked);
  return rows.map((cells, index) => {
    const row = rowSchema.safeParse(Object.fromEntries(names.map((name, at) => [name ?? "", cells[at] ?? null])));
    if (!row.success) throw misread(`row ${index + 1}, ${row.error.issues[0]?.path.join(".") ?? ""}`);
    const { areasymbol: areaSymbol, saverest: version, saversion: edition } = row.data;
    if (!wanted.delete(areaSymbol)) throw misread(`row ${index + 1}, an area that was not asked for, or twice`);
    return { areaSymbol, version, edition };
  });
}

const misread = (what: string): ImportFailure =>
  new ImportFailure(`the soil survey's catalog is not in the form expected: ${what}`);
