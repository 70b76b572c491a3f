import { z } from "zod";
import { openApiDocument } from "@/lib/contracts/openapi";
import { wireName } from "@/lib/contracts/shared/path-params";
import type { AnyToolContract } from "@/lib/contracts/mcp/tool";

type JsonObject = Record<string, unknown>;

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: JsonObject;
}
interface Operation {
  operationId?: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: JsonObject }> };
}
interface Described {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonObject> };
}

/** Known from the key alone. */
const FROM_KEY = "provider_id";
const REFERENCE = "#/components/schemas/";

const shapeOf = (schema: z.ZodType): string[] => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);

/** Which arguments of a tool are parameters of its contract; the others are members of its body. */
export const argumentNames = ({ params, query }: AnyToolContract): { params: string[]; query: string[] } => ({
  params: shapeOf(params),
  query: shapeOf(query),
});

/** The schemas that a schema refers to, by name, each with those that it refers to. */
function referredTo(schema: unknown, schemas: Described["components"]["schemas"], found: Map<string, unknown>): void {
  if (typeof schema !== "object" || schema === null) return;
  for (const [key, value] of Object.entries(schema)) {
    const name = key === "$ref" && typeof value === "string" ? value.replace(REFERENCE, "") : null;
    if (name === null) referredTo(value, schemas, found);
    else if (!found.has(name)) {
      found.set(name, schemas[name]);
      referredTo(schemas[name], schemas, found);
    }
  }
}

/** A schema that stands alone, as the arguments of a tool do: what it refers to is inside it. */
function standalone(schema: JsonObject, schemas: Described["components"]["schemas"]): JsonObject {
  const found = new Map<string, unknown>();
  referredTo(schema, schemas, found);
  const whole = found.size === 0 ? schema : { ...schema, $defs: Object.fromEntries(found) };
  return JSON.parse(JSON.stringify(whole).replaceAll(REFERENCE, "#/$defs/")) as JsonObject;
}

function bodyOf(operation: Operation, { components }: Described): { properties: JsonObject; required: string[] } {
  const sent = operation.requestBody?.content["application/json"]?.schema;
  const name = typeof sent?.$ref === "string" ? sent.$ref.replace(REFERENCE, "") : "";
  const schema = components.schemas[name] ?? sent ?? {};
  return {
    properties: { ...(schema.properties as JsonObject | undefined) },
    required: [...((schema.required as string[] | undefined) ?? [])],
  };
}

/** What a schema says of itself in place of its validator, as the generator of the document reads it. */
function asDescribed({ jsonSchema }: { jsonSchema: JsonObject }): void {
  const { override } = jsonSchema;
  if (typeof override === "object") Object.assign(jsonSchema, override);
  delete jsonSchema.override;
}

/**
 * The arguments of a tool as JSON Schema: the parameters and the body of the operation whose contract it has, side by
 * side, as the OpenAPI document describes them. `more`: parameters of the tool's own.
 */
export function inputSchemaOf(contract: AnyToolContract, operationId: string, more?: z.ZodType): JsonObject {
  const document = openApiDocument({ publicUrls: [], support: undefined }) as unknown as Described;
  const operation = Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .find((each) => each.operationId === operationId);
  if (operation === undefined) throw new RangeError(`the document has no operation ${operationId}`);
  const known = argumentNames(contract);
  const taken = new Set([...known.params.map(wireName), ...known.query]);
  const parameters = (operation.parameters ?? []).filter(({ name }) => taken.has(name));
  const body = contract.body === null ? { properties: {}, required: [] } : bodyOf(operation, document);
  const own =
    more === undefined ? {} : (z.toJSONSchema(more, { io: "input", override: asDescribed }).properties as JsonObject);
  const properties = {
    ...Object.fromEntries(parameters.map(({ name, schema, description }) => [name, { ...schema, description }])),
    ...body.properties,
    ...own,
  };
  const required = [
    ...parameters.filter((parameter) => parameter.required === true).map(({ name }) => name),
    ...body.required.filter((name) => name !== FROM_KEY),
  ];
  return standalone({ type: "object", properties, required, additionalProperties: false }, document.components.schemas);
}
