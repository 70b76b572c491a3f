import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020";
import { beforeAll, describe, expect, it } from "vitest";
import { PROBLEMS } from "@/lib/domain/errors";
import type { Handler } from "@/lib/http/api/route";
import {
  documentedSchemas,
  fetchDocument,
  headersOf,
  operationsOf,
  type OpenApi,
} from "@/tests/contract/openapi/documented";
import { call } from "@/tests/support/api";

const API = fileURLToPath(new URL("../../../app/api", import.meta.url));
const VERBS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

let document: OpenApi;
beforeAll(async () => {
  document = await fetchDocument();
});

/** Route files by the path they answer, names of parameters left out: files and document name them differently. */
const routeFiles = (): Map<string, string> =>
  new Map(
    readdirSync(API, { recursive: true, encoding: "utf8" })
      .filter((file) => /(^|\/)route\.ts$/.test(file) && !file.includes("[..."))
      .map((file) => [`/api/${file.replace(/\/?route\.ts$/, "").replaceAll(/\[[^\]]+\]/g, "{}")}`, `${API}/${file}`]),
  );
const nameless = (path: string): string => path.replaceAll(/\{[^}]+\}/g, "{}");

/** Every `$ref` in a value, with the place it stands at. */
function refsIn(value: unknown, place = "#"): { ref: string; place: string }[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "$ref" && typeof inner === "string" ? [{ ref: inner, place }] : refsIn(inner, `${place}/${key}`),
  );
}

const resolve = (ref: string): unknown =>
  ref
    .slice(2)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((inner, part) => (inner as Record<string, unknown> | undefined)?.[part], document);

describe("the document and the routes", () => {
  it("name each other: every route file has a path, and every path a route file", () => {
    expect(Object.keys(document.paths).map(nameless).toSorted()).toEqual([...routeFiles().keys()].toSorted());
  });

  it("agree on the verbs: what is documented is answered, and everything else is 405", async () => {
    for (const [path, file] of routeFiles()) {
      const routes = (await import(/* @vite-ignore */ file)) as Record<string, Handler | undefined>;
      const item = Object.entries(document.paths).find(([documented]) => nameless(documented) === path)?.[1] ?? {};
      for (const verb of VERBS) {
        const handler = routes[verb];
        if (handler === undefined) throw new Error(`${path} does not export ${verb}`);
        const { status, headers } = await call(handler, null, { method: verb });
        const allowed = Object.keys(item).map((documented) => documented.toUpperCase());
        if (allowed.includes("GET")) allowed.push("HEAD");
        expect(status !== 405, `${verb} ${path}`).toBe(allowed.includes(verb));
        if (status !== 405) continue;
        expect(headers.get("allow")?.split(", ").toSorted(), `${verb} ${path}`).toEqual(allowed.toSorted());
      }
    }
    expect(document.info.description).toMatch(/HEAD is answered wherever GET is.*405 `METHOD_NOT_ALLOWED`.*`Allow`/);
  });

  it("name the same parameters in the path", () => {
    for (const { path, operation } of operationsOf(document)) {
      const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
      const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === "path");
      expect(declared.map(({ name }) => name).toSorted(), path).toEqual(inPath.toSorted());
      expect(
        inPath.filter((name) => !/^[a-z]+(_[a-z]+)*$/.test(name ?? "")),
        path,
      ).toEqual([]);
      for (const { required, schema } of declared) {
        expect(required, path).toBe(true);
        expect(schema, path).toBeDefined();
      }
    }
  });
});

describe("the headers of the document", () => {
  const answers = () =>
    operationsOf(document).flatMap(({ path, method, operation }) =>
      Object.entries(operation.responses).map(([status, response]) => ({
        title: `${method} ${path} ${status}`,
        path,
        status,
        hasKey: (operation.security ?? [{}]).length > 0,
        headers: headersOf(document, response),
      })),
    );
  const always = (headers: ReturnType<typeof headersOf>): string[] =>
    [...headers].filter(([, { required }]) => required === true).map(([name]) => name);

  it("are a request id and what may be kept on every answer, and on version 1 that it ends", () => {
    for (const { title, path, headers } of answers()) {
      expect(always(headers), title).toEqual(expect.arrayContaining(["x-request-id", "cache-control"]));
      const isV1 = path.startsWith("/api/v1/");
      for (const name of ["deprecation", "sunset", "link"]) expect(headers.has(name), title).toBe(isV1);
    }
  });

  it("say when to come again wherever a refusal can pass, and whom 401 and 415 are for", () => {
    for (const { title, status, headers } of answers().filter(({ hasKey }) => hasKey)) {
      if (["429", "503", "504"].includes(status)) expect(headers.has("retry-after"), title).toBe(true);
      if (["400", "401", "403", "404", "422", "500"].includes(status)) {
        expect(headers.has("retry-after"), title).toBe(false);
      }
      for (const name of ["ratelimit", "ratelimit-policy"]) expect(always(headers), title).toContain(name);
      expect(headers.has("www-authenticate"), title).toBe(status === "401");
      expect(headers.has("accept"), title).toBe(status === "415");
    }
  });

  it("have a tag where an answer may be kept, with 304 and the header that asks", () => {
    const tagged = operationsOf(document).filter(({ operation }) => operation.responses["304"] !== undefined);
    const paths = [
      "/api/v2/openapi.json",
      "/api/v2/issue-codes",
      "/api/v2/error-codes",
      "/api/v2/mitigations/{mitigation_type}",
      "/api/v2/products",
      "/api/v2/products/{registration}",
    ];
    expect(tagged.map(({ path }) => path)).toEqual(paths);
    for (const { operation } of tagged) {
      const asking = expect.objectContaining({ in: "header", name: "If-None-Match" }) as unknown;
      expect(operation.parameters).toContainEqual(asking);
    }
    for (const { title, path, status, headers } of answers()) {
      const isTagged = paths.includes(path) && ["200", "304"].includes(status);
      expect(headers.has("etag"), title).toBe(isTagged);
    }
  });
});

