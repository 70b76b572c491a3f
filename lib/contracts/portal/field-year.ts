import { z } from "zod";
import { timestamp } from "@/lib/contracts/shared/text";
import { CREDIT_SOURCES } from "@/lib/domain/mitigation";
import { TALLY_STATES, type FieldYearLive } from "@/lib/views/portal/field-year";
import { RUNOFF_SYSTEMS } from "@/lib/domain/product";

const tally = z.strictObject({
  system: z.string(),
  title: z.string(),
  state: z.enum(TALLY_STATES),
  headline: z.string(),
  earned: z.int().nonnegative(),
  required: z.int().nonnegative().nullable(),
  gap: z.int().nonnegative().nullable(),
  notes: z.array(z.string()),
});

const lock = z.strictObject({ isLocked: z.boolean(), text: z.string().nullable() });

const measure = z.strictObject({
  system: z.enum(RUNOFF_SYSTEMS),
  id: z.int(),
  isSelected: z.boolean(),
  source: z.enum(CREDIT_SOURCES).nullable(),
  isAutomatic: z.boolean(),
  counts: z.boolean(),
  verdict: z.string(),
  origin: z.string().nullable(),
  pointsChange: z.int(),
  isOutOfReach: z.boolean(),
  implementationDate: z.iso.date().nullable(),
  notes: z.string().nullable(),
});

const advice = z.strictObject({
  system: z.enum(RUNOFF_SYSTEMS),
  sets: z.array(
    z.strictObject({
      measures: z.array(z.strictObject({ id: z.int(), label: z.string(), points: z.int().nullable() })),
      earned: z.int(),
      result: z.string(),
      why: z.string().nullable(),
      isCostly: z.boolean(),
    }),
  ),
});

const application = z.strictObject({
  applicationEventId: z.uuid(),
  applicationDate: z.iso.date(),
  title: z.string(),
  isShown: z.boolean(),
  isLocked: z.boolean(),
  tallies: z.array(z.strictObject({ title: z.string(), headline: z.string() })),
});

const exemption = z.strictObject({
  answer: z.enum(["unanswered", "none_apply", "exempt"]),
  reasons: z.array(z.string()),
  treatedAcres: z.number().nullable(),
  answeredAt: timestamp.nullable(),
  isOutOfForce: z.boolean(),
  lock,
  withExemption: tally,
  withoutExemption: tally,
});

const change = z.strictObject({
  changeId: z.uuid(),
  changedAt: timestamp,
  actor: z.string(),
  text: z.string(),
  undoneAt: timestamp.nullable(),
  canUndo: z.boolean(),
  isUndo: z.boolean(),
  redoId: z.uuid().nullable(),
});

/** The view model of a field and year, as its pages get it from the server: the same names, so that it can replace theirs. */
export const fieldYearLiveSchema: z.ZodType<FieldYearLive> = z.strictObject({
  place: z.strictObject({ fieldId: z.uuid(), year: z.int(), applicationEventId: z.uuid().nullable() }),
  revision: z.int().positive(),
  readAt: timestamp,
  lock,
  tallies: z.array(tally),
  measures: z.array(measure),
  advice: z.array(advice),
  applications: z.array(application),
  exemption: exemption.nullable(),
  changes: z.array(change),
});
