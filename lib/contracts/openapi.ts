import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from "zod-openapi";
import { z } from "zod";
import { PROBLEMS, type Problem } from "@/lib/domain/errors";
import type { AnyContract, ParseContext } from "@/lib/contracts/shared/contract";
import {
  DOCUMENT_HEADERS,
  HEADER_COMPONENTS,
  plainHeaders,
  refusalHeaders,
  successHeaders,
} from "@/lib/contracts/openapi-headers";
import { wireParams, wirePath } from "@/lib/contracts/shared/path-params";
import { runoffReport as v1RunoffReport, traitReport as v1TraitReport } from "@/lib/contracts/v1/reports";
import { v1ErrorBodySchema } from "@/lib/contracts/v1/error";
import { esaCheck as v1EsaCheck } from "@/lib/contracts/v1/esa-check";
import { processField as v1ProcessField } from "@/lib/contracts/v1/process-field";
import { errorBodySchema, problemBodySchema } from "@/lib/contracts/v2/error";
import { applicationCompliance } from "@/lib/contracts/v2/application-compliance";
import { bulkResults, bulkStatus } from "@/lib/contracts/v2/bulk-job";
import { bulkSubmission } from "@/lib/contracts/v2/bulk-submission";
import { driftBufferCompute } from "@/lib/contracts/v2/drift-buffer-compute";
import { esaCheck } from "@/lib/contracts/v2/esa-check";
import { groupCompliance } from "@/lib/contracts/v2/group-compliance";
import { mitigations } from "@/lib/contracts/v2/mitigations";
import { portalAccess } from "@/lib/contracts/v2/portal-access";
import { applicationLock, groupLock } from "@/lib/contracts/v2/portal-lock";
import { healthResponse, readyResponse } from "@/lib/contracts/v2/plain";
import { processField } from "@/lib/contracts/v2/process-field";
import { runoffReport, traitReport } from "@/lib/contracts/v2/reports";
import { runoffBaseline } from "@/lib/contracts/v2/runoff-baseline";
import { soilProcess } from "@/lib/contracts/v2/soil-process";

/** Every contract of version 2, in the order the document lists them. */
export const V2_CONTRACTS: readonly AnyContract[] = [
  esaCheck,
  bulkSubmission,
  bulkStatus,
  bulkResults,
  processField,
  runoffBaseline,
  soilProcess,
  mitigations,
  applicationCompliance,
  groupCompliance,
  driftBufferCompute,
  applicationLock,
  groupLock,
  portalAccess,
  runoffReport,
  traitReport,
];

/** Version 1, which lives beside it until its sunset. */
export const V1_CONTRACTS: readonly AnyContract[] = [v1EsaCheck, v1ProcessField, v1RunoffReport, v1TraitReport];

const isV1 = ({ path }: AnyContract): boolean => path.startsWith("/api/v1/");

const ALWAYS: readonly Problem[] = [
  "unauthorized",
  "rateLimited",
  "invalidRequest",
  "internalError",
  "dependencyFailed",
];
const WITH_BODY: readonly Problem[] = [
  "bodyNotJson",
  "providerMismatch",
  "bodyTooLarge",
  "capacityExceeded",
  "unsupportedMediaType",
  "requestCancelled",
];
const PROCESSING: readonly Problem[] = ["capacityExceeded", "deadlineExceeded", "requestCancelled"];

/** Every problem a route may answer with: its own and the pipeline's. */
export const problemsOf = (contract: AnyContract): Problem[] => [
  ...new Set([
    ...ALWAYS,
    ...(contract.body === null ? [] : WITH_BODY),
    ...(contract.isProcessing ? PROCESSING : []),
    ...contract.problems,
  ]),
];

/** Schemas are described, and run on nothing but an empty object: no boundary is ever judged with this. */
const UNUSED: ParseContext = {
  geos: { isValidDetail: () => ({ valid: true }) },
  maxAreaHa: 40_000,
  sha256: () => "",
};

const jsonOf = (schema: z.ZodType) => ({ "application/json": { schema } });

/** The problems of a contract by the status they are answered with. */
function problemsByStatus(contract: AnyContract): [number, Problem[]][] {
  const byStatus = new Map<number, Problem[]>();
  for (const problem of problemsOf(contract)) {
    // Version 1 answers invalid input with 400.
    const isV1Input = isV1(contract) && problem === "invalidRequest";
    const status = isV1Input ? 400 : (contract.ownStatus?.[problem] ?? PROBLEMS[problem].status);
    byStatus.set(status, [...(byStatus.get(status) ?? []), problem]);
  }
  return [...byStatus].sort(([a], [b]) => a - b);
}

const NOT_CHANGED = "The content is what `If-None-Match` names; there is no body.";

const V2_REFUSAL = {
  "application/json": { schema: errorBodySchema },
  "application/problem+json": { schema: problemBodySchema },
};

