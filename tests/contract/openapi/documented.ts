import { Ajv2020, type ValidateFunction } from "ajv/dist/2020";
import { createRequire } from "node:module";
import { expect } from "vitest";
import { GET } from "@/app/api/v2/openapi.json/route";
import { call } from "@/tests/support/api";

interface Content {
  schema: { $ref?: string } & Record<string, unknown>;
}
interface Header {
  description?: string;
  required?: boolean;
  schema?: { type: string } & Record<string, unknown>;
}
interface Documented {
  description: string;
  headers?: Record<string, Header | { $ref: string }>;
  content?: Record<string, Content>;
}
export interface Operation {
  operationId?: string;
  summary?: string;
  security?: Record<string, string[]>[];
  parameters?: { in: string; name: string; required?: boolean; schema?: unknown }[];
  requestBody?: { required?: boolean; content: Record<string, Content> };
  responses: Record<string, Documented>;
}
export interface OpenApi {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, unknown>;
    headers: Record<string, Header>;
    securitySchemes: Record<string, unknown>;
  };
}

/** The document as anybody gets it over HTTP. */
export async function fetchDocument(): Promise<OpenApi> {
  const answered = await call(GET, null, { method: "GET" });
  const text = await answered.text();
  expect(answered.status, text.slice(0, 500)).toBe(200);
  return JSON.parse(text) as OpenApi;
}

export function operationsOf(document: OpenApi): { path: string; method: string; operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
}

/** A CommonJS module whose types say default and whose value is the function itself. */
const addFormats = createRequire(import.meta.url)("ajv-formats") as (ajv: Ajv2020) => void;
const DOCUMENT_ID = "https://hedgerow.test/openapi.json";
const escaped = (part: string): string => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));

/**
 * The document with every object closed that does not say that it is open: clients must take members to come, and a
 * test must not overlook one that no one has described.
 */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== "object" || value === null) return value;
  const inner: Record<string, unknown> = Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, closed(each)]),
  );
  const isObjectSchema = inner.type === "object" && typeof inner.properties === "object";
  return isObjectSchema && inner.additionalProperties === undefined ? { ...inner, additionalProperties: false } : inner;
}

/** Compiles schemas of the document, with a validator that knows nothing of how they were made. */
export function documentedSchemas(document: OpenApi): (...place: string[]) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  addFormats(ajv);
  ajv.addSchema({ ...(closed(document) as object), $id: DOCUMENT_ID });
  const compiled = new Map<string, ValidateFunction>();
  return (...place) => {
    const ref = `${DOCUMENT_ID}#/${place.map(escaped).join("/")}`;
    const known = compiled.get(ref);
    if (known !== undefined) return known;
    const validate = ajv.compile({ $ref: ref });
    compiled.set(ref, validate);
    return validate;
  };
}

/** The headers of a documented answer, references followed; names in lower case, as a Response gives them. */
export const headersOf = (document: OpenApi, { headers = {} }: Documented): Map<string, Header> =>
  new Map(
    Object.entries(headers).map(([name, header]) => {
      const found = "$ref" in header ? document.components.headers[header.$ref.split("/").at(-1) ?? ""] : header;
      if (found === undefined) throw new Error(`no header for ${JSON.stringify(header)}`);
      return [name.toLowerCase(), found];
    }),
  );

/** OpenAPI leaves the content type to `content`; the other two go with any file. */
const UNSAID = new Set(["content-type", "content-length", "x-content-type-options"]);
const headerValues = new Ajv2020({ strict: false });

/** What is wrong with an answer's headers: one that is missing, one that is not documented, or another value. */
function headerFaults(documented: Map<string, Header>, sent: Headers): string[] {
  const missing = [...documented].filter(([name, { required }]) => required === true && !sent.has(name));
  const unknown = [...sent.keys()].filter((name) => !documented.has(name) && !UNSAID.has(name));
  const wrong = [...sent].filter(([name, value]) => {
    const schema = documented.get(name)?.schema;
    return schema !== undefined && !headerValues.validate(schema, schema.type === "integer" ? Number(value) : value);
  });
  return [
    ...missing.map(([name]) => `header ${name} is missing`),
    ...unknown.map((name) => `header ${name} is not documented`),
    ...wrong.map(([name, value]) => `header ${name} is ${value}`),
  ];
}

/** What is wrong with a body that no schema has a say over: one that is none, or a file. */
async function plainFault({ content }: Documented, response: Response): Promise<string | null> {
  const type = response.headers.get("content-type")?.replace(/^((text\/|.*\+xml).*); charset=utf-8$/, "$1") ?? null;
  if (type !== null) return content?.[type] === undefined ? `${type} is not documented` : null;
  const isEmpty = (await response.clone().text()) === "";
  return content === undefined && isEmpty ? null : "a body and its type do not go together as documented";
}

/** Says what is wrong with an answer by the document, its headers included; null when it is as documented. */
export function answerChecker(document: OpenApi, path: string, method: string) {
  const schemaAt = documentedSchemas(document);
  return async (response: Response): Promise<string | null> => {
    const status = String(response.status);
    const documented = document.paths[path]?.[method]?.responses[status];
    if (documented === undefined) return `${status} is not documented`;
    const [headerFault] = headerFaults(headersOf(document, documented), response.headers);
    const fault = headerFault ?? (await plainFault(documented, response));
    if (fault !== null) return `${status}: ${fault}`;
    const type = response.headers.get("content-type");
    if (type?.endsWith("json") !== true) return null;
    const validate = schemaAt("paths", path, method, "responses", status, "content", type, "schema");
    const body: unknown = await response.clone().json();
    return validate(body) ? null : `${status}: ${JSON.stringify(validate.errors?.slice(0, 5))}`;
  };
}
