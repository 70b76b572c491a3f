import { z } from "zod";

/** A rule between members of one object: looks at the raw value and names its faults. */
export type CrossRule = (value: unknown) => { path: (string | number)[]; message: string }[];

/**
 * Runs a cross-field rule even when members of the object are faulty already, so that a caller learns all faults
 * at once. The value may therefore be anything; the rule has to look before it reads.
 */
export function always(rule: CrossRule): z.core.$ZodCheck<unknown> {
  const check = z.check((context) => {
    for (const { path, message } of rule(context.value)) {
      context.issues.push({ code: "custom", path, message, input: context.value, continue: true });
    }
  });
  check._zod.def.when = () => true;
  return check;
}

/** The members of a value that is an object; none of any other value. */
export const membersOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
