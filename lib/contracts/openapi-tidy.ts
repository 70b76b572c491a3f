/**
 * The last touch on the document: what the generator writes and clients of other languages stumble over, said in the
 * plain way. Pure: JSON in, JSON out.
 */

export type Json = string | number | boolean | null | Json[] | { [member: string]: Json | undefined };
type JsonObject = Record<string, Json | undefined>;

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Forms whose name says all: the generator's patterns for them are hundreds of letters long. */
const NAMED_FORMS = new Set<Json | undefined>(["date", "date-time", "uuid", "email"]);
const LARGEST = Number.MAX_SAFE_INTEGER;

/** `anyOf: [T, null]` of a plain type as `type: [T, "null"]`, which generators turn into one optional value. */
function mergeNull(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [first, second] = anyOf;
  const isNullable = isObject(second) && second.type === "null" && Object.keys(second).length === 1;
  if (!isNullable || !isObject(first) || typeof first.type !== "string" || first.const !== undefined) return schema;
  const choices = Array.isArray(first.enum) ? { enum: [...first.enum, null] } : {};
  return { ...first, ...rest, ...choices, type: [first.type, "null"] };
}

/** Bounds that only say that a number is one of JavaScript's whole numbers, and patterns that repeat a form. */
function dropNoise(schema: JsonObject): JsonObject {
  const { maximum, minimum, pattern, ...rest } = schema;
  const isOwnPattern = pattern !== undefined && !NAMED_FORMS.has(schema.format);
  return {
    ...rest,
    ...(minimum === undefined || minimum === -LARGEST ? {} : { minimum }),
    ...(maximum === undefined || maximum === LARGEST ? {} : { maximum }),
    ...(isOwnPattern ? { pattern } : {}),
  };
}

/** A reference with words of its own keeps these and nothing of the schema it stands for. */
const leanReference = (schema: JsonObject): JsonObject => {
  const { $ref, description } = schema;
  return $ref === undefined ? schema : { $ref, ...(description === undefined ? {} : { description }) };
};

/** Examples are data: what looks like a schema in them is none. */
const DATA = new Set(["example", "examples", "default", "const", "enum"]);

export function tidy(value: Json): Json {
  if (Array.isArray(value)) return value.map(tidy);
  if (!isObject(value)) return value;
  const inner = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      member === undefined || DATA.has(name) ? member : tidy(member),
    ]),
  );
  return leanReference(mergeNull(dropNoise(inner)));
}
