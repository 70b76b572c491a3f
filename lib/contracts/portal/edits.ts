import { z } from "zod";
import { definePortalContract, EDIT_KEY } from "@/lib/contracts/portal/contract";
import { boundaryHash, drawingMembers, edgeKey } from "@/lib/contracts/portal/drawing";
import { portalRecordEntry, portalRecordPhoto } from "@/lib/contracts/portal/record-entry";
import { fieldYearLiveSchema } from "@/lib/contracts/portal/field-year";
import { calendarDate, personName, text, timestamp } from "@/lib/contracts/shared/text";
import { MOST_RECORD_ENTRIES } from "@/lib/domain/application-record";
import type { ExemptionReason } from "@/lib/domain/mitigation";
import { withCurrentNames } from "@/lib/domain/older-portal-edits";
import { MAX_NOTES_LENGTH, MOST_MEASURES_AT_ONCE, MOST_MS_AGO, type PortalEdit } from "@/lib/domain/portal-edit";
import { RUNOFF_SYSTEMS } from "@/lib/domain/product";
import { ANSWERS } from "@/lib/domain/question-kinds";
import type { FieldYearLive } from "@/lib/views/portal/field-year";

/** Members of every kind: the field and year, and the application of the page, null where it shows none. */
const fieldYear = {
  fieldId: z.uuid(),
  year: z.int().min(1900).max(2200),
  applicationEventId: z.uuid().nullable(),
};

/** Line breaks and tabs are kept. The database cannot store other control characters or half a surrogate pair. */
const NOTES = /^(?:[^\p{Cc}\p{Cs}]|\n|\t)*$/u;
const notes = z.string().min(1).max(MAX_NOTES_LENGTH).regex(NOTES, "must not contain control characters").nullable();

/** The reasons that rest on how much is treated. */
const ASKING_ACRES: readonly string[] = ["spot_treatment", "small_area"] satisfies ExemptionReason[];

const hasNoRepeats = (values: readonly unknown[]): boolean => new Set(values).size === values.length;

const selectionText = z.strictObject({ implementationDate: calendarDate.nullable(), notes }).nullable();

const selection = z.strictObject({
  kind: z.literal("selection"),
  ...fieldYear,
  system: z.enum(RUNOFF_SYSTEMS),
  subOptionId: z.int().positive(),
  base: selectionText,
  selection: selectionText,
});

const advice = z.strictObject({
  kind: z.literal("advice"),
  ...fieldYear,
  system: z.enum(RUNOFF_SYSTEMS),
  subOptionIds: z
    .array(z.int().positive())
    .min(1)
    .max(MOST_MEASURES_AT_ONCE)
    .refine(hasNoRepeats, "must not repeat a measure"),
  baseRevision: z.int().positive(),
});

const exemption = z
  .strictObject({
    kind: z.literal("exemption"),
    ...fieldYear,
    applicationEventId: z.uuid(),
    reasons: z.array(text(100)).max(20).refine(hasNoRepeats, "must not repeat a reason"),
    treatedAcres: z.number().positive().max(1_000_000).nullable(),
    baseAnsweredAt: z.iso.datetime().nullable(),
  })
  .refine(
    ({ reasons, treatedAcres }) => treatedAcres === null || reasons.some((reason) => ASKING_ACRES.includes(reason)),
    {
      path: ["treatedAcres"],
      message: `must be null without one of the reasons ${ASKING_ACRES.join(", ")}`,
    },
  );

const undo = z.strictObject({ kind: z.literal("undo"), ...fieldYear, changeId: z.uuid() });
const redo = z.strictObject({ kind: z.literal("redo"), ...fieldYear, changeId: z.uuid() });

const reviewed = z.strictObject({
  kind: z.literal("reviewed"),
  ...fieldYear,
  applicationEventId: z.uuid(),
  product: text(),
  pulaId: z.int(),
  limitationId: z.int(),
  textHash: z.string().regex(/^[0-9a-f]{64}$/),
  reviewed: z.boolean(),
});

const claimText = z.strictObject({ customValue: z.number().min(0).max(1_000_000).nullable(), notes }).nullable();
type ClaimText = z.infer<typeof claimText>;

