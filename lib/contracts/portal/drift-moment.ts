import { z } from "zod";
import { driftBufferBody, toDriftBufferRequest } from "@/lib/contracts/v2/drift-buffer-compute";
import { timestamp } from "@/lib/contracts/shared/text";
import { MOST_MS_AGO } from "@/lib/domain/portal-edit";
import type { MomentRequest } from "@/lib/usecases/portal/preview-drift";

/** The conditions of a moment, in the words and within the limits of the API's own computation. */
const momentBody = () =>
  driftBufferBody().omit({ geometry: true }).extend({ application_event_id: z.uuid(), wind_rose: z.boolean() });

type MomentAsked = Omit<MomentRequest, "fieldId">;

const toMoment = ({
  application_event_id: applicationEventId,
  wind_rose: withWindRose,
  ...wire
}: z.output<ReturnType<typeof momentBody>>): MomentAsked => {
  const { weather, setup } = toDriftBufferRequest(
    applicationEventId,
    { ...wire, geometry: "none" },
    { wind_rose: withWindRose, explain: false },
  );
  return { applicationEventId, weather, setup, withWindRose };
};

export const previewBody = () => momentBody().transform(toMoment);

/** Conditions to be put on record, with what is known of when they were read. */
interface UsedMoment extends MomentAsked {
  basis: string | undefined;
  observedAt: Date | undefined;
  notedAt: Date | undefined;
  notedMsAgo: number | undefined;
  windSetAt: Date | undefined;
}

const dateOf = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

/**
 * `basis` names what the preview rested on, so that nothing is saved that its reader has not seen. Conditions that were
 * noted without a network had no preview: they say when they were noted, and give way to any that were read later.
 */
export const conditionsBody = () =>
  momentBody()
    .extend({
      basis: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional(),
      /** When the wind was read, as its reader told it. */
      observed_at: timestamp.optional(),
      /** When the page noted the conditions, by the server's clock as far as the page knew it. */
      noted_at: timestamp.optional(),
      /** How long before it was sent that was, by the device's own clock. */
      noted_ms_ago: z.int().min(0).max(MOST_MS_AGO).optional(),
      /** When the wind was set on the page, or said to be measured there, by the clock of `noted_at`. */
      wind_set_at: timestamp.optional(),
    })
    .refine(({ basis, noted_at: noted }) => basis !== undefined || noted !== undefined, {
      path: ["basis"],
      message: "is required where `noted_at` is not sent",
    })
    .transform(
      ({
        basis,
        observed_at: observed,
        noted_at: noted,
        noted_ms_ago: notedMsAgo,
        wind_set_at: windSet,
        ...wire
      }): UsedMoment => ({
        ...toMoment(wire),
        basis,
        observedAt: dateOf(observed),
        notedAt: dateOf(noted),
        notedMsAgo,
        windSetAt: dateOf(windSet),
      }),
    );

export const momentParams = z.strictObject({ grant: z.string(), fieldId: z.string() });
