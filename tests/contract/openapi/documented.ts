import { Ajv2020, type ValidateFunction } from "ajv/dist/2020";
import { createRequire } from "node:module";
import { expect } from "vitest";
import { GET } from "@/app/api/v2/openapi.json/route";
import { call } from "@/tests/support/api";

interface Content {
  schema: { $ref?: string } & Record<string, unknown>;
}
export interface Operation {
  operationId?: string;
  summary?: string;
  security?: Record<string, string[]>[];
  parameters?: { in: string; name: string; required?: boolean; schema?: unknown }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { description: string; content?: Record<string, Content> }>;
}
export interface OpenApi {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> };
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

/** Compiles schemas of the document, with a validator that knows nothing of how they were made. */
export function documentedSchemas(document: OpenApi): (...place: string[]) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  addFormats(ajv);
  ajv.addSchema({ ...document, $id: DOCUMENT_ID });
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

/** Says what is wrong with an answer by the document; null when it is as documented. */
export function answerChecker(document: OpenApi, path: string, method: string) {
  const schemaAt = documentedSchemas(document);
  return async (response: Response): Promise<string | null> => {
    const status = String(response.status);
    const type = response.headers.get("content-type") ?? "";
    const content = document.paths[path]?.[method]?.responses[status]?.content?.[type];
    if (content === undefined) return `${status} ${type} is not documented`;
    const validate = schemaAt("paths", path, method, "responses", status, "content", type, "schema");
    const body: unknown = await response.clone().json();
    return validate(body) ? null : `${status}: ${JSON.stringify(validate.errors?.slice(0, 5))}`;
  };
}
