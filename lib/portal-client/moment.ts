import type { ApplicationMethod, BoomHeight, DropletSize } from "@/lib/domain/application";
import type { FieldYearRef } from "@/lib/domain/field-year";

/** Conditions as they go over the wire, which are those of the API's own computation. */
export interface MomentBody {
  application_event_id: string;
  wind_direction_deg: number;
  wind_speed_mph: number;
  temperature_f: number | null;
  humidity_percent: number | null;
  application_method: ApplicationMethod;
  droplet_size: DropletSize | null;
  boom_height: BoomHeight | null;
  gpa: number | null;
  rate_updates: { product_index: number; epa_number: string | null; rate: number; rate_unit: string }[];
}

/** Wind alone: the set-up that is left out is the one on record. */
type WindBody = Pick<MomentBody, "application_event_id" | "wind_direction_deg" | "wind_speed_mph">;

/** Conditions to be put on record: they wait on the device like an edit, and go by their own route. */
export interface ConditionsNote extends FieldYearRef {
  kind: "conditions";
  applicationEventId: string;
  moment: MomentBody | WindBody;
  /** What the answer rested on that its reader saw; null: noted without one. */
  basis: string | null;
  /** When the wind was read, as its reader told it or as it is on record, ISO 8601; null: when it was set. */
  observedAt: string | null;
  /** By the server's clock as far as the page knew it, else by this device's, ISO 8601. */
  notedAt: string;
  /** When the wind was set on the page, or said to be measured, by the same clock; left out by an earlier version. */
  windSetAt?: string;
}

/** How long ago something was made, milliseconds; `madeAt` by this device's own clock, which may be off. */
export const msSince = (madeAt: string): number => Math.max(0, Date.now() - Date.parse(madeAt));

/** Where a note is sent, and as what. `madeAt`: when it was noted by this device's own clock. */
export const conditionsRequest = (
  grant: string,
  note: ConditionsNote,
  madeAt: string,
): { path: string; body: unknown } => ({
  path: `/portal/g/${grant}/api/fields/${note.fieldId}/drift-conditions`,
  body: {
    ...note.moment,
    wind_rose: false,
    // JSON leaves out what is undefined.
    basis: note.basis ?? undefined,
    observed_at: note.observedAt ?? undefined,
    noted_at: note.notedAt,
    noted_ms_ago: msSince(madeAt),
    wind_set_at: note.windSetAt,
  },
});

/** The answer in the words of every other edit; a refusal comes back as it is. */
export function conditionsAnswer(answer: unknown): unknown {
  const savedAt = (answer as { saved_at?: unknown } | null)?.saved_at;
  return savedAt === undefined ? answer : { changeId: null, savedAt };
}
