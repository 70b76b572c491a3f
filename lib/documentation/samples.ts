import type { EXAMPLES } from "@/lib/contracts/openapi-examples";

type Request = (typeof EXAMPLES)[string]["request"];

/** Parameters are texts, numbers, and flags. */
const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

interface Sample {
  method: string;
  path: string;
  request: Request;
  /** What to call the answer where it is a file; null: it is JSON. */
  savedAs: string | null;
}

const addressOf = ({ path, request }: Sample): string => {
  const filled = path.replaceAll(/\{([^}]+)\}/g, (_whole, name: string) =>
    encodeURIComponent(textOf(request.params?.[name] ?? "")),
  );
  const query = new URLSearchParams(
    Object.entries(request.query ?? {}).map(([name, value]): [string, string] => [name, textOf(value)]),
  ).toString();
  return query === "" ? filled : `${filled}?${query}`;
};

const bodyText = ({ request }: Sample): string | null =>
  request.body === undefined ? null : JSON.stringify(request.body, null, 2);

const headersOf = (sample: Sample): [string, string][] => [
  ...(sample.request.body === undefined ? [] : [["Content-Type", "application/json"] as [string, string]]),
  ...Object.entries(sample.request.headers ?? {}).map(([name, value]): [string, string] => [name, textOf(value)]),
];

function curl(sample: Sample): string {
  const body = bodyText(sample);
  const lines = [
    `curl -sS --fail-with-body ${sample.method === "GET" ? "" : `-X ${sample.method} `}"$HEDGEROW_URL${addressOf(sample)}"`,
    `-H "X-API-Key: $HEDGEROW_KEY"`,
    ...headersOf(sample).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(sample.savedAs === null ? [] : [`--output ${sample.savedAs}`]),
    ...(body === null ? [] : [`--data @- <<'EOF'\n${body}\nEOF`]),
  ];
  return lines.join(" \\\n  ");
}

const quoted = (headers: readonly [string, string][]): string =>
  headers.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(", ");

function typescript(sample: Sample): string {
  const body = bodyText(sample);
  const headers = [`"X-API-Key": process.env.HEDGEROW_KEY ?? ""`, quoted(headersOf(sample))].filter(
    (part) => part !== "",
  );
  return [
    `const response = await fetch(\`\${process.env.HEDGEROW_URL}${addressOf(sample)}\`, {`,
    `  method: "${sample.method}",`,
    `  headers: { ${headers.join(", ")} },`,
    ...(body === null ? [] : [`  body: JSON.stringify(${body.replaceAll("\n", "\n  ")}),`]),
    "});",
    "if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);",
    sample.savedAs === null ? "const answer = await response.json();" : "const file = await response.arrayBuffer();",
  ].join("\n");
}

/** JSON as Python writes it. */
function pythonText(value: unknown, indent = ""): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  const inner = `${indent}    `;
  if (Array.isArray(value)) {
    if (value.every((each) => typeof each !== "object" || each === null)) return JSON.stringify(value);
    return `[\n${value.map((each) => `${inner}${pythonText(each, inner)},`).join("\n")}\n${indent}]`;
  }
  if (typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, each]) => `${inner}${JSON.stringify(name)}: ${pythonText(each, inner)},`,
  );
  return members.length === 0 ? "{}" : `{\n${members.join("\n")}\n${indent}}`;
}

function python(sample: Sample): string {
  const { body } = sample.request;
  const headers = [`"X-API-Key": os.environ["HEDGEROW_KEY"]`, quoted(headersOf(sample))].filter((part) => part !== "");
  return [
    "import json, os, urllib.request",
    "",
    `request = urllib.request.Request(`,
    `    os.environ["HEDGEROW_URL"] + ${JSON.stringify(addressOf(sample))},`,
    `    method="${sample.method}",`,
    `    headers={${headers.join(", ")}},`,
    ...(body === undefined ? [] : [`    data=json.dumps(${pythonText(body, "    ")}).encode(),`]),
    ")",
    "with urllib.request.urlopen(request, timeout=100) as response:",
    sample.savedAs === null ? "    answer = json.load(response)" : "    file = response.read()",
  ].join("\n");
}

/** One request in three languages. */
export const samplesOf = (sample: Sample): { language: string; fence: string; text: string }[] => [
  { language: "curl", fence: "bash", text: curl(sample) },
  { language: "TypeScript", fence: "ts", text: typescript(sample) },
  { language: "Python", fence: "python", text: python(sample) },
];
