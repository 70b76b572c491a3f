import { z } from "zod";
import { SOIL_GROUPS } from "@/lib/domain/soil";
import type { MapUnitPolygon, SoilFailure, SurveyAnswer, SurveyAreas } from "@/lib/domain/soil-survey";
import { COLUMNS } from "@/lib/gateways/soil/query";
import { readWktPolygons } from "@/lib/gateways/soil/wkt";
import { isJson, readText } from "@/lib/gateways/upstream/read-text";

/** A failure and what the log may know of it: never the answer's text. */
export interface Fault {
  ok: false;
  failure: SoilFailure;
  detail: string;
  /** Whether it may be gone at a second attempt: the server's trouble, or a page in place of an answer. */
  isRetryable: boolean;
}
export type Read<T> = { ok: true; value: T } | Fault;

export const fault = (failure: SoilFailure, detail: string, isRetryable = false): Fault => ({
  ok: false,
  failure,
  detail,
  isRetryable,
});

/** The survey's own limits. docs/evidence.md, USDA Soil Data Access */
const MOST_ROWS = 100_000;
/** How much of a page that is no answer is read to tell what it is. */
const PAGE_BYTES = 64 << 10;

/**
 * Reads an answer of the survey: status, then content type, then JSON, then schema. What is not an answer is named
 * apart, because a page with status 200 is how the survey looks during its nightly maintenance and its outages.
 */
export async function readAnswer(response: Response, mostBytes: number): Promise<Read<SurveyAnswer>> {
  const type = response.headers.get("content-type") ?? "";
  const isAnswer = isJson(response);
  const body = await readText(response, isAnswer ? mostBytes : PAGE_BYTES);
  if (!isAnswer) return pageFault(response, type, body.text);
  if (body.isCut) return fault("too_large", `more than ${mostBytes} bytes`);
  return parseAnswer(body.text);
}

/** A refused query (4xx) would be refused again; 408 and 429 ask to come again. */
const mayComeAgain = (status: number): boolean => status < 400 || status >= 500 || status === 408 || status === 429;

function pageFault({ ok, status }: Response, type: string, text: string): Fault {
  const detail = `status ${status}`;
  const isRetryable = mayComeAgain(status);
  if (/<(\w+:)?ServiceException/i.test(text)) return fault("service_exception", detail, isRetryable && !ok);
  if (/maintenance/i.test(text)) return fault("maintenance", detail, isRetryable);
  if (/^\s*<(!doctype html|html)\b/i.test(text) || /^text\/html/i.test(type)) return fault("html", detail, isRetryable);
  return ok ? fault("content_type", `type ${type.slice(0, 60)}`, true) : fault("http_status", detail, isRetryable);
}

/** Outside its coverage the survey answers an empty object. Values are strings or null, numbers included. */
const tableSchema = z.object({
  Table: z
    .array(z.array(z.string().nullable()))
    .min(1)
    .max(MOST_ROWS + 1)
    .optional(),
});

const blankIsNull = (value: unknown): unknown => (typeof value === "string" && value.trim() === "" ? null : value);
const textSchema = (longest: number) => z.preprocess(blankIsNull, z.string().trim().max(longest).nullable());

const rowSchema = z.object({
  mukey: z.string().regex(/^\d{1,20}$/),
  unit_mukey: textSchema(20),
  areasymbol: z.preprocess(
    blankIsNull,
    z
      .string()
      .regex(/^[A-Z]{2}\d{0,4}$/)
      .nullable(),
  ),
  saverest: z.preprocess(
    blankIsNull,
    z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/)
      .nullable(),
  ),
  musym: textSchema(60),
  muname: textSchema(400),
  hydgrpdcd: z.preprocess(blankIsNull, z.enum(SOIL_GROUPS).nullable()),
  slopegradwta: z.preprocess(
    (value) => (typeof value === "string" && value.trim() !== "" ? Number(value) : blankIsNull(value)),
    z.number().min(0).max(1000).nullable(),
  ),
  wkt: z.string().min(1),
});
type Row = z.output<typeof rowSchema>;

function parseAnswer(text: string): Read<SurveyAnswer> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return fault("cut_json", `${text.length} characters that are no JSON`, true);
  }
  const table = tableSchema.safeParse(json);
  if (!table.success) return fault("schema", describe(table.error));
  const [names, ...rows] = table.data.Table ?? [];
  if (names === undefined) {
    const isEmpty = typeof json === "object" && json !== null && Object.keys(json).length === 0;
    return isEmpty ? { ok: true, value: { polygons: [], areas: {} } } : fault("schema", "no Table");
  }
  return parseRows(names, rows);
}

function parseRows(names: (string | null)[], rows: (string | null)[][]): Read<SurveyAnswer> {
  const missing = COLUMNS.filter((column) => !names.includes(column));
  if (missing.length > 0) return fault("schema", `no column ${missing.join(", ")}`);
  const polygons: MapUnitPolygon[] = [];
  const areas: SurveyAreas = {};
  for (const [index, cells] of rows.entries()) {
    const parsed = rowSchema.safeParse(Object.fromEntries(names.map((name, at) => [name ?? "", cells[at] ?? null])));
    if (!parsed.success) return fault("schema", `row ${index + 1}: ${describe(parsed.error)}`);
    const geometry = readWktPolygons(parsed.data.wkt);
    if (geometry === null) return fault("schema", `row ${index + 1}: wkt is no polygon in degrees`);
    // Clipping can leave a point or a line of a map unit that only touches.
    if (geometry.coordinates.length > 0)
      polygons.push({ mukey: parsed.data.mukey, mapUnit: unitOf(parsed.data), geometry });
    noteArea(areas, parsed.data);
  }
  return { ok: true, value: { polygons, areas } };
}

const unitOf = ({ unit_mukey, musym, muname, hydgrpdcd, slopegradwta }: Row): MapUnitPolygon["mapUnit"] =>
  unit_mukey === null ? null : { musym, muname, hydgrpdcd, slopegradwta };

function noteArea(areas: SurveyAreas, { areasymbol, saverest }: Row): void {
  if (areasymbol === null || saverest === null) return;
  const known = areas[areasymbol];
  if (known === undefined || known < saverest) areas[areasymbol] = saverest;
}

/** Where the first fault lies and of what kind; values are left out of the log. */
const describe = (error: z.ZodError): string => {
  const [first] = error.issues;
  return `${first?.path.join(".") ?? ""} ${first?.code ?? ""}`.trim();
};
