import { z } from "zod";
import type { FieldBoundary } from "@/lib/domain/field";
import { checkBoundary, type BoundaryForm } from "@/lib/geo/boundary";
import type { ParseContext } from "@/lib/contracts/shared/contract";
import { describedAs } from "@/lib/contracts/shared/described";
import { FIELD_BOUNDARY, FIELD_BOUNDARY_IN_ANY_FORM } from "@/lib/contracts/shared/geojson";

/** The interface's limit over all rings of a boundary. */
export const MAX_POSITIONS = 5000;

/** JSON Schema of a boundary, for OpenAPI: the rules it cannot say are in the description. */
const DESCRIBED: Record<BoundaryForm, { id: string; override: ReturnType<typeof describedAs> }> = {
  feature: { id: "FieldBoundary", override: describedAs(FIELD_BOUNDARY) },
  any: { id: "FieldBoundaryInAnyForm", override: describedAs(FIELD_BOUNDARY_IN_ANY_FORM) },
};

/** Boundaries of large bodies, judged one by one before the schema comes to them. */
const judgedAhead = new WeakMap<ParseContext, WeakMap<object, ReturnType<typeof checkBoundary>>>();

/** Judges a boundary now; the schema takes the outcome. Does nothing with what is no object, which costs nothing. */
export function judgeBoundaryAhead(context: ParseContext, value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  const judged = judgedAhead.get(context) ?? new WeakMap<object, ReturnType<typeof checkBoundary>>();
  judgedAhead.set(context, judged);
  judged.set(value, judge(context, value, "feature"));
}

const judge = ({ geos, maxAreaHa, sha256 }: ParseContext, value: unknown, form: BoundaryForm) =>
  checkBoundary(geos, value, { maxPositions: MAX_POSITIONS, maxAreaHa }, { form, sha256, within: "united_states" });

const makeSchema = (parseContext: ParseContext, form: BoundaryForm) =>
  z
    .unknown()
    .transform((value, context): FieldBoundary => {
      if (value === undefined) {
        context.issues.push({ code: "invalid_type", expected: "object", input: value });
        return z.NEVER;
      }
      const found = judgedAhead.get(parseContext)?.get(value as object) ?? judge(parseContext, value, form);
      if (!("faults" in found)) return found;
      for (const fault of found.faults) {
        context.issues.push({
          code: "custom",
          path: fault.path,
          message: fault.message,
          params: { fault },
          input: value,
        });
      }
      return z.NEVER;
    })
    .meta(DESCRIBED[form]);

const made = new WeakMap<ParseContext, Map<BoundaryForm, ReturnType<typeof makeSchema>>>();

/**
 * A field's boundary: parsed whole, or refused with every fault and its place. One schema a context and form, because
 * the OpenAPI document may give its name to one alone.
 */
export function fieldBoundarySchema(
  context: ParseContext,
  form: BoundaryForm = "feature",
): ReturnType<typeof makeSchema> {
  const known = made.get(context) ?? new Map<BoundaryForm, ReturnType<typeof makeSchema>>();
  const schema = known.get(form) ?? makeSchema(context, form);
  made.set(context, known.set(form, schema));
  return schema;
}
