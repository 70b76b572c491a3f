import { Command, InvalidArgumentError } from "commander";
import { createProvider, findProvider, listProviders } from "@/lib/data/providers";
import { PORTAL_MODES, type PortalMode } from "@/lib/domain/provider";
import { asOperator } from "@/scripts/operator/open-database";

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

/** `npm run provider -- create|list`: the farm-software companies that may call. */
const program = new Command("provider").description("Providers of this installation");

program
  .command("create <provider_id> <name>")
  .description("a new provider; its id is what provider_id in requests has to be")
  .option("--portal-mode <mode>", "signed_link or token", portalMode, "signed_link")
  .option("--link-days <days>", "how long a portal link lives", days, 30)
  .action((providerId: string, name: string, options: { portalMode: PortalMode; linkDays: number }) =>
    asOperator(async (db) => {
      if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/.test(providerId)) {
        throw new Error("a provider id has 1 to 200 letters, digits, dots, hyphens or underscores");
      }
      if ((await findProvider(db, providerId)) !== null) throw new Error(`there is a provider ${providerId} already`);
      await createProvider(db, {
        providerId,
        name,
        portalMode: options.portalMode,
        portalLinkTtlS: options.linkDays * 86_400,
      });
      console.log(`created ${providerId}; issue its first key with: npm run key -- issue ${providerId}`);
    }),
  );

program.command("list").action(() =>
  asOperator(async (db) => {
    const providers = await listProviders(db);
    console.table(
      providers.map((row) => ({
        provider_id: row.provider_id,
        name: row.name,
        portal: row.portal_mode,
        created: row.created_at.toISOString(),
      })),
    );
  }),
);

await program.parseAsync();