function responsesOf(contract: AnyContract): ZodOpenApiResponsesObject {
  const headers = successHeaders(contract);
  const responses: ZodOpenApiResponsesObject = {
    [String(contract.status ?? 200) as "200"]: {
      description: "Done. Read the statuses in the body: success is never a clearance.",
      headers,
      content:
        contract.mediaType === undefined
          ? jsonOf(contract.response)
          : { [contract.mediaType]: { schema: contract.response } },
    },
  };
  if (contract.isPublicData === true) {
    responses["304"] = { description: NOT_CHANGED, headers };
  }
  for (const [status, problems] of problemsByStatus(contract)) {
    responses[`${status}` as "400"] = {
      description: [...new Set(problems.map((problem) => `\`${PROBLEMS[problem].code}\``))].join(", "),
      headers: refusalHeaders(contract, problems),
      content: isV1(contract) ? jsonOf(v1ErrorBodySchema) : V2_REFUSAL,
    };
  }
  return responses;
}

/** Headers as a client writes them; the contract's own schema has them parsed. */
const SUBMISSION_HEADERS = z.object({
  "Idempotency-Key": z.string().min(1).max(200).optional(),
  Prefer: z.string().optional().meta({ description: "`wait=N`: wait up to N seconds, at most 30, for the end." }),
});

const TAG_HEADERS = z.object({
  "If-None-Match": z.string().optional().meta({
    description: "Comma-separated tags of the contents the caller has, or `*`: 304 when one is the content's.",
  }),
});

const requestHeaders = (contract: AnyContract): { header?: z.ZodObject } => {
  if (contract.isPublicData === true) return { header: TAG_HEADERS };
  return contract.headers === undefined ? {} : { header: SUBMISSION_HEADERS };
};

function operationOf(contract: AnyContract): ZodOpenApiOperationObject {
  const body = contract.body?.(UNUSED);
  return {
    operationId: contract.operationId,
    summary: contract.summary,
    description: contract.description,
    requestParams: {
      query: contract.query as unknown as z.ZodObject,
      path: wireParams(contract.params),
      ...requestHeaders(contract),
    },
    // As the pipeline has it: no body at all will do where an empty object would.
    ...(body === undefined ? {} : { requestBody: { required: !body.safeParse({}).success, content: jsonOf(body) } }),
    responses: responsesOf(contract),
    security: [{ ApiKey: [] }],
    ...(isV1(contract) ? { deprecated: true } : {}),
  };
}

const plain = (
  operationId: string,
  summary: string,
  responses: Record<string, z.ZodType>,
): ZodOpenApiOperationObject => ({
  operationId,
  summary,
  responses: Object.fromEntries(
    Object.entries(responses).map(([status, schema]) => [
      status,
      { description: summary, headers: plainHeaders(), content: jsonOf(schema) },
    ]),
  ),
  security: [],
});

const PLAIN_PATHS: ZodOpenApiPathsObject = {
  "/api/health": { get: plain("readHealth", "This process is alive", { "200": healthResponse }) },
  "/api/ready": {
    get: plain("readReadiness", "This process can do its work now", { "200": readyResponse, "503": readyResponse }),
  },
  "/api/v2/openapi.json": {
    get: {
      operationId: "readOpenApi",
      summary: "This description",
      requestParams: { header: TAG_HEADERS },
      responses: {
        "200": {
          description: "OpenAPI 3.1",
          headers: DOCUMENT_HEADERS,
          content: { "application/json": { schema: { type: "object" } } },
        },
        "304": { description: NOT_CHANGED, headers: DOCUMENT_HEADERS },
        "429": {
          description: `\`${PROBLEMS.rateLimited.code}\``,
          headers: refusalHeaders({ path: "/api/v2/openapi.json" }, ["rateLimited"]),
          content: V2_REFUSAL,
        },
      },
      security: [],
    },
  },
};

function pathsOf(): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = { ...PLAIN_PATHS };
  for (const contract of [...V2_CONTRACTS, ...V1_CONTRACTS]) {
    const method = contract.method.toLowerCase() as "get" | "post" | "put";
    const path = wirePath(contract.path);
    paths[path] = { ...paths[path], [method]: operationOf(contract) };
  }
  return paths;
}

let written: { servers: string; document: ReturnType<typeof createDocument> } | null = null;

/** The OpenAPI 3.1 document, written once from the schemas that validate requests and answers. */
export function openApiDocument(publicUrls: readonly string[]): ReturnType<typeof createDocument> {
  const servers = publicUrls.join(",");
  if (written?.servers === servers) return written.document;
  const document = createDocument({
    openapi: "3.1.0",
    info: {
      title: "Hedgerow",
      version: "2.0.0",
      description:
        "Whether Endangered Species Act pesticide rules apply to a field and an application. Limits per key and " +
        "minute: 600 checks and other writes, 3,000 reads, 120 reports; 6,000 requests per address. Every answer " +
        "carries `X-Request-ID`; keep it. A verb that a route does not list is answered 405 `METHOD_NOT_ALLOWED` " +
        "with the verbs it has in `Allow`, key or none; HEAD and OPTIONS are such verbs on every route. A route " +
        "that is not listed is answered 404 `NOT_FOUND`. A result is never a clearance to apply.",
    },
    servers: publicUrls.map((url) => ({ url })),
    paths: pathsOf(),
    components: {
      headers: HEADER_COMPONENTS,
      securitySchemes: { ApiKey: { type: "apiKey", in: "header", name: "X-API-Key" } },
    },
  });
  written = { servers, document };
  return document;
}
