import { Command, InvalidArgumentError } from "commander";
import { issueApiKey, listApiKeys, revokeApiKey } from "@/lib/auth/api-keys";
import { asOperator } from "@/scripts/operator/open-database";

const moment = (text: string): Date => {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new InvalidArgumentError("a date such as 2027-06-30");
  return date;
};

/** `npm run key -- issue|list|revoke`: API keys. A key is shown once; only its keyed hash is kept. */
const program = new Command("key").description("API keys of a provider");

program
  .command("issue <provider_id>")
  .description("a new key; at most two are live at once, so that one can be brought in before the other goes")
  .option("--test", "a test key, which production refuses; the default where HEDGEROW_MODE is not production")
  .option("--expires <date>", "refuse it from this moment on", moment)
  .action((providerId: string, options: { test?: true; expires?: Date }) =>
    asOperator(async (db, env) => {
      const environment = options.test === true || env.HEDGEROW_MODE !== "production" ? "test" : "live";
      const wanted = { providerId, environment, expiresAt: options.expires ?? null } as const;
      console.log(await issueApiKey(db, env.API_KEY_HASH_SECRET, wanted, new Date()));
      console.error("This is the only time the key is shown.");
    }),
  );

program.command("list <provider_id>").action((providerId: string) =>
  asOperator(async (db) => {
    const keys = await listApiKeys(db, providerId);
    console.table(
      keys.map((key) => ({
        key: `${key.prefix}…`,
        environment: key.environment,
        created: key.createdAt.toISOString(),
        expires: key.expiresAt?.toISOString() ?? "never",
        revoked: key.revokedAt?.toISOString() ?? "no",
        last_used: key.lastUsedAt?.toISOString() ?? "never",
      })),
    );
  }),
);

program
  .command("revoke <provider_id> <prefix>")
  .description("refuses the key that begins so, everywhere within a minute")
  .action((providerId: string, prefix: string) =>
    asOperator(async (db) => {
      // As `list` shows it, with the dots that stand for the rest.
      const begins = prefix.replace(/…$/, "");
      await revokeApiKey(db, providerId, begins, new Date());
      console.log(`revoked ${begins}…`);
    }),
  );

await program.parseAsync();
