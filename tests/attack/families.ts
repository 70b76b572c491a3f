/** What is attacked, and the test files that do it; `npm run attack` runs them and tells of them by family. */
export interface Family {
  name: string;
  files: readonly string[];
}

const CONTRACT = "tests/contract";
const UNIT = "tests/unit";

export const FAMILIES: readonly Family[] = [
  {
    name: "tenancy: routes, pages, actions, tiles, tools; each layer alone",
    files: [
      `${CONTRACT}/portal/walk.test.ts`,
      `${CONTRACT}/console/walk.test.ts`,
      `${CONTRACT}/mcp/tools.test.ts`,
      `${CONTRACT}/isolation/esa-check.test.ts`,
      `${CONTRACT}/data/rls.test.ts`,
    ],
  },
  {
    name: "links and sessions: each character, replay, revocation, purpose",
    files: [`${CONTRACT}/portal/links.test.ts`, `${CONTRACT}/portal/sessions.test.ts`],
  },
  {
    name: "keys by timing; secrets in bundles and logs",
    files: ["tests/attack/secrets.test.ts", "tests/attack/log-lines.test.ts"],
  },
  {
    name: "CSRF, framing, open redirect",
    files: [`${CONTRACT}/console/sign-in.test.ts`, `${UNIT}/portal/page-headers.test.ts`],
  },
  {
    name: "header and path tricks, request smuggling, limits by address",
    files: ["tests/attack/tricks.test.ts", "tests/attack/limits.test.ts", "tests/attack/api-lane.test.ts"],
  },
  {
    name: "SSRF, with a name that changes its mind",
    files: [`${UNIT}/webhooks/rebinding.test.ts`, `${UNIT}/webhooks/addresses.test.ts`],
  },
  {
    name: "injection into page, PDF, CSV, machine file; files that lie",
    files: [
      `${CONTRACT}/reports/injection.test.ts`,
      `${CONTRACT}/v2/records/records.test.ts`,
      `${CONTRACT}/v2/drift/machine-files.test.ts`,
      `${UNIT}/gateways/machine-files/formats.test.ts`,
      `${UNIT}/gateways/pictures.test.ts`,
      `${UNIT}/security/dangerous-code.test.ts`,
    ],
  },
  {
    name: "parser and geometry bombs, prototype pollution",
    files: [
      "tests/attack/bodies.test.ts",
      `${UNIT}/http/body.test.ts`,
      "tests/laws/geo/cost.test.ts",
      `${CONTRACT}/soil/jagged.test.ts`,
    ],
  },
  { name: "sockets", files: ["tests/attack/sockets.test.ts"] },
  {
    name: "one provider's share",
    files: [
      "tests/attack/database-share.test.ts",
      "tests/attack/pages-rush.test.ts",
      `${CONTRACT}/v2/http/slots-fair.test.ts`,
    ],
  },
  { name: "patterns that take too long", files: ["tests/laws/security/patterns.test.ts"] },
  { name: "what npm run build:server makes", files: ["tests/attack/built-server.test.ts"] },
];
