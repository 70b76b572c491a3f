import { z } from "zod";

/**
 * Of an object in a body: members that it does not take and another level of the body does, with where that is, as the end
 * of "which belongs ...". Without it a refusal would propose the nearest name at the wrong level.
 */
const places = z.registry<{ elsewhere: Readonly<Record<string, string>> }>();

/** Notes where members belong that callers put into this object. The schema stays the same one. */
export function withPlaces<T extends z.ZodType>(schema: T, names: readonly string[], place: string): T {
  places.add(schema, { elsewhere: Object.fromEntries(names.map((name) => [name, place])) });
  return schema;
}

export const placesElsewhere = (schema: z.ZodType): Readonly<Record<string, string>> =>
  places.get(schema)?.elsewhere ?? {};
