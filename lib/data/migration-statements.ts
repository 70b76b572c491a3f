import { parse } from "libpg-query";

interface Place {
  stmt_location?: number;
  stmt_len?: number;
}

/**
 * The statements of a migration in their order, as PostgreSQL's own parser ends them. Each goes in a message of its own: some of what Citus
 * passes on to other servers (`ALTER TABLE … FORCE ROW LEVEL SECURITY`, `SET LOCAL`) is the text of the whole message.
 */
export async function statementsOf(sql: string): Promise<string[]> {
  const bytes = Buffer.from(sql);
  const { stmts = [] } = (await parse(sql)) as { stmts?: Place[] };
  return stmts.map(({ stmt_location: from = 0, stmt_len: length }) =>
    bytes.toString("utf8", from, length === undefined ? undefined : from + length).trim(),
  );
}
