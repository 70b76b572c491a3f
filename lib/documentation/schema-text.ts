/** Parts of the OpenAPI document, as plain JSON, in Markdown. */

export interface Schema {
  type?: string | string[];
  description?: string;
  $ref?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  default?: unknown;
  minimum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
}

const nameOf = (ref: string): string => ref.split("/").at(-1) ?? "";
const SCHEMAS_PAGE = "/docs/reference/schemas";

/** The type of a member in a few words, with a link where it is a named schema. */
export function typeText(schema: Schema): string {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    return `[${name}](${SCHEMAS_PAGE}#${name.toLowerCase()})`;
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map(typeText).join(" or ");
  if (schema.items !== undefined) return `array of ${typeText(schema.items)}`;
  if (typeof schema.additionalProperties === "object") return `object of ${typeText(schema.additionalProperties)}`;
  const types = Array.isArray(schema.type) ? schema.type.join(" or ") : (schema.type ?? "any");
  return schema.format === undefined ? types : `${types} (${schema.format})`;
}

const code = (value: unknown): string => `\`${JSON.stringify(value)}\``;

const BOUNDS = [
  ["minimum", "at least"],
  ["exclusiveMinimum", "above"],
  ["maximum", "at most"],
  ["exclusiveMaximum", "below"],
  ["minLength", "characters, at least"],
  ["maxLength", "characters, at most"],
  ["minItems", "entries, at least"],
  ["maxItems", "entries, at most"],
] as const;

/** What a value may be, beyond its type. */
export function limitsText(schema: Schema): string {
  const bounds = BOUNDS.flatMap(([name, words]) => (schema[name] === undefined ? [] : [`${words} ${schema[name]}`]));
  const choices = schema.enum === undefined ? [] : [schema.enum.map(code).join(", ")];
  const constant = schema.const === undefined ? [] : [`always ${code(schema.const)}`];
  const byDefault = schema.default === undefined ? [] : [`default ${code(schema.default)}`];
  return [...constant, ...choices, ...bounds, ...byDefault].join("; ");
}

/** One cell of a table: no line breaks, no bars. */
const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll(/\s*\n+(- )?/g, " ");

/** The members of an object as a table. */
export function membersTable(schema: Schema): string {
  const members = Object.entries(schema.properties ?? {});
  if (members.length === 0) return "";
  const required = new Set(schema.required ?? []);
  const rows = members.map(([name, member]) => {
    const limits = limitsText(member);
    const about = [member.description ?? "", limits === "" ? "" : `(${limits})`]
      .filter((part) => part !== "")
      .join(" ");
    return `| \`${name}\` | ${cell(typeText(member))} | ${required.has(name) ? "yes" : "no"} | ${cell(about)} |`;
  });
  return ["| Member | Type | Required | What it is |", "| --- | --- | --- | --- |", ...rows].join("\n");
}
