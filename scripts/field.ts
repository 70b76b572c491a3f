import { Command } from "commander";
import { asProvider, type Db } from "@/lib/data/db";
import { findFieldsByProviderId, setArchived, type ListedField } from "@/lib/data/fields";
import { asOperator } from "@/scripts/operator/open-database";

const describe = ({ fieldId, accountId, fieldName, archivedAt }: ListedField): string =>
  `  ${fieldId}  account ${accountId}  ${fieldName}  ${archivedAt === null ? "live" : `archived ${archivedAt.toISOString()}`}`;

/** The one field meant: by its own id where several rows have the provider's id. */
async function changeOne(
  db: Db,
  names: { providerId: string; providerFieldId: string; fieldId: string | undefined },
  wanted: { from: (field: ListedField) => boolean; archivedAt: Date | null; verb: string },
): Promise<void> {
  await asProvider(db, names.providerId, async (tx) => {
    const all = await findFieldsByProviderId(tx, names.providerId, names.providerFieldId);
    const fitting = all
      .filter(wanted.from)
      .filter(({ fieldId }) => names.fieldId === undefined || fieldId === names.fieldId);
    const [field] = fitting;
    if (field === undefined) throw new Error(`${names.providerId} has no such field to ${wanted.verb}`);
    if (fitting.length > 1) {
      throw new Error(`several rows have this id; name one with --field-id:\n${fitting.map(describe).join("\n")}`);
    }
    await setArchived(tx, names.providerId, field.fieldId, wanted.archivedAt);
    console.log(`${wanted.verb}d\n${describe({ ...field, archivedAt: wanted.archivedAt })}`);
  });
}

/** `npm run field -- archive|restore`: archived fields disappear from every route and stay in the database. */
const program = new Command("field").description("Fields of a provider");

program
  .command("archive <provider_id> <provider_field_id>")
  .option("--field-id <uuid>", "which row, where several have the id")
  .action((providerId: string, providerFieldId: string, options: { fieldId?: string }) =>
    asOperator((db) =>
      changeOne(
        db,
        { providerId, providerFieldId, fieldId: options.fieldId },
        { from: ({ archivedAt }) => archivedAt === null, archivedAt: new Date(), verb: "archive" },
      ),
    ),
  );

program
  .command("restore <provider_id> <provider_field_id>")
  .description("beside a live row of the same id this makes two, which routes answer with DUPLICATE_FIELD")
  .option("--field-id <uuid>", "which row, where several have the id")
  .action((providerId: string, providerFieldId: string, options: { fieldId?: string }) =>
    asOperator((db) =>
      changeOne(
        db,
        { providerId, providerFieldId, fieldId: options.fieldId },
        { from: ({ archivedAt }) => archivedAt !== null, archivedAt: null, verb: "restore" },
      ),
    ),
  );

await program.parseAsync();
