import type { ApplicationMethod, BoomHeight, DropletSize } from "@/lib/domain/application";
import type { FieldYearRef } from "@/lib/domain/field-year";
import { wordsIn } from "@/lib/views/language";

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
  /** When the wind was read, as its reader told it, ISO 8601; null: when it was noted. */
  observedAt: string | null;
  /** By this device's clock, ISO 8601. */
  notedAt: string;
}

/** Where a note is sent, and as what. */
export const conditionsRequest = (grant: string, note: ConditionsNote): { path: string; body: unknown } => ({
  path: `/portal/g/${grant}/api/fields/${note.fieldId}/drift-conditions`,
  body: {
    ...note.moment,
    wind_rose: false,
    ...(note.basis === null ? {} : { basis: note.basis }),
    ...(note.observedAt === null ? {} : { observed_at: note.observedAt }),
    noted_at: note.notedAt,
  },
});

/** The answer in the words of every other edit; a refusal comes back as it is, in plain words. */
export function conditionsAnswer(answer: unknown): unknown {
  if (!isObject(answer)) return answer;
  if ("saved_at" in answer) return { changeId: null, savedAt: answer.saved_at };
  const { error } = answer;
  if (!isObject(error) || typeof error.code !== "string") return answer;
  return { ...answer, error: { ...error, message: inPlainWords(error.code) ?? error.message } };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** What the API says to programs, for people; null where it is to be said as it is. */
export const inPlainWords = (code: string): string | null => plainWords()[code] ?? null;

const plainWords = wordsIn<Partial<Record<string, string>>>({
  en: {
    CHANGED:
      "Practices, drawn areas, the check or the saved conditions were changed meanwhile. Look at the answer again, then save.",
    INVALID_APPLICATION: "Your farm software has to check this application again before buffers can be worked out.",
    APPLICATION_NOT_FOUND: "This application is not here any more. Load the page again.",
    NO_FIELD_GEOMETRY: "This field has no boundary. A new check in your farm software brings it.",
    UNSUPPORTED_APPLICATION_METHOD:
      "The method this application was checked with is not known any more. Choose one above.",
    PROCESSING_CONFLICT: "Your farm software is working on this field right now. Try again in a moment.",
  },
  es: {
    CHANGED:
      "Entretanto se cambiaron las prácticas, las áreas dibujadas, la verificación o las condiciones guardadas. Revise de nuevo la respuesta y luego guarde.",
    INVALID_APPLICATION:
      "Su programa agrícola debe verificar de nuevo esta aplicación antes de que se puedan calcular las zonas de amortiguamiento.",
    APPLICATION_NOT_FOUND: "Esta aplicación ya no está aquí. Cargue la página de nuevo.",
    NO_FIELD_GEOMETRY: "Este campo no tiene límite. Una nueva verificación en su programa agrícola lo trae.",
    UNSUPPORTED_APPLICATION_METHOD:
      "Ya no se conoce el método con el que se verificó esta aplicación. Elija uno arriba.",
    PROCESSING_CONFLICT:
      "Su programa agrícola está trabajando en este campo en este momento. Intente de nuevo en un momento.",
  },
});
