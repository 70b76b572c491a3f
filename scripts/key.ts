import { Command, InvalidArgumentError } from "commander";
import {
  expectProvider,
  issueApiKey,
  listApiKeys,
  MOST_OVERLAP_HOURS,
  revokeApiKey,
  rotateApiKey,
} from "@/lib/auth/api-keys";
import { asProvider } from "@/lib/data/db";
import { keyEnd } from "@/scripts/operator/key-end";
import { asOperator, byCommandLine } from "@/scripts/operator/open-database";

/** A prefix as `list` shows it, without the dots that stand for the rest. */
const withoutDots = (prefix: string): string => prefix.replace(/…$/, "");

const hours = (text: string): number => {
  const value = Number(text);
  if (!(value >= 0 && value <= MOST_OVERLAP_HOURS)) throw new InvalidArgumentError(`0 to ${MOST_OVERLAP_HOURS}`);
  return value;
};

/** `npm run key -- issue|list|rotate|revoke`: API keys. A key is shown once; only its keyed hash is kept. */
const program = new Command("key").description("API keys of a provider");

program
  .command("issue <provider_id>")
  .description("a new key; at most two are live at once, so that one can be brought in before the other goes")
  .option("--test", "a test key, which production refuses; the default where HEDGEROW_MODE is not production")
  .option(
    "--expires <day>",
    "its last day, which ends at midnight UTC; or a moment, such as 2027-06-30T12:00:00Z",
    keyEnd,
  )
  .action((providerId: string, options: { test?: true; expires?: Date }) =>
    asOperator(async (db, env) => {
      const environment = options.test === true || env.HEDGEROW_MODE !== "production" ? "test" : "live";
      const wanted = { providerId, environment, expiresAt: options.expires ?? null } as const;
      const context = { db, secret: env.API_KEY_HASH_SECRET, by: byCommandLine(), now: new Date() };
      console.log(await issueApiKey(context, wanted));
      console.error("This is the only time the key is shown.");
      if (wanted.expiresAt !== null) console.error(`It works until ${wanted.expiresAt.toISOString()}.`);
    }),
  );

program.command("list <provider_id>").action((providerId: string) =>
  asOperator(async (db) => {
    await asProvider(db, providerId, (tx) => expectProvider(tx, providerId));
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
  .command("rotate <provider_id> <prefix>")
  .description("a new key in place of the one that begins so, which works on for a while")
  .option("--overlap-hours <hours>", "how long the old key works on", hours, 72)
  .action((providerId: string, prefix: string, { overlapHours }: { overlapHours: number }) =>
    asOperator(async (db, env) => {
      const context = { db, secret: env.API_KEY_HASH_SECRET, by: byCommandLine(), now: new Date() };
      const rotated = await rotateApiKey(context, { providerId, prefix: withoutDots(prefix), overlapHours });
      console.log(rotated.key);
      console.error(`This is the only time the key is shown. The old one ends at ${rotated.oldEndsAt.toISOString()}.`);
    }),
  );

program
  .command("revoke <provider_id> <prefix>")
  .description(
    "refuses the key that begins so (or that is given whole), within 2 s where a process hears of it, and everywhere within a minute",
  )
  .action((providerId: string, prefix: string) =>
    asOperator(async (db) => {
      const context = { db, by: byCommandLine(), now: new Date() };
      console.log(`revoked ${await revokeApiKey(context, providerId, withoutDots(prefix))}…`);
      console.error(
        `Portal links that it asked for keep working. To end all links: npm run provider -- revoke-links ${providerId}`,
      );
    }),
  );

await program.parseAsync();