describe("the document by itself", () => {
  it("asks for a body wherever one is needed: a portal link and a new secret are given without", () => {
    const optional = operationsOf(document).filter(({ operation }) => operation.requestBody?.required === false);
    expect(optional.map(({ operation }) => operation.operationId)).toEqual([
      "grantPortalAccess",
      "rotateWebhookSecret",
    ]);
    const asked = operationsOf(document).filter(({ operation }) => operation.requestBody !== undefined);
    expect(asked.filter(({ operation }) => operation.requestBody?.required === true)).toHaveLength(
      asked.length - optional.length,
    );
  });

  it("lists the codes of errors, and leaves droplets open to every spelling that is taken", () => {
    const { ErrorCode: errorCode, DropletSize: droplet } = document.components.schemas;
    const codes = [...new Set(Object.values(PROBLEMS).map(({ code }) => code))];
    expect(errorCode).toMatchObject({ type: "string", enum: codes });
    expect(droplet).toMatchObject({
      type: "string",
      description: expect.stringMatching(/VC \(very_coarse\).*XF/) as string,
    });
    expect(droplet).not.toHaveProperty("enum");
  });

  it("is OpenAPI 3.1 with the addresses of this installation as its servers", () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info.title).not.toBe("");
    expect(document.info.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(document.servers).toEqual((process.env.PUBLIC_URLS ?? "").split(",").map((url) => ({ url })));
    expect(document.components.securitySchemes).toMatchObject({
      ApiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
    });
  });

  it("has no reference that leads nowhere", () => {
    const refs = refsIn(document);
    expect(refs.length).toBeGreaterThan(10);
    expect(refs.filter(({ ref }) => !ref.startsWith("#/") || resolve(ref) === undefined)).toEqual([]);
  });

  it("has an operationId of its own, a summary and a success for every operation", () => {
    const operations = operationsOf(document);
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids.every((id) => id !== undefined && /^[a-z][A-Za-z0-9]*$/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, operation } of operations) {
      expect(operation.summary, path).toBeTruthy();
      expect(
        Object.keys(operation.responses).some((status) => /^2\d\d$/.test(status)),
        path,
      ).toBe(true);
      for (const [status, response] of Object.entries(operation.responses)) {
        expect(status, path).toMatch(/^[1-5]\d\d$/);
        expect(response.description, `${path} ${status}`).toBeTruthy();
      }
    }
  });

  it("has the errors of the pipeline at every operation with a key", () => {
    const withKey = operationsOf(document).filter(({ operation }) => (operation.security ?? [{}]).length > 0);
    expect(withKey.length).toBeGreaterThan(0);
    for (const { path, method, operation } of withKey) {
      const wanted = ["401", "429", "500", "503"];
      if (operation.requestBody !== undefined) wanted.push("400", "403", "413", "415");
      if (!path.startsWith("/api/v1/")) wanted.push("422");
      for (const status of wanted) expect(operation.responses, `${method} ${path}`).toHaveProperty(status);
    }
  });

  // Nothing but processor time, of which a busy machine gave it too little in a minute.
  it("has schemas that JSON Schema 2020-12 accepts, each of which can be compiled", { timeout: 300_000 }, () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const compile = documentedSchemas(document);
    const names = Object.keys(document.components.schemas);
    expect(names).toEqual(expect.arrayContaining(["EsaCheckRequest", "EsaCheckResponse", "Error", "Problem"]));
    for (const name of names) {
      expect(ajv.validateSchema(document.components.schemas[name] as object), name).toBe(true);
      compile("components", "schemas", name);
    }
    for (const { path, method, operation } of operationsOf(document)) {
      for (const [status, { content }] of Object.entries(operation.responses)) {
        for (const type of Object.keys(content ?? {}))
          compile("paths", path, method, "responses", status, "content", type, "schema");
      }
      for (const type of Object.keys(operation.requestBody?.content ?? {}))
        compile("paths", path, method, "requestBody", "content", type, "schema");
    }
  });
});
