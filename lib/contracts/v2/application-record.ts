import { z } from "zod";
import { additionsOf, type FilledRecord, type RecordItem, type RecordSet } from "@/lib/domain/application-record";
import { EVIDENCE } from "@/lib/domain/citation";
import type { ApplicationRecord } from "@/lib/usecases/records/record-facts";
import { defineContract } from "@/lib/contracts/shared/contract";
import { isoTime, personName, timestamp } from "@/lib/contracts/shared/text";
import { applicationParams } from "@/lib/contracts/v2/application-compliance";
import { entrySchema, presentEntry, sentEntries } from "@/lib/contracts/v2/record-entry";
import { presentWeather, recordWeatherSchema } from "@/lib/contracts/v2/record-weather";
import { recordPartSchema, recordSourceSchema } from "@/lib/contracts/vocabulary/records";

const itemSchema = z
  .strictObject({
    id: z.string().describe("Names the item within its rule."),
    no: z.int().nullable().describe("Its number in the rule's own list; null: asked for elsewhere, and not counted."),
    text: z.string().describe("What the rule asks for, for people."),
    values: z
      .array(
        z
          .strictObject({
            part: recordPartSchema,
            text: z.string().describe("The value, for people."),
            source: recordSourceSchema,
          })
          .meta({ id: "RecordValue", description: "One value of an item." }),
      )
      .describe("What is known."),
    missing: z.array(recordPartSchema).describe("What is not known yet. Empty: the item is complete."),
    evidence: z.enum(EVIDENCE).describe("How the rule is known."),
    sources: z
      .array(
        z
          .strictObject({
            title: z.string().describe("The document."),
            locator: z.string().describe("Where in it."),
            url: z.string().nullable().describe("Its address; null: none."),
          })
          .meta({ id: "RecordRuleSource", description: "Where a rule stands." }),
      )
      .describe("Where the rule stands."),
  })
  .meta({ id: "RecordItem", description: "One thing that a rule asks to be written down." });

const setSchema = z
  .strictObject({
    id: z.string().describe("Names the rule: `federal`, `label:<number>@<label date>` or `state:<code>`."),
    title: z.string().describe("The rule, for people."),
    binding: z
      .enum(["yes", "unknown"])
      .describe("`unknown`: whether the rule binds this application is not known, so it is asked all the same."),
    complete: z.int().describe("Counted items that are complete."),
    total: z.int().describe("Counted items."),
    kept_years: z.int().nullable().describe("Years that the rule asks to keep the record; null: it names none."),
    record_point: z
      .int()
      .nullable()
      .describe(
        "Runoff points that the label gives for keeping the record; null: it says nothing. No score hangs on it.",
      ),
    items: z.array(itemSchema).describe("The items, in the rule's order."),
  })
  .meta({ id: "RecordSet", description: "What one rule asks to be written down." });

const flagSchema = z
  .strictObject({
    entry_id: z.uuid().nullable().describe("The entry that says it; null: it was sent with the check."),
    limit: z.string().describe("The limit, for people."),
    product_name: z.string().nullable().describe("The product whose limit it is; null: a rule of no one product."),
    sent: z.string().describe("What was written down, for people."),
  })
  .meta({ id: "RecordFlag", description: "Something true outside a limit. It is kept and shown, never refused." });

export const applicationRecordResponse = z
  .strictObject({
    success: z.literal(true).describe("True on every 200. It says nothing about compliance."),
    application_event_id: z.uuid().describe("The application."),
    applied_on: z.iso
      .date()
      .describe("Day of application: of the recorded start, or of the check while there is none."),
    sets: z.array(setSchema).describe("What each rule asks for. The first is the one to tell the record's state by."),
    unread_labels: z
      .array(z.string())
      .describe("Products whose label's list of records no one has read here. Read those labels yourself."),
    flags: z.array(flagSchema).describe("What lies outside a limit."),
    due: z
      .strictObject({
        on: z.iso.date().describe("The day by which the record has to be written."),
        at: timestamp
          .nullable()
          .describe("The moment, where the rule counts hours and an end is known; null: the day counts."),
        title: z.string().describe("The rule, for people."),
      })
      .meta({ id: "RecordDeadline", description: "The earliest deadline of the rules that bind, or may." })
      .describe("The earliest deadline."),
    kept_until: z.iso.date().describe("Last day that the record has to be kept by the rules known here."),
    weather: recordWeatherSchema,
    signed: z
      .strictObject({
        by: z.string().describe("The name that the applicator typed."),
        at: timestamp.describe("When, UTC."),
        record_hash: z
          .string()
          .regex(/^[0-9a-f]{64}$/)
          .describe("SHA-256 of the canonical JSON of what was signed, hexadecimal."),
      })
      .meta({ id: "RecordSignature", description: "Who signed the record." })
      .nullable()
      .describe(
        "Null: not signed. Once signed, `sets`, `flags` and `weather` are what was signed; what came later is in `entries`.",
      ),
    entries: z.array(entrySchema).describe("Everything that was written into the record, in its order."),
  })
  .meta({ id: "ApplicationRecord", description: "The record of an application." });

