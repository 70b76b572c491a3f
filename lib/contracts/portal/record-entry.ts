import { z } from "zod";
import { factFault, RECORD_FACT_NAMES, type NewRecordEntry } from "@/lib/domain/application-record";
import { READING_MOMENTS } from "@/lib/domain/record-terms";
import { MAX_CAPTION_LENGTH, MAX_SENT_PHOTO, type SentPhoto } from "@/lib/domain/record-photo";
import { text } from "@/lib/contracts/shared/text";

const offsetTime = z.iso.datetime({ offset: true });

const statement = z
  .discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("reading"),
      moment: z.enum(READING_MOMENTS),
      readAt: offsetTime,
      windSpeedMph: z.number().min(0).max(150).nullable(),
      windDirectionDeg: z.number().min(0).lt(360).nullable(),
      temperatureF: z.number().min(-60).max(150).nullable(),
    }),
    z.strictObject({
      kind: z.literal("fact"),
      name: z.enum(RECORD_FACT_NAMES),
      value: z.union([z.number().min(-100).max(1_000_000), text(1000)]),
    }),
    z.strictObject({ kind: z.literal("strike"), reason: text(500) }),
  ])
  .superRefine((said, ctx) => {
    const message = said.kind === "fact" ? factFault(said) : null;
    if (message !== null) ctx.addIssue({ code: "custom", path: ["value"], message });
  });

/** An entry of a record as a page sends it. A strike names what it strikes. */
export const portalRecordEntry: z.ZodType<NewRecordEntry, NewRecordEntry> = z
  .strictObject({ entryId: z.uuid(), statement, replaces: z.uuid().nullable(), writtenAt: offsetTime })
  .refine(({ statement: said, replaces }) => said.kind !== "strike" || replaces !== null, {
    path: ["replaces"],
    message: "must name the entry that is struck",
  });

/** A photo as a page sends it. Who takes it out strikes its entry. */
export const portalRecordPhoto: z.ZodType<SentPhoto, SentPhoto> = z.strictObject({
  entryId: z.uuid(),
  writtenAt: offsetTime,
  takenAt: offsetTime,
  caption: z.union([z.literal(""), text(MAX_CAPTION_LENGTH)]),
  place: z.strictObject({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) }).nullable(),
  jpeg: z.base64().min(1).max(MAX_SENT_PHOTO),
});
