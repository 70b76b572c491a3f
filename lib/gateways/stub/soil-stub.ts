import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import {
  answerWrongly,
  sendJson,
  sendServiceException,
  send,
  type SoilFault,
  SOIL_FAULTS,
} from "@/lib/gateways/stub/soil-faults";
import { type Bounds, type StubPolygon, wktBounds } from "@/lib/gateways/stub/soil-ground";

export interface SoilStub {
  /** Base address, as `SOIL_URL` takes it. */
  url: string;
  /** Questions asked so far. */
  calls: () => number;
  /** Answers wrongly from now on, or so many times; null answers well again. */
  setFault: (fault: SoilFault | null, options?: { times?: number; delayMs?: number }) => void;
  /** When the survey areas were published, for all or for one. */
  setPublished: (saverest: string, areasymbol?: string) => void;
  /** Takes an area out of the survey's catalog, as when areas are merged; null brings all back. */
  withdraw: (areasymbol: string | null) => void;
  close: () => Promise<void>;
}

interface State {
  calls: number;
  fault: SoilFault | null;
  times: number;
  delayMs: number;
  published: Map<string, string>;
  publishedByDefault: string;
  withdrawn: Set<string>;
}

const DELAY_MS = 60_000;

/**
 * A soil survey on loopback that speaks Soil Data Access's REST protocol, for tests and demonstrations. It reads the
 * area out of the posted T-SQL and answers the polygons whose boxes meet it; where it has none it answers the empty
 * object, as the real one does outside its coverage. `POST /stub/fault` and `/stub/published` switch what it does.
 */
