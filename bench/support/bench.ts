import { isDeepStrictEqual } from "node:util";
import type pg from "pg";
import type { BenchDatabase } from "@/bench/support/database";
import type { BenchField } from "@/bench/support/fields";
import type { Row } from "@/bench/support/report";
import type { Service } from "@/bench/support/service";

/** What every comparison works with. */
export interface Bench {
  say: (line: string) => void;
  database: BenchDatabase;
  /** One connection as the service's own role, for the bare statements. */
  sql: pg.Client;
  fields: readonly BenchField[];
  /** The web process with its provider; started at first use. */
  service: () => Promise<Service>;
}

export interface Comparison {
  name: string;
  run: (bench: Bench) => Promise<Row[]>;
}

/** Both sides have to find the same, or the ratio says nothing. */
export function agree(what: string, ours: unknown, theirs: unknown): void {
  if (isDeepStrictEqual(ours, theirs)) return;
  const text = (value: unknown): string => JSON.stringify(value).slice(0, 300);
  throw new Error(`${what}: the two sides disagree, ${text(ours)} against ${text(theirs)}`);
}