/** A claim that an earlier version saved with a figure may keep the figure, which earns nothing. */
const bringsNoFigure = ({ base, claim }: { base: ClaimText; claim: ClaimText }): boolean => {
  const figure = claim?.customValue ?? null;
  return figure === null || figure === base?.customValue;
};

const driftClaim = z
  .strictObject({
    kind: z.literal("drift_claim"),
    ...fieldYear,
    applicationEventId: z.uuid(),
    subOptionId: z.int().positive(),
    base: claimText,
    claim: claimText,
  })
  .refine(bringsNoFigure, {
    path: ["claim", "customValue"],
    message: "must be null: the menu or the label says what a practice takes off",
  });

const drawnFeature = z.strictObject({
  kind: z.literal("drawn_feature"),
  ...fieldYear,
  featureId: z.uuid(),
  base: z.strictObject({ ...drawingMembers, boundaryHash }).nullable(),
  drawing: z.strictObject(drawingMembers).nullable(),
});

const confirmFeatures = z.strictObject({
  kind: z.literal("confirm_features"),
  ...fieldYear,
  featureIds: z.array(z.uuid()).min(1).max(100),
  boundaryHash,
});

const downslope = z.strictObject({
  kind: z.literal("downslope"),
  ...fieldYear,
  edges: z.array(edgeKey).max(5000),
  boundaryHash,
});

const attestation = z.strictObject({
  kind: z.literal("attestation"),
  ...fieldYear,
  applicationEventId: z.uuid(),
  questionId: text(500),
  fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
  baseAttestedAt: z.iso.datetime().nullable(),
  said: z.strictObject({ answer: z.enum(ANSWERS), attestedBy: personName }).nullable(),
  saidMsAgo: z.int().min(0).max(MOST_MS_AGO).optional(),
});

const recordEntry = z.strictObject({
  kind: z.literal("record_entry"),
  ...fieldYear,
  applicationEventId: z.uuid(),
  entry: portalRecordEntry,
});

const recordPhoto = z.strictObject({
  kind: z.literal("record_photo"),
  ...fieldYear,
  applicationEventId: z.uuid(),
  photo: portalRecordPhoto,
});

const recordSign = z.strictObject({
  kind: z.literal("record_sign"),
  ...fieldYear,
  applicationEventId: z.uuid(),
  signedBy: personName,
  entriesSeen: z.int().min(0).max(MOST_RECORD_ENTRIES),
});

/**
 * Every edit of the portal, as pages send it and as use cases take it: the same names, and the compiler holds both sides
 * of the schema to `PortalEdit`. A new kind joins there, here, and in `lib/usecases/portal/edits/apply-edit.ts`.
 */
const editSchema: z.ZodType<PortalEdit, PortalEdit> = z.discriminatedUnion("kind", [
  selection,
  advice,
  exemption,
  undo,
  redo,
  reviewed,
  driftClaim,
  drawnFeature,
  confirmFeatures,
  downslope,
  attestation,
  recordEntry,
  recordPhoto,
  recordSign,
]);

export const editSavedSchema = z.strictObject({
  /** Null: it was saved already, and nothing was written. */
  changeId: z.uuid().nullable(),
  /** The next edit of this field and year names this revision as the state it saw. */
  revision: z.int().positive(),
  savedAt: timestamp,
  live: fieldYearLiveSchema,
  /** The same two under the names that a page of an earlier version reads. */
  change_id: z.uuid().nullable(),
  saved_at: timestamp,
});
export type EditSaved = z.infer<typeof editSavedSchema>;

interface EditResult {
  changeId: string | null;
  savedAt: Date;
  live: FieldYearLive;
}

function present({ changeId, savedAt, live }: EditResult): EditSaved {
  const at = savedAt.toISOString();
  return { changeId, revision: live.revision, savedAt: at, live, change_id: changeId, saved_at: at };
}

/** One edit of the portal. A page sends edits one by one in the order they were made, those made offline included. */
export const portalEdit = definePortalContract({
  method: "POST",
  path: "/portal/g/{grant}/api/edits",
  body: () => z.preprocess(withCurrentNames, editSchema),
  query: z.strictObject({}),
  headers: EDIT_KEY,
  params: z.strictObject({ grant: z.string() }),
  response: editSavedSchema,
  present,
});
