import { beforeAll, describe, expect, it } from "vitest";
import { ERROR_CODES } from "@/lib/domain/errors";
import { ISSUE_CODES } from "@/lib/domain/issues";
import { fetchDocument, headersOf, operationsOf, type OpenApi } from "@/tests/contract/openapi/documented";

type Json = Record<string, unknown>;
interface Place {
  at: string;
  schema: Json;
}

let document: OpenApi;
beforeAll(async () => {
  document = await fetchDocument();
});

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const describedIn = ({ description }: Json): boolean =>
  typeof description === "string" && description.trim().length > 3;

/** Data, not schemas: what is in them describes nothing. */
const DATA = new Set(["example", "examples", "default", "const", "enum", "mapping"]);

/** Every object of a value with the place it stands at. */
function* objectsIn(value: unknown, at: string): Generator<Place> {
  if (Array.isArray(value)) for (const [index, inner] of value.entries()) yield* objectsIn(inner, `${at}/${index}`);
  if (!isObject(value)) return;
  yield { at, schema: value };
  for (const [name, inner] of Object.entries(value)) if (!DATA.has(name)) yield* objectsIn(inner, `${at}/${name}`);
}

const schemaPlaces = (): Place[] => [...objectsIn(document.components.schemas, "schemas")];
/** A member counts as described by the named schema it stands for, too. */
function isDescribed(schema: Json): boolean {
  if (describedIn(schema)) return true;
  const { $ref: ref, anyOf } = schema;
  if (typeof ref === "string") return describedIn(document.components.schemas[ref.split("/").at(-1) ?? ""] as Json);
  return Array.isArray(anyOf) && anyOf.some((each) => isObject(each) && each.$ref !== undefined && isDescribed(each));
}
const bare = (places: readonly Place[]): string[] =>
  places.filter(({ schema }) => !isDescribed(schema)).map(({ at }) => at);

describe("everything in the document is described in words", () => {
  it("every named schema", () => {
    expect(
      bare(Object.entries(document.components.schemas).map(([at, schema]) => ({ at, schema: schema as Json }))),
    ).toEqual([]);
  });

  it("every member of every schema", () => {
    const members = schemaPlaces().flatMap(({ at, schema }) =>
      isObject(schema.properties) && !at.endsWith("/properties")
        ? Object.entries(schema.properties).map(([name, member]) => ({ at: `${at}.${name}`, schema: member as Json }))
        : [],
    );
    expect(members.length).toBeGreaterThan(400);
    expect(bare(members)).toEqual([]);
  });

  it("every operation, parameter, header, and answer", () => {
    for (const { path, method, operation } of operationsOf(document)) {
      const at = `${method} ${path}`;
      const { description, summary, tags } = operation as unknown as Json;
      expect([typeof description, typeof summary], at).toEqual(["string", "string"]);
      expect(tags, at).toHaveLength(1);
      for (const parameter of operation.parameters ?? []) {
        expect(describedIn(parameter as unknown as Json), `${at} ${parameter.name}`).toBe(true);
      }
      for (const [status, response] of Object.entries(operation.responses)) {
        expect(describedIn(response as unknown as Json), `${at} ${status}`).toBe(true);
        for (const [name, header] of headersOf(document, response)) {
          expect(describedIn(header as unknown as Json), `${at} ${status} ${name}`).toBe(true);
        }
      }
    }
  });

  it("every error code and issue code, and every value of a list of words", () => {
    const words = (name: string) => (document.components.schemas[name] as { description: string }).description;
    for (const code of ERROR_CODES) expect(words("ErrorCode")).toContain(`- \`${code}\`: `);
    for (const code of ISSUE_CODES) expect(words("IssueCode")).toContain(`- \`${code}\`: `);
  });

  it("every tag that an operation names", () => {
    const { tags } = document as unknown as { tags: { name: string; description: string }[] };
    const used = operationsOf(document).flatMap(({ operation }) => (operation as unknown as { tags: string[] }).tags);
    used.push("Webhooks");
    expect([...new Set(used)].toSorted()).toEqual(tags.map(({ name }) => name).toSorted());
    expect(bare(tags.map((tag) => ({ at: tag.name, schema: tag })))).toEqual([]);
  });
});

