import { Command } from "commander";
import type { ListedField } from "@/lib/data/fields";
import { changeArchived, SeveralFields } from "@/lib/usecases/operations/archive-field";
import { asOperator, byCommandLine } from "@/scripts/operator/open-database";

/** `npm run field -- archive|restore`: archived fields disappear from every route and stay in the database. */
const program = new Command("field").description("Fields of a provider");

const lineOf = ({ fieldId, accountId, fieldName, archivedAt }: ListedField): string =>
  `  ${fieldId}  account ${accountId}  ${fieldName}  ${archivedAt === null ? "live" : `archived ${archivedAt.toISOString()}`}`;

/** What the operator may not expect of a field that is as it is now. A field that is sent again under an archived id is a new one. */
function* hintsOn({ archivedAt, liveBeside, countedApplications }: Awaited<ReturnType<typeof changeArchived>>) {
  if (archivedAt === null && liveBeside > 0) {
    yield "Another live field has this id: checks of either are refused (DUPLICATE_FIELD) until one is archived, with --field-id.";
  }
  if (archivedAt !== null && countedApplications > 0) {
    const [count, noun] = [countedApplications, countedApplications === 1 ? "application" : "applications"];
    yield `No other field of this id counts the ${count} recent ${noun} of this one toward the limits of labels for a year and for the days between applications.`;
  }
}

/** Carries it out and prints the field, or the rows of which one has to be named. */
const change = (
  named: { providerId: string; providerFieldId: string; fieldId: string | undefined },
  archivedAt: Date | null,
): Promise<void> =>
  asOperator(async (db) => {
    try {
      const field = await changeArchived({ db, by: byCommandLine() }, named, archivedAt);
      console.log(`${archivedAt === null ? "restored" : "archived"}\n${lineOf(field)}`);
      for (const hint of hintsOn(field)) console.error(hint);
    } catch (error) {
      if (!(error instanceof SeveralFields)) throw error;
      throw new Error(`${error.message}; name one with --field-id:\n${error.fields.map(lineOf).join("\n")}`, {
        cause: error,
      });
    }
  });

program
  .command("archive <provider_id> <provider_field_id>")
  .option("--field-id <uuid>", "which row, where several have the id")
  .action((providerId: string, providerFieldId: string, { fieldId }: { fieldId?: string }) =>
    change({ providerId, providerFieldId, fieldId }, new Date()),
  );

program
  .command("restore <provider_id> <provider_field_id>")
  .description("beside a live row of the same id this makes two, which routes answer with DUPLICATE_FIELD")
  .option("--field-id <uuid>", "which row, where several have the id")
  .action((providerId: string, providerFieldId: string, { fieldId }: { fieldId?: string }) =>
    change({ providerId, providerFieldId, fieldId }, null),
  );

await program.parseAsync();
