import { Command } from "commander";
import { changeArchived } from "@/lib/usecases/operations/archive-field";
import { asOperator, byCommandLine } from "@/scripts/operator/open-database";

/** `npm run field -- archive|restore`: archived fields disappear from every route and stay in the database. */
const program = new Command("field").description("Fields of a provider");

program
  .command("archive <provider_id> <provider_field_id>")
  .option("--field-id <uuid>", "which row, where several have the id")
  .action((providerId: string, providerFieldId: string, { fieldId }: { fieldId?: string }) =>
    asOperator(async (db) => {
      const context = { db, by: byCommandLine() };
      console.log(`archived\n${await changeArchived(context, { providerId, providerFieldId, fieldId }, new Date())}`);
    }),
  );

program
  .command("restore <provider_id> <provider_field_id>")
  .description("beside a live row of the same id this makes two, which routes answer with DUPLICATE_FIELD")
  .option("--field-id <uuid>", "which row, where several have the id")
  .action((providerId: string, providerFieldId: string, { fieldId }: { fieldId?: string }) =>
    asOperator(async (db) => {
      const context = { db, by: byCommandLine() };
      console.log(`restored\n${await changeArchived(context, { providerId, providerFieldId, fieldId }, null)}`);
    }),
  );

await program.parseAsync();