export async function startSoilStub(ground: readonly StubPolygon[], port = 0): Promise<SoilStub> {
  const state: State = {
    calls: 0,
    fault: null,
    times: 0,
    delayMs: DELAY_MS,
    published: new Map(),
    publishedByDefault: "2025-09-09T21:50:01",
    withdrawn: new Set(),
  };
  const server = createServer((request, response) => {
    void handle(request, response, ground, state).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${bound}`,
    calls: () => state.calls,
    setFault: (fault, options) => switchFault(state, { fault, ...options }),
    setPublished: (saverest, areasymbol) => publish(state, { saverest, areasymbol }),
    withdraw: (areasymbol) => {
      if (areasymbol === null) state.withdrawn.clear();
      else state.withdrawn.add(areasymbol);
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function switchFault(state: State, { fault, times, delayMs }: z.output<typeof faultSchema>): void {
  state.fault = fault;
  state.times = times ?? Number.POSITIVE_INFINITY;
  state.delayMs = delayMs ?? DELAY_MS;
}

function publish(state: State, { saverest, areasymbol }: z.output<typeof publishedSchema>): void {
  if (areasymbol !== undefined) state.published.set(areasymbol, saverest);
  else state.publishedByDefault = saverest;
}

const faultSchema = z.object({
  fault: z.enum(SOIL_FAULTS).nullable(),
  times: z.int().positive().optional(),
  delayMs: z.int().min(0).optional(),
});
const publishedSchema = z.object({ saverest: z.string(), areasymbol: z.string().optional() });
const questionSchema = z.object({ query: z.string(), format: z.string().default("JSON") });

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  ground: readonly StubPolygon[],
  state: State,
): Promise<void> {
  const path = new URL(request.url ?? "/", "http://stub").pathname.toLowerCase();
  const body = await bodyOf(request);
  if (path === "/stub/calls") {
    sendJson(response, { calls: state.calls });
    return;
  }
  if (path === "/stub/fault") {
    switchFault(state, faultSchema.parse(JSON.parse(body)));
    sendJson(response, { fault: state.fault });
    return;
  }
  if (path === "/stub/published") {
    publish(state, publishedSchema.parse(JSON.parse(body)));
    sendJson(response, {});
    return;
  }
  if (request.method !== "POST" || path !== "/tabular/post.rest") {
    send(response, 404, "text/html", "<html></html>");
    return;
  }
  state.calls += 1;
  return answer(response, questionOf(request, body), ground, state);
}

/** A question comes as JSON or as a form. */
function questionOf(request: IncomingMessage, body: string): z.output<typeof questionSchema> {
  const isForm = (request.headers["content-type"] ?? "").includes("application/x-www-form-urlencoded");
  return questionSchema.parse(isForm ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body));
}

async function answer(
  response: ServerResponse,
  question: z.output<typeof questionSchema>,
  ground: readonly StubPolygon[],
  state: State,
): Promise<void> {
  const fault = takeFault(state);
  if (fault === "slow") await pause(state.delayMs, undefined, { ref: false });
  const asked = catalogAreas(question.query);
  if (asked !== null) {
    const table = catalogOf(asked, { ground, state, format: question.format });
    if (!(await answerWrongly(response, fault, table))) sendJson(response, table);
    return;
  }
  const area = areaOf(question.query);
  const columns = columnsOf(question.query);
  const unknown = columns.find((column) => !(column in READ));
  if (area === null || columns.length === 0 || unknown !== undefined) {
    sendServiceException(
      response,
      `Invalid query: ${unknown === undefined ? "no area" : `Invalid column name '${unknown}'.`}`,
    );
    return;
  }
  const found = ground.filter(({ bounds }) => meets(bounds, area)).map((polygon) => spoiled(polygon, fault));
  const rows = found.map((polygon) => columns.map((column) => READ[column as keyof typeof READ](polygon, state)));
  const table = rows.length === 0 ? {} : { Table: [...headings(question.format, columns), ...rows] };
  if (await answerWrongly(response, fault, table)) return;
  sendJson(response, table);
}

function takeFault(state: State): SoilFault | null {
  if (state.fault === null || state.times <= 0) return null;
  state.times -= 1;
  return state.fault;
}

const spoiled = (polygon: StubPolygon, fault: SoilFault | null): StubPolygon => {
  if (fault === "missing_map_unit") return { ...polygon, unit: null };
  if (fault === "null_group" && polygon.unit !== null) {
    return { ...polygon, unit: { ...polygon.unit, hydgrpdcd: null, slopegradwta: null } };
  }
  return polygon;
};

const READ = {
  mukey: ({ mukey }: StubPolygon) => mukey,
  unit_mukey: ({ mukey, unit }: StubPolygon) => (unit === null ? null : mukey),
  areasymbol: ({ areasymbol, unit }: StubPolygon) => (unit === null ? null : areasymbol),
  saverest: ({ areasymbol, unit }: StubPolygon, { published, publishedByDefault }: State) =>
    unit === null ? null : (published.get(areasymbol) ?? publishedByDefault),
  musym: ({ unit }: StubPolygon) => unit?.musym ?? null,
  muname: ({ unit }: StubPolygon) => unit?.muname ?? null,
  hydgrpdcd: ({ unit }: StubPolygon) => unit?.hydgrpdcd ?? null,
  slopegradwta: ({ unit }: StubPolygon) => unit?.slopegradwta?.toString() ?? null,
  wkt: ({ wkt }: StubPolygon) => wkt,
};

/** The areas whose publication a query asks the survey's catalog for; null: it asks for ground. */
function catalogAreas(query: string): string[] | null {
  const [, list] = /\bFROM\s+sacatalog\b[\s\S]*\bIN\s*\(([^)]*)\)/i.exec(query) ?? [];
  return list === undefined ? null : [...list.matchAll(/'([^']*)'/g)].map(([, symbol = ""]) => symbol);
}

function catalogOf(
  asked: readonly string[],
  { ground, state, format }: { ground: readonly StubPolygon[]; state: State; format: string },
): unknown {
  const { published, publishedByDefault, withdrawn } = state;
  const known = new Set(ground.map(({ areasymbol }) => areasymbol));
  const rows = asked
    .filter((symbol) => known.has(symbol) && !withdrawn.has(symbol))
    .map((symbol) => [symbol, "21", published.get(symbol) ?? publishedByDefault]);
  const columns = ["areasymbol", "saversion", "saverest"];
  return rows.length === 0 ? {} : { Table: [...headings(format, columns), ...rows] };
}

/** The area of interest, as the text that the query makes a geometry of. */
function areaOf(query: string): Bounds | null {
  const [, wkt = ""] = /ST(?:Geom|Poly)FromText\s*\(\s*'([^']*)'/i.exec(query) ?? [];
  return wktBounds(wkt);
}

/** The names of the last select list. */
function columnsOf(query: string): string[] {
  const list = /\bselect\b(?![\s\S]*\bselect\b)([\s\S]*?)\bfrom\b/i.exec(query)?.[1] ?? "";
  return [...list.matchAll(/\bAS\s+([a-z_]\w*)/gi)].map(([, name = ""]) => name.toLowerCase());
}

const meets = ([w, s, e, n]: Bounds, [west, south, east, north]: Bounds): boolean =>
  w <= east && e >= west && s <= north && n >= south;

function headings(format: string, columns: string[]): string[][] {
  const wanted = format.toUpperCase();
  return [
    ...(wanted.includes("COLUMNNAME") ? [columns] : []),
    ...(wanted.includes("METADATA") ? [columns.map((_, index) => `ColumnOrdinal=${index},ProviderType=VarChar`)] : []),
  ];
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
