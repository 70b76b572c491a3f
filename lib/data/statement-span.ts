import type { SpanStart } from "@/lib/domain/spans";

/** The words of a message to the database, its values left out. */
export const textOf = (message: unknown): string => {
  if (typeof message === "string") return message;
  const isConfig = typeof message === "object" && message !== null && "text" in message;
  return isConfig && typeof message.text === "string" ? message.text : "";
};

/** What a statement does to which table, as `INSERT claim`; of one in parts the first that writes, else the first that reads. */
const WRITES = /\b(INSERT INTO|UPDATE|DELETE FROM)\s+(?:"?public"?\.)?"?([a-z_]+)"?/i;
const READS = /\bFROM\s+(?:"?public"?\.)?"?([a-z_]+)"?/i;
const QUERIES = new Set(["WITH", "SELECT", "INSERT", "UPDATE", "DELETE"]);
const FIRST_WORD = /^\s*([a-z]+)/i;

function summaryOf(text: string): string {
  const [, verb, table] = WRITES.exec(text) ?? [];
  if (verb !== undefined && table !== undefined) return `${verb.split(" ")[0]?.toUpperCase() ?? ""} ${table}`;
  const read = READS.exec(text)?.[1];
  return read === undefined ? "SELECT" : `SELECT ${read}`;
}

/** Statements differ little: what was made of a text is kept, of as many as are ever prepared. */
const known = new Map<string, SpanStart>();
const MOST = 500;

const SYSTEM = { "db.system.name": "postgresql" };

/** The span of a message: what it does to which table, and the name it is prepared under. Never its text or its values. */
export function statementSpan(message: unknown): SpanStart {
  const text = textOf(message);
  const kept = known.get(text);
  if (kept !== undefined) return kept;
  const first = FIRST_WORD.exec(text)?.[1]?.toUpperCase() ?? "OTHER";
  // The message that opens a transaction names its provider, and is not kept.
  if (!QUERIES.has(first)) return { name: `sql ${first}`, kind: "client", facts: SYSTEM };
  const summary = summaryOf(text);
  const name = typeof message === "object" && message !== null && "name" in message ? message.name : "";
  const span: SpanStart = {
    name: `sql ${summary}`,
    kind: "client",
    facts: {
      ...SYSTEM,
      "db.query.summary": summary,
      ...(typeof name === "string" && name !== "" ? { "hedgerow.statement": name } : {}),
    },
  };
  if (known.size < MOST) known.set(text, span);
  return span;
}
