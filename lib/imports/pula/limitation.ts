import { createHash } from "node:crypto";
import { z } from "zod";
import type { MethodClass } from "@/lib/domain/application";
import { canonicalRegistration } from "@/lib/domain/registration";
import { classesOf } from "@/lib/imports/pula/method-words";
import {
  dateOrNullSchema,
  firstOf,
  integerOrNullSchema,
  integerSchema,
  isRecord,
  lowerCaseKeys,
  textOrNullSchema,
  textSchema,
} from "@/lib/imports/read/values";
import { describeFault } from "@/lib/imports/tally";

/** A row of EPA's limitations, checked. */
export interface LimitationRow {
  /** The source's own number; null where it gives none. */
  sourceId: number | null;
  pulaId: number;
  code: string;
  text: string;
  registration: string | null;
  activeIngredient: string | null;
  effectiveDate: string;
  expiresOn: string | null;
  methodClasses: MethodClass[];
  /** Uses the row names, with the form where it names one; shown, never used to exclude. */
  uses: string[];
}

export type CheckedLimitation = { ok: true; row: LimitationRow } | { ok: false; kind: string; detail: string };

// The members read in EPA's answers have the first name each; the others are those of the same columns elsewhere.
const ID_NAMES = ["limitation_id"];
export const INGREDIENT_NAMES = ["active_ingredient", "active_ingredient_name", "ingredient_name"];
const EXPIRY_NAMES = ["expired_date", "expiration_date", "expires_on", "expired_time_stamp"];

const useSchema = z.preprocess(
  lowerCaseKeys,
  z.object({ use: textOrNullSchema, method: textOrNullSchema, form: textOrNullSchema }),
);

const rowSchema = z.object({
  limitation_id: integerOrNullSchema,
  pula_id: integerSchema,
  code: textSchema,
  limitation: textSchema,
  product_registration_number: textOrNullSchema,
  active_ingredient: textOrNullSchema,
  effective_date: dateOrNullSchema,
  expires_on: dateOrNullSchema,
  umf: z.array(useSchema).nullish(),
});

type Use = z.output<typeof useSchema>;

const describeUse = ({ use, form }: Use): string | null =>
  use === null ? form : form === null ? use : `${use} (${form})`;

export function checkLimitation(value: unknown): CheckedLimitation {
  if (!isRecord(value)) return { ok: false, kind: "is no row", detail: "" };
  const members = lowerCaseKeys(value);
  const parsed = rowSchema.safeParse({
    ...members,
    limitation_id: firstOf(members, ID_NAMES),
    active_ingredient: firstOf(members, INGREDIENT_NAMES),
    expires_on: firstOf(members, EXPIRY_NAMES),
  });
  if (!parsed.success) return { ok: false, kind: "bad members", detail: describeFault(parsed.error) };
  const row = parsed.data;
  const about = `PULA ${row.pula_id}, ${row.code}`;
  if (row.effective_date === null) return { ok: false, kind: "has no effective date", detail: about };
  const number = row.product_registration_number;
  const registration = number === null ? null : canonicalRegistration(number);
  const activeIngredient = row.active_ingredient?.toLowerCase() ?? null;
  if (registration === null && activeIngredient === null) {
    return number === null
      ? { ok: false, kind: "names neither a product nor an ingredient", detail: about }
      : { ok: false, kind: "bad registration number", detail: `${about}: ${JSON.stringify(number)}` };
  }
  const uses = row.umf ?? [];
  return {
    ok: true,
    row: {
      sourceId: row.limitation_id ?? null,
      pulaId: row.pula_id,
      code: row.code,
      text: row.limitation,
      registration,
      activeIngredient,
      effectiveDate: row.effective_date,
      expiresOn: row.expires_on,
      methodClasses: classesOf(uses.map(({ method }) => method)),
      uses: [...new Set(uses.map(describeUse).filter((use) => use !== null))],
    },
  };
}

/** What a limitation is known by over all later imports, but for its text. */
const sourceKey = ({ pulaId, registration, activeIngredient, code }: LimitationRow): string =>
  `${pulaId}|${registration ?? activeIngredient ?? ""}|${code}`;

interface LimitationIdentity {
  /** The source's number; null where it gives none, and for a further text under a number that another text has. */
  limitationId: number | null;
  sourceKey: string;
  textHash: string;
}

/**
 * What tells the limitations of one source apart. A number stands for one text wherever something is noted of it, as when someone has
 * read it: of the texts that a source gives one number, the first keeps it.
 */
export class LimitationIdentities {
  readonly #texts = new Map<number, string>();

  of(row: LimitationRow): LimitationIdentity {
    const textHash = createHash("sha256").update(row.text).digest("base64url");
    return { limitationId: this.#numberOf(row.sourceId, textHash), sourceKey: sourceKey(row), textHash };
  }

  #numberOf(sourceId: number | null, textHash: string): number | null {
    if (sourceId === null) return null;
    const first = this.#texts.get(sourceId);
    if (first === undefined) this.#texts.set(sourceId, textHash);
    return first === undefined || first === textHash ? sourceId : null;
  }
}
