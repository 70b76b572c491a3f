import { bruToJsonV2, jsonToBruV2, type BrunoRequest } from "@usebruno/lang";
import {
  APPLICATION,
  DELIVERY,
  ENDPOINT,
  exampleRequests,
  JOB,
  UNREAD_APPLICATION,
  type ExampleRequest,
} from "@/tests/contract/openapi/example-requests";
import { EXAMPLES } from "@/lib/contracts/openapi-examples";
import { operationsOf, type OpenApi } from "@/tests/contract/openapi/documented";

/** What a request of the collection takes from the answer to an earlier one, by the operation that gives it. */
const KEPT: Record<string, Record<string, string>> = {
  checkEsa: { application_event_id: "res.body.application_event_id" },
  v1CheckEsa: { unread_application_event_id: "res.body.application_event_id" },
  submitBulkChecks: { job_id: "res.body.job_id" },
  createWebhookEndpoint: { endpoint_id: "res.body.endpoint.endpoint_id" },
  testWebhookEndpoint: { delivery_id: "res.body.delivery.delivery_id" },
};
const PLACES: Record<string, string> = {
  [APPLICATION]: "{{application_event_id}}",
  [UNREAD_APPLICATION]: "{{unread_application_event_id}}",
  [JOB]: "{{job_id}}",
  [ENDPOINT]: "{{endpoint_id}}",
  [DELIVERY]: "{{delivery_id}}",
};
const withPlaces = (text: string): string =>
  Object.entries(PLACES).reduce((all, [from, to]) => all.replaceAll(from, to), text);

interface Described {
  tags?: string[];
  summary?: string;
  description?: string;
}

const pairs = (values: Readonly<Record<string, string | number | boolean>> | undefined, type?: "query" | "path") =>
  Object.entries(values ?? {}).map(([name, value]) => ({
    name,
    value: String(value),
    enabled: true,
    ...(type === undefined ? {} : { type }),
  }));

/** One request as Bruno keeps it. */
function requestOf(
  { path, method, operation }: ReturnType<typeof operationsOf>[number],
  { query, params, headers, body }: ExampleRequest,
  seq: number,
): BrunoRequest {
  const { summary = "", description = "" } = operation as Described;
  const asked = new URLSearchParams(pairs(query).map(({ name, value }): [string, string] => [name, value])).toString();
  const url = `{{url}}${path.replaceAll(/\{([^}]+)\}/g, ":$1")}${asked === "" ? "" : `?${asked}`}`;
  const kept = KEPT[operation.operationId ?? ""] ?? {};
  return {
    meta: { name: summary, type: "http", seq: String(seq) },
    http: { method, url, body: body === undefined ? "none" : "json", auth: "none" },
    params: [...pairs(query, "query"), ...pairs(params, "path")],
    headers: pairs(headers),
    ...(body === undefined ? {} : { body: { json: JSON.stringify(body, null, 2) } }),
    vars: { res: pairs(kept) },
    docs: description === "" ? summary : description,
  };
}

const COLLECTION = `headers {
  X-API-Key: {{key}}
}

docs {
  The Hedgerow API: every operation, in the order of a first day. Choose the environment Demonstration and set key to what
  npm start printed. A result is never a clearance to apply.
}
`;
const ENVIRONMENT = "vars {\n  url: http://localhost:3000\n}\nvars:secret [\n  key\n]\n";

/** The whole collection by its files, from the example requests of the document and in their order. */
export function brunoCollection(document: OpenApi): Map<string, string> {
  const boundary = (EXAMPLES.checkEsa?.request.body as { field_boundary: unknown } | undefined)?.field_boundary;
  const operations = operationsOf(document);
  // A place in its folder: with one in the whole collection, a new operation would change the file of every later one.
  const places = new Map<string, number>();
  const requests = Object.entries(exampleRequests(boundary)).map(([operationId, template]) => {
    const found = operations.find(({ operation }) => operation.operationId === operationId);
    if (found === undefined) throw new Error(`the document has no ${operationId}`);
    const [tag = "Other"] = (found.operation as Described).tags ?? [];
    const request = JSON.parse(withPlaces(JSON.stringify(template))) as ExampleRequest;
    const place = (places.get(tag) ?? 0) + 1;
    places.set(tag, place);
    return [`${tag}/${operationId}.bru`, jsonToBruV2(requestOf(found, request, place))] as const;
  });
  return new Map([
    ["bruno.json", `${JSON.stringify({ version: "1", name: "Hedgerow", type: "collection" }, null, 2)}\n`],
    ["collection.bru", COLLECTION],
    ["environments/Demonstration.bru", ENVIRONMENT],
    ...requests,
  ]);
}

/** A request as Bruno sends it: variables in place, parameters in the address. */
export function sentByBruno(text: string, variables: ReadonlyMap<string, string>) {
  const filled = text.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => variables.get(name) ?? "");
  const { http, params = [], headers = [], body, vars } = bruToJsonV2(filled);
  const url = params
    .filter(({ type }) => type === "path")
    .reduce((address, { name, value }) => address.replace(`:${name}`, encodeURIComponent(value)), http.url);
  return {
    url,
    init: {
      method: http.method.toUpperCase(),
      headers: {
        "X-API-Key": variables.get("key") ?? "",
        ...Object.fromEntries(headers.map(({ name, value }) => [name, value])),
        ...(body?.json === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(body?.json === undefined ? {} : { body: body.json }),
    },
    kept: vars?.res ?? [],
  };
}

/** What a request's variables take from an answer: `res.body.a.b` is member b of member a. */
export const taken = (expression: string, body: unknown): string =>
  String(
    expression
      .split(".")
      .slice(2)
      .reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], body),
  );
