import { readFile } from "node:fs/promises";
import { Command, InvalidArgumentError } from "commander";
import type { BrandPatch } from "@/lib/data/portal/branding";
import {
  createProvider,
  findProvider,
  listProviders,
  raiseLinkGeneration,
  setAttestationsCount,
  setPortalEnabled,
} from "@/lib/data/providers";
import { PORTAL_MODES, type PortalMode } from "@/lib/domain/provider";
import {
  accentUses,
  readAccent,
  readBrandName,
  readLogoFile,
  setBranding,
} from "@/lib/usecases/operations/set-branding";
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

/** `npm run provider -- create|brand|portal|attestations|revoke-links|list`: the farm-software companies that may call. */
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
      await setBranding(db, providerId, patch);
      console.log(`${providerId}: ${Object.keys(patch).join(", ")} saved`);
      if (color !== undefined) console.table(accentUses(color));
    }),
  );

program
  .command("revoke-links <provider_id>")
  .description("ends every portal link and session of the provider; links made from a minute on are good")
  .action((providerId: string) =>
    asOperator(async (db) => {
      const generation = await raiseLinkGeneration(db, providerId);
      console.log(`${providerId}: links of generations before ${generation} open nothing any more`);
      console.log("A web process may sign by the earlier generation for a minute yet: ask for new links after that.");
    }),
  );

program
  .command("portal <provider_id> <on|off>")
  .description("whether the provider's portal opens; what is saved in it stays")
  .action((providerId: string, state: string) =>
    asOperator(async (db) => {
      if (state !== "on" && state !== "off") throw new Error(`on or off, not "${state}"`);
      await setPortalEnabled(db, providerId, state === "on");
      console.log(`${providerId}: portal ${state}`);
    }),
  );

program
  .command("attestations <provider_id> <count|show>")
  .description("whether applicators' own answers count in the provider's answers, or are only shown")
  .action((providerId: string, state: string) =>
    asOperator(async (db) => {
      if (state !== "count" && state !== "show") throw new Error(`count or show, not "${state}"`);
      await setAttestationsCount(db, providerId, state === "count");
      console.log(`${providerId}: attestations ${state === "count" ? "count" : "are shown and do not count"}`);
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
