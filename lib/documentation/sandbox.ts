import { pageOf, type DocPage } from "@/lib/documentation/page";
import { PROBLEMS } from "@/lib/domain/errors";
import { SANDBOX_FIELDS, SANDBOX_PRODUCTS } from "@/lib/domain/sandbox/ground";
import { SANDBOX_RECEIVER, SANDBOX_RECEIVERS } from "@/lib/domain/sandbox/receivers";
import { ERROR_ROWS } from "@/lib/domain/sandbox/refusals";
import { requestOf } from "@/lib/domain/sandbox/request";
import { ISSUE_ROWS, STATUS_ROWS, type SandboxRow, type SandboxStep } from "@/lib/domain/sandbox/rows";

type Cells = readonly string[];
const line = (cells: Cells): string => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
const table = (head: Cells, rows: readonly Cells[]): string =>
  [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
const code = (text: string): string => `\`${text}\``;
/** With spaces, so that a long value can be broken in a narrow column. */
const json = (value: unknown): string => code(JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, " "));

/** A step in a table's cell: what differs, and nothing that stands on the page already. */
function stepText(step: SandboxStep): string {
  if (step.do === "check") {
    const products = step.products.map(code).join(" + ");
    const differs = [
      ...(step.product === undefined ? [] : [`first product ${json(step.product)}`]),
      ...(step.with === undefined ? [] : [json(step.with)]),
    ];
    return [`check of ${products} on ${code(step.field)}`, ...differs].join(", ");
  }
  if (step.do === "claim") return `in the portal, claim “${step.named}” on its drift page`;
  const headers = Object.entries(step.headers ?? {}).map(([name, value]) =>
    value === null ? `without ${code(name)}` : code(`${name}: ${value}`),
  );
  const body = step.text === undefined ? step.body : undefined;
  return [
    code(`${step.method} ${step.path}`),
    ...headers,
    ...(body === undefined ? [] : [json(body)]),
    ...(step.text === undefined ? [] : [`body ${code(step.text)}`]),
    ...(step.letters === undefined ? [] : [`a body of ${step.letters / 1e6} million letters`]),
  ].join(" ");
}
const stepsText = ({ steps }: SandboxRow): string => steps.map(stepText).join("; then ");

const verdictRows = (rows: readonly SandboxRow[]): Cells[] =>
  rows.flatMap(({ verdict, ...row }) =>
    verdict === undefined
      ? []
      : [[...(verdict.issue === undefined ? [] : [code(verdict.issue)]), stepsText({ ...row }), code(verdict.status)]],
  );

const errorRows = (): Cells[] =>
  ERROR_ROWS.flatMap((row) => {
    if (row.problem === undefined) return [];
    const { code: wire, status, retryable } = PROBLEMS[row.problem];
    const isV1 = row.steps.some((step) => step.do === "send" && step.path.startsWith("/api/v1/"));
    return [[code(wire), isV1 ? "504, version 1" : String(status), retryable ? "yes" : "no", stepsText(row)]];
  });

const example = () =>
  requestOf(
    { do: "check", products: ["tiered"], field: "plain" },
    { providerId: "demo-provider", applicationId: "sandbox-1", application: "" },
  ).body;

const INTRODUCTION = [
  "# Sandbox",
  "What to send with a test key (`esa_test_`) to see every verdict, every issue, every error, and webhook deliveries that " +
    "fail. A test of ours sends every row and compares the answer.",
  "Test keys work in every installation but production, and live keys in production alone, so nothing on this page can " +
    "happen to a live key. Verdicts and issues come from the same engine as in production, over the demonstration's products " +
    "and ground. Only what no request can cause, such as a full service or old data, is asked for by an identifier.",
];

/** What rows are made of: the check they change, products, and ground. */
const groundWork = (): string[] => [
  "## The check that rows change",
  `\`\`\`json\n${JSON.stringify(example(), null, 2)}\n\`\`\``,
  "A row names products, ground, and the members that differ. Use a new `application_id` for each row.",
  "## Products",
  table(
    ["Name", "Registration", "Product", "Rate"],
    Object.entries(SANDBOX_PRODUCTS).map(([name, product]) => [
      code(name),
      product.epa_number ?? "none",
      product.product_name,
      `${product.rate} ${product.rate_unit}`,
    ]),
  ),
  "## Ground",
  "Squares: the south-west corner and the side, in degrees.",
  table(
    ["Name", "Longitude", "Latitude", "Side", "Where"],
    Object.entries(SANDBOX_FIELDS).map(([name, { lon, lat, sideDeg, about }]) => [
      code(name),
      ...[lon, lat, sideDeg].map(String),
      about,
    ]),
  ),
];

const verdicts = (): string[] => [
  "## Every verdict",
  table(["Send", "`compliance.status`"], verdictRows(STATUS_ROWS)),
  "## Every issue",
  "An answer can hold other issues beside the one of its row. Where a row's `application_id` begins with `sandbox:`, the check is " +
    "answered as if the service were in the state it names: data that is old, or a soil survey that is away.",
  table(["Issue", "Send", "`compliance.status`"], verdictRows(ISSUE_ROWS)),
];

const errors = (): string[] => [
  "## Every error",
  "An identifier that begins with `sandbox:` makes a route answer with the error it names, where the route can have it: as " +
    "`application_id`, `provider_field_id`, `provider_group_id`, or `account_id`. Of a bulk job those of the job itself count, " +
    "`provider_group_id` and `account_id`; those in its `fields` are identifiers like any other. Where a path takes a UUID, the table has one. " +
    "`{application}` is the `application_event_id` of the check before.",
  table(["Error", "Status", "Retryable", "Send"], errorRows()),
];

const deliveries = (): string[] => [
  "## Webhook deliveries",
  "Make an endpoint at one of these addresses and send it a test: nothing leaves the service, and the log, the attempts, and " +
    "the replay are those of real deliveries.",
  table(
    ["Address", "Answer", "It"],
    Object.entries(SANDBOX_RECEIVERS).map(([path, { status, about }]) => [
      code(`https://${SANDBOX_RECEIVER}${path}`),
      status === null ? "none in time" : String(status),
      about,
    ]),
  ),
];

/** What to send with a test key to see every status, issue, and error. A test sends each row. */
export const sandboxPage = (): DocPage =>
  pageOf(
    "/docs/sandbox",
    "Codes",
    [...INTRODUCTION, ...groundWork(), ...verdicts(), ...errors(), ...deliveries()].join("\n\n"),
  );