const presentItem = ({ id, no, text, values, missing, evidence, sources }: RecordItem): z.input<typeof itemSchema> => ({
  id,
  no,
  text,
  values: values.map((value) => ({ part: value.part, text: value.text, source: value.source })),
  missing,
  evidence,
  sources,
});

const presentSet = ({ keptYears, recordPoint, items, ...set }: RecordSet): z.input<typeof setSchema> => ({
  ...set,
  kept_years: keptYears,
  record_point: recordPoint,
  items: items.map(presentItem),
});

const presentFlag = ({ entryId, limit, productName, sent }: FilledRecord["flags"][number]) => ({
  entry_id: entryId,
  limit,
  product_name: productName,
  sent,
});

function presentRecord({
  application,
  ground,
  filled,
  signed,
}: ApplicationRecord): z.input<typeof applicationRecordResponse> {
  const shown = signed?.record ?? filled;
  const was = new Map(additionsOf(ground.entries).map((addition) => [addition.entry.entryId, addition.was]));
  const { signature } = ground;
  return {
    success: true,
    application_event_id: application.saved.applicationEventId,
    applied_on: shown.appliedOn,
    sets: shown.sets.map(presentSet),
    unread_labels: shown.unreadLabels,
    flags: shown.flags.map(presentFlag),
    due: shown.due,
    kept_until: shown.keptUntil,
    weather: presentWeather(shown.weather),
    signed:
      signature === null
        ? null
        : { by: signature.signedBy, at: isoTime(signature.signedAt), record_hash: signature.recordHash },
    entries: ground.entries.map((entry) => presentEntry(entry, was.get(entry.entryId) ?? null)),
  };
}

const RECORD_ROUTE = {
  tag: "Applications",
  isProcessing: false,
  query: z.strictObject({}),
  params: applicationParams,
  response: applicationRecordResponse,
  present: presentRecord,
} as const;

export const applicationRecord = defineContract({
  ...RECORD_ROUTE,
  method: "GET",
  path: "/api/v2/applications/{applicationEventId}/record",
  operationId: "readApplicationRecord",
  summary: "Read the record of an application",
  description:
    "What the label, federal and state rules ask to be written down, filled from check, computation and forecast as far as " +
    "they know it, and what is missing. Only lists that someone has read are asked; `unread_labels` names the others.",
  rateClass: "reads",
  body: null,
  problems: ["applicationNotFound"],
});

const entriesRequest = z
  .strictObject({ entries: sentEntries })
  .meta({ id: "RecordEntries", description: "What is written into a record." });

export const applicationRecordEntries = defineContract({
  ...RECORD_ROUTE,
  method: "POST",
  path: "/api/v2/applications/{applicationEventId}/record",
  operationId: "addRecordEntries",
  summary: "Write into the record of an application",
  description:
    "Entries are only ever added. True values outside a limit are kept and flagged. Once the record is signed, entries are " +
    "additions, which stand beside what was signed. An entry that is kept already stays as it was kept, so sending again " +
    "does no harm. A lock of the portal does not stop them.",
  rateClass: "writes",
  body: () => entriesRequest,
  problems: ["applicationNotFound"],
});

const signOffRequest = z
  .strictObject({
    signed_by: personName.describe("The applicator's name, as the applicator typed it."),
    entries_seen: z
      .int()
      .min(0)
      .max(500)
      .describe("How many entries the signer saw. A record that has others by now is refused."),
  })
  .meta({ id: "RecordSignOff", description: "The applicator signs the record." })
  .transform(({ signed_by: signedBy, entries_seen: entriesSeen }) => ({ signedBy: signedBy.trim(), entriesSeen }));

export const applicationRecordSignOff = defineContract({
  ...RECORD_ROUTE,
  method: "POST",
  path: "/api/v2/applications/{applicationEventId}/record/sign-off",
  operationId: "signApplicationRecord",
  summary: "Sign the record of an application",
  description:
    "Locks what was written and filled up to now, with its hash. It takes a recorded start and end. An incomplete record can " +
    "be signed, and says what it lacks. The same signature again changes nothing.",
  rateClass: "writes",
  body: () => signOffRequest,
  problems: ["applicationNotFound"],
});
