import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { Command, InvalidArgumentError } from "commander";
import type { BrandPatch } from "@/lib/data/portal/branding";
import { PORTAL_MODES, type PortalMode } from "@/lib/domain/provider";
import { eraseAccount } from "@/lib/usecases/operations/erase-account";
import { eraseProvider } from "@/lib/usecases/operations/erase-provider";
import { exportProvider } from "@/lib/usecases/operations/export-provider";
import {
  createProvider,
  listProvidersWithAccess,
  offboardProvider,
  revokeLinks,
  setAttestationsCount,
  setKeepYears,
  setPortalEnabled,
  setPortalLinks,
} from "@/lib/usecases/operations/manage-providers";
import {
  accentUses,
  readAccent,
  readBrandName,
  readLogoFile,
  setBranding,
} from "@/lib/usecases/operations/set-branding";
import type { Environment } from "@/lib/runtime/env";
import { asOperator, byCommandLine } from "@/scripts/operator/open-database";

const portalMode = (text: string): PortalMode => {
  const mode = PORTAL_MODES.find((known) => known === text);
  if (mode === undefined) throw new InvalidArgumentError(`one of ${PORTAL_MODES.join(", ")}`);
  return mode;
};
const days = (text: string): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 366) throw new InvalidArgumentError("whole days from 1 to 366");
  return value;
};

/** The service's own role may delete little. */
const ownerUrlOf = (env: Environment): string => env.DATABASE_DIRECT_URL ?? env.DATABASE_URL;

/** `npm run provider -- create|brand|portal|links|attestations|keep|revoke-links|offboard|export|erase|list`: the farm-software companies that may call. */
const program = new Command("provider").description("Providers of this installation");

program
  .command("create <provider_id> <name>")
  .description("a new provider; its id is what provider_id in requests has to be")
  .option("--portal-mode <mode>", "signed_link or token", portalMode, "signed_link")
  .option("--link-days <days>", "how long a portal link lives", days, 30)
  .action((providerId: string, name: string, options: { portalMode: PortalMode; linkDays: number }) =>
    asOperator(async (db) => {
      await createProvider({ db, by: byCommandLine() }, { providerId, name, ...options });
      console.log(`created ${providerId}; issue its first key with: npm run key -- issue ${providerId}`);
    }),
  );

interface BrandOptions {
  name?: string;
  accent?: string;
  logo?: string;
  clear?: ("name" | "accent" | "logo")[];
}

program
  .command("brand <provider_id>")
  .description("how the provider's portal looks; what is not named stays as it is")
  .option("--name <name>", "shown instead of the provider's own name")
  .option("--accent <#rrggbb>", "color of buttons and links; moved as far as it has to be to be read")
  .option(
    "--logo <file>",
    "PNG, JPEG or WebP of at most 128 KiB and 8 million pixels; shown 36 pixels high on white, and in PDFs",
  )
  .option("--clear <part...>", "take away: name, accent, logo")
  .action((providerId: string, { name, accent, logo, clear = [] }: BrandOptions) =>
    asOperator(async (db) => {
      const unknown = clear.find((part) => !["name", "accent", "logo"].includes(part));
      if (unknown !== undefined) throw new Error(`there is no part "${unknown}" to take away`);
      const color = accent === undefined ? undefined : readAccent(accent);
      const patch: BrandPatch = {
        ...Object.fromEntries(clear.map((part) => [part, null])),
        ...(name === undefined ? {} : { name: readBrandName(name) }),
        ...(color === undefined ? {} : { accent: color }),
        ...(logo === undefined ? {} : { logo: await readLogoFile(await readFile(logo)) }),
      };
      if (Object.keys(patch).length === 0)
        throw new Error("name what is to be changed: --name, --accent, --logo, --clear");
      await setBranding({ db, by: byCommandLine() }, providerId, patch);
      console.log(`${providerId}: ${Object.keys(patch).join(", ")} saved`);
      if (color !== undefined) console.table(accentUses(color));
    }),
  );

program
  .command("revoke-links <provider_id>")
  .description("ends every portal link and session of the provider; links made from a minute on are good")
  .action((providerId: string) =>
    asOperator(async (db) => {
      const generation = await revokeLinks({ db, by: byCommandLine() }, providerId);
      console.log(
        `${providerId}: token links, and signed links of generations before ${generation}, open nothing any more`,
      );
      console.log("A web process may sign by the earlier generation for a minute yet: ask for new links after that.");
    }),
  );

program
  .command("portal <provider_id> <on|off>")
  .description("whether the provider's portal opens; what is saved in it stays")
  .action((providerId: string, state: string) =>
    asOperator(async (db) => {
      if (state !== "on" && state !== "off") throw new Error(`on or off, not "${state}"`);
      await setPortalEnabled({ db, by: byCommandLine() }, providerId, state === "on");
      console.log(`${providerId}: portal ${state}`);
    }),
  );

