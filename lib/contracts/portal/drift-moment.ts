import { z } from "zod";
import { driftBufferBody, toDriftBufferRequest } from "@/lib/contracts/v2/drift-buffer-compute";
import { timestamp } from "@/lib/contracts/shared/text";
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

/** `basis` names what the preview rested on, so that nothing is saved that its reader has not seen. */
export const conditionsBody = () =>
  momentBody()
    .extend({
      basis: z.string().regex(/^[0-9a-f]{64}$/),
      /** When the wind was read; left out: now. */
      observed_at: timestamp.optional(),
    })
    .transform(
      ({ basis, observed_at: at, ...wire }): MomentAsked & { basis: string; observedAt: Date | undefined } => ({
        ...toMoment(wire),
        basis,
        observedAt: at === undefined ? undefined : new Date(at),
      }),
    );

export const momentParams = z.strictObject({ grant: z.string(), fieldId: z.string() });
