import type { z } from "zod";
import type { BodyLimit } from "@/lib/contracts/shared/body-limit";
import type { Problem } from "@/lib/domain/errors";
import type { Geos } from "@/lib/geo/kernel";

/** What a body's schema needs beside the body: the geometry kernel, which starts asynchronously, and limits. */
export interface ParseContext {
  geos: Geos;
  maxAreaHa: number;
  sha256: (text: string) => string;
}

/** Which limit an operation counts against, in words. */
export const RATE_CLASS_WORDS = {
  writes: "Counts as a write: 600 a minute and key unless the operator set another limit.",
  reads: "Counts as a read: 3,000 a minute and key unless the operator set another limit.",
  reports: "Counts as a report: 120 a minute and key unless the operator set another limit.",
} as const;

/** Which of the per-key limits a route counts against. */
export type RateClass = keyof typeof RATE_CLASS_WORDS;

/** Groups of operations in the order the document lists them. */
export const OPERATION_TAGS = {
  Checks: "Ask whether ESA rules apply to one application, and what is required and missing.",
  "Bulk jobs": "The same for up to 100 applications at once, worked on in the background.",
  Applications: "Read a saved application against what the applicator has chosen since.",
  Groups: "Read all applications of one of your groups.",
  Drift: "Compute drift buffers with the wind and the setup at the sprayer.",
  Fields: "Save a field, or look at its soil and its automatic credits without saving anything.",
  Portal: "Links for applicators, and locks on what they may change.",
  Reports: "Records of a field and year: as PDF, as a table, and signed with a proof.",
  Products: "Look up what the catalog knows of a product, and what of its label is judged.",
  "Reference data": "What the service knows, the same for every caller.",
  Webhooks: "Messages that this service sends to you, and the endpoints that receive them.",
  Service: "Whether the service works, and what it offers. No key needed.",
  "Version 1": "Deprecated. It ends on 2027-12-31; each answer names the version 2 route that follows.",
} as const satisfies Record<string, string>;
export type OperationTag = keyof typeof OPERATION_TAGS;

/** What a route may read from the request's headers. */
export interface RequestHeaders {
  idempotencyKey: string | null;
  /** How long the caller would wait for the end of the work, seconds. */
  waitS: number;
}

/** What a route promises, said once: the pipeline parses by it, OpenAPI is written from it, tests hold it to it. */
export interface Contract<Body, Query, Params, Result> {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** As OpenAPI writes it, parameters in braces. */
  path: string;
  operationId: string;
  /** The group of operations it stands in. */
  tag: OperationTag;
  summary: string;
  description: string;
  rateClass: RateClass;
  /** The route takes a processing slot and works under the request deadline. */
  isProcessing: boolean;
  /** The answer holds nothing of any provider's: it may be kept and asked about again by its `ETag`. */
  isPublicData?: true;
  /** What a good answer may be, where it is not JSON; `present` gives a `Download` then. */
  mediaTypes?: readonly [string, ...string[]];
  /** Statuses that this route gives in place of the catalogue's: version 1 knows some problems by other numbers. */
  ownStatus?: Partial<Record<Problem, number>>;
  /** Null for a route without a body. */
  body: ((context: ParseContext) => z.ZodType<Body>) | null;
  /** What the body may be; `SMALL_BODY` where it is left out. */
  bodyLimit?: BodyLimit;
  /** Does the costly parts of judging a body one at a time, so that other requests have their turn in between. */
  judgeAhead?: (raw: unknown, context: ParseContext) => Iterable<unknown>;
  query: z.ZodType<Query>;
  /** Headers by their names in snake case; a route without takes none. */
  headers?: z.ZodType<RequestHeaders>;
  params: z.ZodType<Params>;
  /** Strict: tests parse every answer with it. */
  response: z.ZodType;
  present: (result: Result, asked: { body: Body; query: Query; params: Params; providerId: string }) => unknown;
  /** The status of success where it is not 200, and headers that go with it. */
  status?: 202;
  answerHeaders?: (result: Result, asked: { headers: RequestHeaders }) => Record<string, string>;
  /** Problems of the work itself; those of the pipeline are added by it. */
  problems: readonly Problem[];
}

/** A contract as a document lists it, whatever its types. */
export type AnyContract = Omit<Contract<unknown, unknown, unknown, never>, "present" | "answerHeaders">;

export const defineContract = <Body, Query, Params, Result>(
  contract: Contract<Body, Query, Params, Result>,
): Contract<Body, Query, Params, Result> => contract;
