import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject, ZodOpenApiResponsesObject } from "zod-openapi";
import { z } from "zod";
import { PROBLEMS, type Problem } from "@/lib/domain/errors";
import {
  RATE_CLASS_WORDS,
  type AnyContract,
  type OperationTag,
  type ParseContext,
} from "@/lib/contracts/shared/contract";
import { DOCUMENT_HEADERS, plainHeaders, refusalHeaders, successHeaders } from "@/lib/contracts/openapi-headers";
import { errorExamples } from "@/lib/contracts/openapi-examples";
import { problemsOf } from "@/lib/contracts/shared/problems";
import { wireParams } from "@/lib/contracts/shared/path-params";
import { v1ErrorBodySchema } from "@/lib/contracts/v1/error";
import { errorBodySchema, problemBodySchema } from "@/lib/contracts/v2/error";
import { errorCodesResponse, issueCodesResponse } from "@/lib/contracts/v2/codes";
import { healthResponse, readyResponse } from "@/lib/contracts/v2/plain";
import { errorMeaning } from "@/lib/views/errors/error-text";

const isV1 = ({ path }: AnyContract): boolean => path.startsWith("/api/v1/");

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

const refusalOf = (problems: readonly Problem[]) => ({
  "application/json": { schema: errorBodySchema, examples: errorExamples(problems) },
  "application/problem+json": { schema: problemBodySchema },
});

/** The codes of one status, each with what it means. */
const refusalWords = (problems: readonly Problem[]): string => {
  const codes = [...new Set(problems.map((problem) => PROBLEMS[problem].code))];
  return codes.map((code) => `\`${code}\`: ${errorMeaning(code)}`).join("\n\n");
};

function responsesOf(contract: AnyContract): ZodOpenApiResponsesObject {
  const headers = successHeaders(contract);
  const responses: ZodOpenApiResponsesObject = {
    [String(contract.status ?? 200) as "200"]: {
      description: "Done. Read the statuses in the body: success is never a clearance.",
      headers,
      content:
        contract.mediaTypes === undefined
          ? jsonOf(contract.response)
          : Object.fromEntries(contract.mediaTypes.map((type) => [type, { schema: contract.response }])),
    },
  };
  if (contract.isPublicData === true) {
    responses["304"] = { description: NOT_CHANGED, headers };
  }
  for (const [status, problems] of problemsByStatus(contract)) {
    responses[`${status}` as "400"] = {
      description: refusalWords(problems),
      headers: refusalHeaders(contract, problems),
      content: isV1(contract) ? jsonOf(v1ErrorBodySchema) : refusalOf(problems),
    };
  }
  return responses;
}

/** Headers as a client writes them; the contract's own schema has them parsed. */
const SUBMISSION_HEADERS = z.object({
  "Idempotency-Key": z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      "A key of your own, 1 to 200 characters, scoped to your provider and the account. The same submission under the " +
        "same key gives the same job; another submission under it is refused.",
    ),
  Prefer: z.string().optional().describe("`wait=N`: wait up to N seconds, at most 30, for the end."),
});

const TAG_HEADERS = z.object({
  "If-None-Match": z
    .string()
    .optional()
    .describe("Comma-separated tags of the contents the caller has, or `*`: 304 when one is the content's."),
});

const requestHeaders = (contract: AnyContract): { header?: z.ZodObject } => {
  if (contract.isPublicData === true) return { header: TAG_HEADERS };
  return contract.headers === undefined ? {} : { header: SUBMISSION_HEADERS };
};

export function operationOf(contract: AnyContract): ZodOpenApiOperationObject {
  const body = contract.body?.(UNUSED);
  return {
    operationId: contract.operationId,
    tags: [contract.tag],
    summary: contract.summary,
    description: `${contract.description}\n\n${RATE_CLASS_WORDS[contract.rateClass]}`,
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
  { operationId, summary, description }: { operationId: string; summary: string; description: string },
  responses: Record<string, z.ZodType>,
): ZodOpenApiOperationObject => ({
  operationId,
  tags: ["Service"],
  summary,
  description,
  responses: Object.fromEntries(
    Object.entries(responses).map(([status, schema]) => [
      status,
      { description: summary, headers: plainHeaders(), content: jsonOf(schema) },
    ]),
  ),
  security: [],
});

interface DocumentWords {
  path: string;
  operationId: string;
  tag: OperationTag;
  summary: string;
  description: string;
}

/** A document that is the same for everyone: no key, a tag of its content, 304 by that tag. */
const documentOperation = (
  { path, operationId, tag, summary, description }: DocumentWords,
  schema: z.ZodType | { type: "object"; additionalProperties: true },
): ZodOpenApiOperationObject => ({
  operationId,
  tags: [tag],
  summary,
  description,
  requestParams: { header: TAG_HEADERS },
  responses: {
    "200": { description: summary, headers: DOCUMENT_HEADERS, content: { "application/json": { schema } } },
    "304": { description: NOT_CHANGED, headers: DOCUMENT_HEADERS },
    "429": {
      description: refusalWords(["rateLimited"]),
      headers: refusalHeaders({ path }, ["rateLimited"]),
      content: refusalOf(["rateLimited"]),
    },
  },
  security: [],
});

export const PLAIN_PATHS: ZodOpenApiPathsObject = {
  "/api/health": {
    get: plain(
      {
        operationId: "readHealth",
        summary: "This process is alive",
        description: "For a supervisor. It looks at nothing else; `/api/ready` does.",
      },
      { "200": healthResponse },
    ),
  },
  "/api/ready": {
    get: plain(
      {
        operationId: "readReadiness",
        summary: "Whether this process can do its work now",
        description:
          "For a load balancer: 503 while the database, its schema, or a data set that checks need is missing. Looked at every " +
          "two seconds.",
      },
      { "200": readyResponse, "503": readyResponse },
    ),
  },
  "/api/v2/openapi.json": {
    get: documentOperation(
      {
        path: "/api/v2/openapi.json",
        operationId: "readOpenApi",
        tag: "Service",
        summary: "This description",
        description: "OpenAPI 3.1, written from the schemas that validate requests and answers. Keep it by its `ETag`.",
      },
      { type: "object", additionalProperties: true },
    ),
  },
  "/api/v2/issue-codes": {
    get: documentOperation(
      {
        path: "/api/v2/issue-codes",
        operationId: "listIssueCodes",
        tag: "Reference data",
        summary: "List the issue codes",
        description:
          "Every issue code with its meaning, its effect on a status, what to do, and an example. No key needed. New " +
          "codes may come at any time.",
      },
      issueCodesResponse,
    ),
  },
  "/api/v2/error-codes": {
    get: documentOperation(
      {
        path: "/api/v2/error-codes",
        operationId: "listErrorCodes",
        tag: "Reference data",
        summary: "List the error codes",
        description:
          "Every error code of version 2 with its statuses, whether trying again can help, what to do, and an example. " +
          "No key needed.",
      },
      errorCodesResponse,
    ),
  },
};
