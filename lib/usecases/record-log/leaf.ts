import { sha256Of } from "@/lib/usecases/canonical/canonical-json";
import type { LogEntry } from "@/lib/data/record-log";

/** What stands for a record in the log: made from the record's hash, which no one finds from it. */
export const commitmentOf = (recordHash: string): string => sha256Of(recordHash);

/** An entry as it is hashed. The database's function record_log_leaf writes the same text. */
export const leafText = ({ commitment, loggedAt }: Pick<LogEntry, "commitment" | "loggedAt">): string =>
  `hedgerow-record-v1 ${commitment} ${loggedAt.toISOString()}\n`;