program
  .command("links <provider_id>")
  .description("which kind of portal links the provider gets, and how long new ones live")
  .requiredOption("--portal-mode <mode>", "signed_link or token", portalMode)
  .requiredOption("--link-days <days>", "how long a portal link lives", days)
  .action((providerId: string, options: { portalMode: PortalMode; linkDays: number }) =>
    asOperator(async (db) => {
      await setPortalLinks({ db, by: byCommandLine() }, providerId, options);
      console.log(`${providerId}: ${options.portalMode}, links live ${options.linkDays} days`);
    }),
  );

program
  .command("offboard <provider_id>")
  .description("revokes keys and links, closes the portal, and switches webhooks off; fields and answers stay")
  .action((providerId: string) =>
    asOperator(async (db) => {
      const done = await offboardProvider({ db, by: byCommandLine(), now: new Date() }, providerId);
      console.log(`${providerId}: ${done.keysRevoked} keys revoked, ${done.webhooksOff} webhooks off, portal closed`);
    }),
  );

program
  .command("keep <provider_id> <years>")
  .description("how many whole years after its own an application is kept, 2 to 50; what is older ends at night")
  .action((providerId: string, years: string) =>
    asOperator(async (db) => {
      await setKeepYears({ db, by: byCommandLine() }, providerId, Number(years));
      console.log(`${providerId}: applications are kept for ${years} years after their own`);
    }),
  );

program
  .command("export <provider_id> <folder>")
  .description("writes all that is kept of the provider into an empty folder: a packed file of JSON lines a table")
  .option("--account <account_id>", "of this account of the provider alone")
  .action((providerId: string, folder: string, { account = null }: { account?: string | null }) =>
    asOperator(async (db, env) => {
      const context = { db, by: byCommandLine(), ownerUrl: ownerUrlOf(env), now: new Date() };
      const { tables } = await exportProvider(context, providerId, folder, account);
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      console.log(`${account ?? providerId}: ${rows} rows of ${tables.length} tables in ${folder}`);
      console.log("Names and e-mail addresses of people are among them; keys and secrets are not.");
    }),
  );

interface EraseOptions {
  account?: string;
  confirm: string;
  includingKept: boolean;
}

program
  .command("erase <provider_id>")
  .description("erases all that is kept of a provider that was off-boarded, or of one account; nothing brings it back")
  .option("--account <account_id>", "this account of the provider alone, which goes on working")
  .requiredOption("--confirm <id>", "the id of the provider, or of the account, once more")
  .option("--including-kept", "records and reports too that a rule asks to keep longer: you exported them", false)
  .action((providerId: string, { account, confirm, includingKept }: EraseOptions) =>
    asOperator(async (db, env) => {
      const id = account ?? providerId;
      if (confirm !== id) throw new Error(`--confirm says ${confirm}, not ${id}. Nothing was changed.`);
      const context = { db, by: byCommandLine(), ownerUrl: ownerUrlOf(env), now: new Date() };
      const erasure = { ...context, includesKept: includingKept };
      if (account === undefined) {
        console.table(tableOf(await eraseProvider(erasure, providerId)));
      } else {
        const { erased, late } = await eraseAccount({ ...erasure, wait }, { providerId, accountId: account });
        console.table(tableOf(erased));
        if (late > 0)
          console.log(`${late} of these rows came meanwhile. Ask ${providerId} whether it still sends ${account}.`);
      }
      console.log(`${id} is erased. Backups hold it until they end.`);
    }),
  );

const tableOf = (erased: Record<string, number>) => Object.entries(erased).map(([table, rows]) => ({ table, rows }));

const wait = (seconds: number): Promise<void> => {
  console.log(
    `Erased. Requests that came in before may still write: this looks again in ${seconds} seconds, and then ends.`,
  );
  return delay(seconds * 1000);
};

program
  .command("attestations <provider_id> <count|show>")
  .description("whether applicators' own answers count in the provider's answers, or are only shown")
  .action((providerId: string, state: string) =>
    asOperator(async (db) => {
      if (state !== "count" && state !== "show") throw new Error(`count or show, not "${state}"`);
      await setAttestationsCount({ db, by: byCommandLine() }, providerId, state === "count");
      console.log(`${providerId}: attestations ${state === "count" ? "count" : "are shown and do not count"}`);
    }),
  );

program.command("list").action(() =>
  asOperator(async (db) => {
    const providers = await listProvidersWithAccess(db);
    console.table(
      providers.map((row) => ({
        provider_id: row.provider_id,
        name: row.name,
        portal: row.portal_mode,
        created: row.created_at.toISOString(),
        offboarded: row.offboardedAt?.toISOString() ?? "no",
      })),
    );
  }),
);

await program.parseAsync();
