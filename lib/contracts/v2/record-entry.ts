import { z } from "zod";
import {
  factFault,
  type NewRecordEntry,
  type RecordEntry,
  type RecordStatement,
} from "@/lib/domain/application-record";
import { isoTime, text, timestamp } from "@/lib/contracts/shared/text";
import { readingMomentSchema, recordFactSchema } from "@/lib/contracts/vocabulary/records";

const offsetTime = z.iso.datetime({ offset: true, error: "must be a time in ISO 8601 with its offset from UTC" });
const factValue = z.union([z.number().min(-100).max(1_000_000), text(1000)]);

const readingMembers = {
  moment: readingMomentSchema,
  read_at: offsetTime.describe("When the air was read, with the offset of the place: `2026-06-15T09:05:00-05:00`."),
  wind_speed_mph: z.number().min(0).max(150).nullable().describe("Wind speed at boom height, mph; null: not read."),
  wind_direction_deg: z
    .number()
    .min(0)
    .lt(360)
    .nullable()
    .describe("Where the wind comes from, degrees clockwise from north; null: not read."),
  temperature_f: z
    .number()
    .min(-60)
    .max(150)
    .nullable()
    .describe("Air temperature, degrees Fahrenheit; null: not read."),
};

const entryMembers = {
  entry_id: z.uuid().describe("A UUID of your own. An entry that is sent again is kept once."),
  written_at: offsetTime.describe("When it was written down."),
};
const replaces = z
  .uuid()
  .nullable()
  .default(null)
  .describe("The entry that this one corrects; null: none. Both are kept.");

const sentReading = z
  .strictObject({
    kind: z.literal("reading").describe("A reading of the air."),
    ...entryMembers,
    replaces,
    ...readingMembers,
  })
  .meta({ id: "SentRecordReading", description: "A reading of the air." });

const sentFact = z
  .strictObject({
    kind: z.literal("fact").describe("A fact."),
    ...entryMembers,
    replaces,
    name: recordFactSchema,
    value: factValue.describe("A number, a day or text, as the fact asks."),
  })
  .superRefine((fact, ctx) => {
    const message = factFault(fact);
    if (message !== null) ctx.addIssue({ code: "custom", path: ["value"], message });
  })
  .meta({ id: "SentRecordFact", description: "One fact. The last that was sent of each counts." });

const sentStrike = z
  .strictObject({
    kind: z.literal("strike").describe("Takes an entry out."),
    ...entryMembers,
    replaces: z.uuid().describe("The entry that is taken out. It is kept and counts no more."),
    reason: text(500).describe("Why, in your words."),
  })
  .meta({ id: "SentRecordStrike", description: "Takes an entry out that should not stand." });

const sentEntry = z.discriminatedUnion("kind", [sentReading, sentFact, sentStrike]);
type SentEntry = z.output<typeof sentEntry>;

const hasNoRepeats = (entries: readonly { entry_id: string }[]): boolean =>
  new Set(entries.map(({ entry_id }) => entry_id)).size === entries.length;

export const sentEntries = z
  .array(sentEntry)
  .min(1)
  .max(100)
  .refine(hasNoRepeats, "must name each entry once")
  .describe("In the order they were written. All are kept or none.")
  .transform((entries) => entries.map(toEntry));

const toEntry = (sent: SentEntry): NewRecordEntry => ({
  entryId: sent.entry_id,
  replaces: sent.replaces,
  writtenAt: sent.written_at,
  statement: statementOf(sent),
});

function statementOf(sent: SentEntry): RecordStatement {
  if (sent.kind === "fact") return { kind: "fact", name: sent.name, value: sent.value };
  if (sent.kind === "strike") return { kind: "strike", reason: sent.reason };
  return {
    kind: "reading",
    moment: sent.moment,
    readAt: sent.read_at,
    windSpeedMph: sent.wind_speed_mph,
    windDirectionDeg: sent.wind_direction_deg,
    temperatureF: sent.temperature_f,
  };
}

const photoMembers = {
  caption: z.string().describe("What was written of it; empty: nothing."),
  taken_at: z.string().describe("When it was taken, by the device's clock."),
  place: z
    .strictObject({
      lat: z.number().describe("Latitude, degrees."),
      lon: z.number().describe("Longitude, degrees."),
    })
    .meta({ id: "RecordPhotoPlace", description: "Where a device was." })
    .nullable()
    .describe(
      "Where the device was as the photo was added; null: the applicator did not want it kept, or no one knows.",
    ),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe("SHA-256 of the picture, hexadecimal."),
  bytes: z.int().describe("Size of the picture, bytes."),
  width_px: z.int().describe("Width, pixels."),
  height_px: z.int().describe("Height, pixels."),
};

const statementSchema = z
  .discriminatedUnion("kind", [
    z
      .strictObject({ kind: z.literal("reading").describe("A reading of the air."), ...readingMembers })
      .meta({ id: "RecordReading", description: "A reading of the air." }),
    z
      .strictObject({
        kind: z.literal("fact").describe("A fact."),
        name: recordFactSchema,
        value: factValue.describe("A number, a day or text, as the fact asks."),
      })
      .meta({ id: "RecordedFact", description: "One fact." }),
    z
      .strictObject({ kind: z.literal("photo").describe("A photo."), ...photoMembers })
      .meta({ id: "RecordPhoto", description: "A photo. `downloadRecordPhoto` gives the picture." }),
    z
      .strictObject({
        kind: z.literal("strike").describe("An entry was taken out."),
        reason: z.string().describe("Why."),
      })
      .meta({ id: "RecordStrike", description: "An entry that should not stand was taken out." }),
  ])
  .meta({ id: "RecordStatement", description: "What an entry says." });

function presentStatement(statement: RecordStatement): z.input<typeof statementSchema> {
  if (statement.kind === "photo") {
    const { takenAt, widthPx, heightPx, ...photo } = statement;
    return { ...photo, taken_at: takenAt, width_px: widthPx, height_px: heightPx };
  }
  if (statement.kind !== "reading") return statement;
  return {
    kind: "reading",
    moment: statement.moment,
    read_at: statement.readAt,
    wind_speed_mph: statement.windSpeedMph,
    wind_direction_deg: statement.windDirectionDeg,
    temperature_f: statement.temperatureF,
  };
}

export const entrySchema = z
  .strictObject({
    entry_id: z.uuid().describe("The entry's own UUID."),
    statement: statementSchema,
    replaces: z.uuid().nullable().describe("The entry that it corrects or takes out; null: none."),
    written_at: z.string().describe("When it was written down, by the writer's clock."),
    saved_at: timestamp.describe("When it was kept, UTC."),
    is_addition: z.boolean().describe("It came after the record was signed."),
    was: statementSchema
      .nullable()
      .describe("Of an addition: what it stands against in the signed record. Null: nothing, or it is none."),
  })
  .meta({ id: "RecordEntry", description: "An entry of a record, as it is kept for all time that the record is." });

export const presentEntry = (entry: RecordEntry, was: RecordStatement | null): z.input<typeof entrySchema> => ({
  entry_id: entry.entryId,
  statement: presentStatement(entry.statement),
  replaces: entry.replaces,
  written_at: entry.writtenAt,
  saved_at: isoTime(entry.savedAt),
  is_addition: entry.isAddition,
  was: was === null ? null : presentStatement(was),
});