describe("the document suits generators of typed clients", () => {
  it("has no member that is always null, and no object without a name", () => {
    const places = [...objectsIn(document.components.schemas, "schemas"), ...objectsIn(document.paths, "paths")];
    const members = places.flatMap(({ at, schema }) =>
      Object.entries(isObject(schema.properties) ? schema.properties : {}).map(([name, member]) => ({
        at: `${at}.${name}`,
        schema: member as Json,
      })),
    );
    expect(members.filter(({ schema }) => schema.type === "null").map(({ at }) => at)).toEqual([]);
    const nested = places.filter(
      ({ at, schema }) => isObject(schema.properties) && !/^schemas\/[A-Za-z0-9]+$/.test(at),
    );
    expect(nested.map(({ at }) => at).filter((at) => !at.endsWith("/properties"))).toEqual([]);
  });

  it("has whole numbers with bounds and defaults in queries", () => {
    const parameters = operationsOf(document).flatMap(({ operation }) => operation.parameters ?? []);
    const numbers = parameters.filter(({ name }) => ["limit", "offset", "year"].includes(name));
    expect(numbers.length).toBeGreaterThan(5);
    for (const { name, schema } of numbers) {
      expect(schema, name).toMatchObject({
        type: "integer",
        minimum: expect.any(Number) as unknown,
        maximum: expect.any(Number) as unknown,
        ...(name === "year" ? {} : { default: expect.any(Number) as unknown }),
      });
    }
    for (const { schema, name } of parameters.filter(({ name }) =>
      ["explain", "include_geometry", "wind_rose"].includes(name),
    )) {
      expect(schema, name).toMatchObject({ type: "boolean", default: false });
    }
  });

  it("has whole numbers with bounds in bodies", () => {
    const reached = new Set<string>();
    const reach = (value: unknown): void => {
      for (const { schema } of objectsIn(value, "")) {
        const name = typeof schema.$ref === "string" ? (schema.$ref.split("/").at(-1) ?? "") : "";
        if (name === "" || reached.has(name)) continue;
        reached.add(name);
        reach(document.components.schemas[name]);
      }
    };
    for (const { operation } of operationsOf(document)) reach(operation.requestBody);
    expect(reached.size).toBeGreaterThan(10);
    const numbers = [...reached].flatMap((name) =>
      [...objectsIn(document.components.schemas[name], name)].filter(
        ({ schema }) => [schema.type].flat().includes("integer") && schema.enum === undefined,
      ),
    );
    expect(numbers.length).toBeGreaterThan(0);
    const open = numbers.filter(({ schema }) => schema.minimum === undefined || schema.maximum === undefined);
    expect(open.map(({ at }) => at)).toEqual([]);
  });

  it("has patterns that the engines of Python and Go read, too", () => {
    const patterns = schemaPlaces().flatMap(({ schema }) =>
      typeof schema.pattern === "string" ? [schema.pattern] : [],
    );
    expect(patterns.length).toBeGreaterThan(0);
    expect(patterns.filter((pattern) => /\\p\{|\\u|\(\?[=!<]/.test(pattern))).toEqual([]);
  });

  it("leaves answers open for members to come, and closes requests", () => {
    const { EsaCheckRequest: request, EsaCheckResponse: response } = document.components.schemas;
    expect(request).toMatchObject({ additionalProperties: false });
    expect(response).not.toHaveProperty("additionalProperties");
    expect(document.info.description).toMatch(/What may change within version 2/);
  });

  it("tells the kinds of ground apart by their type, with open members of one's own", () => {
    const { Geometry: geometry, FieldBoundary: boundary } = document.components.schemas as Record<string, Json>;
    expect(geometry).toMatchObject({ discriminator: { propertyName: "type" } });
    expect(boundary).toMatchObject({ properties: { properties: { additionalProperties: true } } });
  });
});
