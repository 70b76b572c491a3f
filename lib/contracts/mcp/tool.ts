import type { AnyContract, Contract } from "@/lib/contracts/shared/contract";

/** The parts of a contract that a tool has as well: a tool is an operation under another way in. */
export type ToolContract<Body, Query, Params, Result> = Pick<
  Contract<Body, Query, Params, Result>,
  "rateClass" | "isProcessing" | "body" | "query" | "params" | "present"
>;

/** A contract of a tool that the API has no operation for: it reads one saved application. */
export type ReadingContract<Query, Params, Result> = ToolContract<never, Query, Params, Result> & { body: null };

/** What an assistant reads of a tool. */
export interface ToolText {
  /** How it is called: letters and underscores. */
  name: string;
  title: string;
  description: string;
}

/** A contract whatever its types. */
export type AnyToolContract = Pick<AnyContract, "rateClass" | "isProcessing" | "body" | "query" | "params">;
