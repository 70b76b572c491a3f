import type { RecordAddition } from "@/lib/domain/application-record";
import { statementInWords } from "@/lib/views/portal/record-words";

/** What came after a signature, with what it stands against. */
export const additionText = ({ entry, was }: RecordAddition): string =>
  statementInWords(entry.statement) + (was === null ? "" : `; in place of: ${statementInWords(was)}`);
