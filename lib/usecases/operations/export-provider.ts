import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { recordAction } from "@/lib/data/operators/audit";
import {
  findLastMigration,
  inTransaction,
  type ProviderRows,
  type ProviderTable,
  hasRows,
  readRows,
  type RowOwner,
  SECRET_COLUMNS,
  withProviderRows,
} from "@/lib/data/provider-rows";
import { type AuditFacts, OperatorRefusal } from "@/lib/domain/operator";
import type { ProviderContext } from "@/lib/usecases/operations/change-provider";
import { readProvider } from "@/lib/usecases/operations/manage-providers";

export interface ExportedTable {
  table: string;
  file: string;
  rows: number;
  /** Of the file as it is, packed. */
  sha256: string;
  /** Columns that are not in the file, because they open something. */
  left_out: string[];
}

/** Raised when files, lines, or manifest are of another form. docs/operations.md, "A provider's data: how long, out, gone" */
const EXPORT_FORMAT = 1;

/** What an export holds. It is written last: a folder without it is no whole export. */
export interface ExportManifest {
  format_version: number;
  /** The last migration of the database that the rows are of: which columns they have. */
  migration: string;
  provider_id: string;
  /** Of this account's rows alone; left out where they are all of the provider. */
  account_id?: string;
  exported_at: string;
  tables: ExportedTable[];
}

/**
 * Writes all that is kept of a provider, or of one of its accounts, into a folder that is empty or not there yet: a packed file
 * a table with a line of JSON a row, all of one moment, and `manifest.json`. Holds some rows of a table in memory at a time.
 */
export async function exportProvider(
  { db, by, ownerUrl, now }: ProviderContext & { ownerUrl: string; now: Date },
  providerId: string,
  folder: string,
  accountId: string | null = null,
): Promise<ExportManifest> {
  const owner = { providerId, accountId };
  if ((await readProvider(db, providerId)) === null) throw new OperatorRefusal(`there is no provider ${providerId}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new OperatorRefusal(`${folder} is not empty. Name another folder.`);
  const record = (part: "export_begin" | "export", after: AuditFacts) =>
    recordAction(
      db.prisma,
      by,
      accountId === null
        ? { action: `provider.${part}`, object: { kind: "provider", id: providerId }, after }
        : {
            action: `account.${part}`,
            object: { kind: "account", id: accountId },
            after: { provider: providerId, ...after },
          },
    );
  // One that is cut off leaves files with names of people behind: who began it is known all the same.
  await record("export_begin", {});
  const { tables, migration } = await withProviderRows(ownerUrl, owner, async (rows) => {
    if (accountId !== null && !(await hasRows(rows))) throw new OperatorRefusal(nothingKept(owner));
    return inTransaction(rows, { isolation: "RepeatableRead" }, async () => {
      const written: ExportedTable[] = [];
      for (const table of rows.tables) written.push(await writeTable(rows, table, folder));
      return { tables: written, migration: await findLastMigration(rows) };
    });
  });
  const manifest = {
    format_version: EXPORT_FORMAT,
    migration,
    provider_id: providerId,
    ...(accountId === null ? {} : { account_id: accountId }),
    exported_at: now.toISOString(),
    tables,
  };
  await record("export", { rows: tables.reduce((sum, table) => sum + table.rows, 0), tables: tables.length });
  await writeFile(join(folder, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  return manifest;
}

/** An id that was mistyped must not look like an account that has nothing. */
export const nothingKept = ({ providerId, accountId }: RowOwner): string =>
  `nothing is kept of an account "${accountId}" of ${providerId}`;

async function writeTable(rows: ProviderRows, table: ProviderTable, folder: string): Promise<ExportedTable> {
  const file = `${table.name}.ndjson.gz`;
  const hash = createHash("sha256");
  let count = 0;
  const lines = async function* (): AsyncGenerator<string> {
    for await (const part of readRows(rows, table)) {
      count += part.length;
      for (const line of part) yield `${line}\n`;
    }
  };
  const hashed = new Transform({
    transform: (bytes: Buffer, _encoding, done) => {
      hash.update(bytes);
      done(null, bytes);
    },
  });
  await pipeline(Readable.from(lines()), createGzip(), hashed, createWriteStream(join(folder, file), { mode: 0o600 }));
  const sha256 = hash.digest("hex");
  return { table: table.name, file, rows: count, sha256, left_out: SECRET_COLUMNS[table.name] ?? [] };
}
