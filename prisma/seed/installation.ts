import pg from "pg";

/** The seed does not load here, for a reason the operator can act on. The message is one clear line. */
export class SeedRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = "SeedRefusal";
  }
}

const MARK = "demonstration";
/** Any number that the seed alone uses: two starts at once wait for each other. */
const LOCK = 4_702_111_319;

/**
 * What a database is to the seed. `unmigrated`: empty, without our tables. `empty`: with our tables and nothing in
 * them. `marked`: it holds the demonstration. `foreign`: someone else's data, which is never touched.
 */
export type DatabaseState = "unmigrated" | "empty" | "marked" | "foreign";

type Client = Pick<pg.ClientBase, "query">;

async function ask(client: Client, question: string): Promise<boolean> {
  const { rows } = await client.query<{ answer: boolean }>(`SELECT ${question} AS answer`);
  return rows[0]?.answer === true;
}

async function judge(client: Client): Promise<DatabaseState> {
  if (!(await ask(client, "to_regclass('public.installation_mark') IS NOT NULL"))) {
    return (await ask(client, HAS_TABLES)) ? "foreign" : "unmigrated";
  }
  if (await ask(client, `EXISTS (SELECT FROM public.installation_mark WHERE mark = '${MARK}')`)) return "marked";
  return (await ask(client, HAS_DATA)) ? "foreign" : "empty";
}

/** Tables that are no one's extension's. The list of migrations is there before the first of them has been applied. */
const HAS_TABLES = `EXISTS (
  SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname NOT IN ('pg_catalog', 'information_schema')
    AND n.nspname NOT LIKE 'pg\\_toast%' AND n.nspname NOT LIKE 'pg\\_temp%' AND c.relname <> '_prisma_migrations'
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e'))`;

// Row-level security hides every provider from a plain connection, so the function that lists them all is asked.
const HAS_DATA = "EXISTS (SELECT FROM public.data_set) OR EXISTS (SELECT FROM public.list_providers())";

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: "hedgerow seed" });
  // A connection that breaks while idle reports by event; the statement after it fails with the reason.
  client.on("error", () => undefined);
  await client.connect().catch((error: unknown) => {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new SeedRefusal(`The database cannot be reached (${code}).`);
  });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function refuseForeign(state: DatabaseState): void {
  if (state !== "foreign") return;
  throw new SeedRefusal(
    "The database holds data that is not the demonstration's, so nothing is loaded. Point DATABASE_URL at an empty database.",
  );
}

/** Refuses a database that the demonstration must not touch; one without our tables yet may be migrated. */
export const checkInstallation = (url: string): Promise<void> =>
  withClient(url, async (client) => refuseForeign(await judge(client)));

/** Marks the database as the demonstration's and keeps other seeds out while `work` runs. */
export const asDemonstration = <T>(url: string, work: () => Promise<T>): Promise<T> =>
  withClient(url, async (client) => {
    await client.query("SELECT pg_advisory_lock($1)", [LOCK]);
    const state = await judge(client);
    refuseForeign(state);
    if (state === "unmigrated") throw new SeedRefusal("The database has no tables yet: run npm run migrate first.");
    // Before anything is loaded, so that a start that is broken off can be taken up again.
    await client.query(
      "INSERT INTO public.installation_mark (mark, value) VALUES ($1, 'loaded by prisma/seed.ts') ON CONFLICT (mark) DO NOTHING",
      [MARK],
    );
    return work();
  });
