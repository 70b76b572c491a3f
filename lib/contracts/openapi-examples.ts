import type { ZodOpenApiOperationObject } from "zod-openapi";
import examples from "@/lib/contracts/examples.json";
import { PROBLEMS, type Problem } from "@/lib/domain/errors";
import { errorMeaning } from "@/lib/views/errors/error-text";

interface Example {
  request: {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
    headers?: Record<string, unknown>;
    body?: unknown;
  };
  /** Left out where the answer is a file. */
  response?: unknown;
}

/** Requests to the demonstration with their answers, by operation. `npm run examples` writes them. */
export const EXAMPLES: Readonly<Record<string, Example>> = examples;

/** The examples of error bodies, one for each code of a status. */
export const errorExamples = (problems: readonly Problem[]): Record<string, { value: unknown }> =>
  Object.fromEntries(
    problems.map((problem) => {
      const { code, retryable } = PROBLEMS[problem];
      return [problem, { value: { success: false, error: errorExample(code, retryable, problem) } }];
    }),
  );

const errorExample = (code: (typeof PROBLEMS)[Problem]["code"], retryable: boolean, problem: Problem) => ({
  code,
  message: errorMeaning(code),
  ...(problem === "invalidRequest"
    ? {
        details: [
          {
            path: ["products", 0, "rate"],
            pointer: "/products/0/rate",
            code: "invalid_type",
            message: '`products.0.rate` must be a number; got "22".',
            expected: "number",
            received: "string",
          },
        ],
      }
    : {}),
  retryable,
  request_id: "0199d3a4-7c1e-7000-8a55-2f6f3a1b9c01",
  doc_url: `https://hedgerow.example.com/docs/errors#${code.toLowerCase()}`,
});

interface Parameter {
  name: string;
  in: string;
  example?: unknown;
}

const PARTS: Readonly<Record<string, "params" | "query" | "headers">> = {
  path: "params",
  query: "query",
  header: "headers",
};

/** Puts an operation's example where OpenAPI has places for it: parameters, the body, and the answer of success. */
export function withExample(operation: ZodOpenApiOperationObject): void {
  const example = EXAMPLES[operation.operationId ?? ""];
  if (example === undefined) return;
  for (const parameter of (operation.parameters ?? []) as unknown as Parameter[]) {
    const part = PARTS[parameter.in];
    const value = part === undefined ? undefined : example.request[part]?.[parameter.name];
    if (value !== undefined) parameter.example = value;
  }
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith("2"))?.[1] as
    | Held
    | undefined;
  putInto(operation.requestBody, example.request.body);
  putInto(success, example.response);
}

/** What holds a body by its media type. */
interface Held {
  content?: Partial<Record<string, object>>;
}

function putInto(held: Held | undefined, example: unknown): void {
  const json = held?.content?.["application/json"];
  if (json !== undefined && example !== undefined) Object.assign(json, { example });
}
