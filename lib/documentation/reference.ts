import { EXAMPLES } from "@/lib/contracts/openapi-examples";
import { pageOf, type DocPage } from "@/lib/documentation/page";
import { samplesOf } from "@/lib/documentation/samples";
import { limitsText, membersTable, typeText, type Schema } from "@/lib/documentation/schema-text";

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
}

interface Content {
  schema?: Schema;
  example?: unknown;
}

interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  deprecated?: boolean;
  security?: unknown[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, Content> };
  responses: Record<string, { description: string; content?: Record<string, Content> }>;
}

type Paths = Record<string, Record<string, Operation>>;

/** The document as it goes out, as far as its pages read it. */
export interface ApiDocument {
  info: { version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Paths;
  webhooks: Paths;
  components: { schemas: Record<string, Schema> };
}

interface Listed {
  path: string;
  method: string;
  operation: Operation;
}

const listed = (paths: Paths): Listed[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

const pathOf = ({ operation }: Listed): string => `/docs/reference/${operation.operationId ?? ""}`;
const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;
const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll(/\s*\n+(- )?/g, " ");

function parametersText(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return "";
  const rows = parameters.map(({ name, in: place, required, description = "", schema = {} }) => {
    const limits = limitsText(schema);
    const about = limits === "" ? description : `${description} (${limits})`;
    return `| \`${name}\` | ${place} | ${cell(typeText(schema))} | ${required === true ? "yes" : "no"} | ${cell(about)} |`;
  });
  return [
    "## Parameters",
    ["| Name | In | Type | Required | What it is |", "| --- | --- | --- | --- | --- |", ...rows].join("\n"),
  ].join("\n\n");
}

const resolved = (schema: Schema | undefined, document: ApiDocument): Schema | undefined =>
  schema?.$ref === undefined ? schema : document.components.schemas[schema.$ref.split("/").at(-1) ?? ""];

/** A body's or an answer's members, and where to read of what is inside them. */
function contentText(title: string, schema: Schema | undefined, document: ApiDocument): string {
  const whole = resolved(schema, document);
  if (schema === undefined || whole === undefined) return "";
  return [`## ${title}`, whole.description ?? "", typeText(schema), membersTable(whole)]
    .filter((part) => part !== "")
    .join("\n\n");
}

function answersText({ operation }: Listed): string {
  const rows = Object.entries(operation.responses).map(
    ([status, { description }]) => `| ${status} | ${cell(description)} |`,
  );
  return ["## Statuses", ["| Status | Meaning |", "| --- | --- |", ...rows].join("\n")].join("\n\n");
}

function fileNameOf(path: string): string {
  if (path.endsWith(".csv")) return "records.csv";
  return path.endsWith("/machine-files") ? "task.zip" : "report.pdf";
}

function samplesText(each: Listed): string[] {
  const example = EXAMPLES[each.operation.operationId ?? ""];
  if (example === undefined) return [];
  const sample = {
    method: each.method,
    path: each.path,
    request: example.request,
    savedAs: example.response === undefined ? fileNameOf(each.path) : null,
  };
  const requests = samplesOf(sample).map(({ language, fence, text }) => `### ${language}\n\n${fenced(fence, text)}`);
  const answer =
    example.response === undefined
      ? []
      : ["## Example answer", fenced("json", JSON.stringify(example.response, null, 2))];
  return ["## Example requests", ...requests, ...answer];
}

const keyText = ({ security = [{}] }: Operation): string =>
  security.length === 0 ? "Needs no key." : "Needs your key in `X-API-Key`.";

const deprecationText = ({ deprecated }: Operation): string =>
  deprecated === true ? "**Deprecated.** [How to move to version 2](/docs/guides/moving-from-version-1)." : "";

function operationPage(each: Listed, document: ApiDocument): DocPage {
  const { operation, method, path } = each;
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith("2"))?.[1];
  const body = operation.requestBody?.content["application/json"]?.schema;
  const parts = [
    `# ${operation.summary ?? path}`,
    operation.description ?? "",
    fenced("http", `${method} ${path}`),
    deprecationText(operation),
    keyText(operation),
    parametersText(operation.parameters ?? []),
    contentText("Body", body, document),
    contentText("Answer", success?.content?.["application/json"]?.schema, document),
    ...samplesText(each),
    answersText(each),
  ];
  return pageOf(pathOf(each), "Reference", parts.filter((part) => part !== "").join("\n\n"));
}

function indexPage(document: ApiDocument): DocPage {
  const operations = listed(document.paths);
  const groups = document.tags
    .filter(({ name }) => name !== "Webhooks")
    .map(({ name, description }) => {
      const own = operations.filter(({ operation }) => operation.tags?.[0] === name);
      const lines = own.map(
        (each) => `- [${each.operation.summary ?? ""}](${pathOf(each)}): \`${each.method} ${each.path}\``,
      );
      return [`## ${name}`, description, lines.join("\n")].join("\n\n");
    });
  return pageOf(
    "/docs/reference",
    "Reference",
    [
      "# API reference",
      "Every operation of version 2 and version 1, written from the schemas that validate requests and answers.",
      "The same as [OpenAPI 3.1](/api/v2/openapi.json). Messages that the service sends: [webhooks](/docs/reference/webhooks). " +
        "Every named object: [schemas](/docs/reference/schemas).",
      document.info.description.replaceAll(/^## /gm, "### "),
      ...groups,
    ].join("\n\n"),
  );
}

function webhooksPage(document: ApiDocument): DocPage {
  const parts = Object.entries(document.webhooks).flatMap(([name, { post }]) => {
    const content = post?.requestBody?.content["application/json"];
    const event = resolved(content?.schema, document);
    const data = resolved(event?.properties?.data, document);
    return [
      `## ${name}`,
      event?.description ?? "",
      membersTable(event ?? {}),
      "### Its data",
      membersTable(data ?? {}),
      fenced("json", JSON.stringify(content?.example, null, 2)),
    ];
  });
  const [first] = listed(document.webhooks);
  return pageOf(
    "/docs/reference/webhooks",
    "Reference",
    [
      "# Webhook messages",
      first?.operation.description ?? "",
      parametersText(first?.operation.parameters ?? []),
      ...parts,
    ].join("\n\n"),
  );
}

/** Names in the order of the alphabet: readers come here by a link. */
function schemasPage(document: ApiDocument): DocPage {
  const parts = Object.entries(document.components.schemas)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .flatMap(([name, schema]) =>
      [`## ${name}`, schema.description ?? "", membersTable(schema)].filter((part) => part !== ""),
    );
  return pageOf(
    "/docs/reference/schemas",
    "Schemas",
    ["# Schemas", "Every named object of requests and answers.", ...parts].join("\n\n"),
  );
}

/** The pages that come from the OpenAPI document. */
export const referencePages = (document: ApiDocument): DocPage[] => [
  indexPage(document),
  ...listed(document.paths).map((each) => operationPage(each, document)),
  webhooksPage(document),
  schemasPage(document),
];
