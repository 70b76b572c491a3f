import type { Polygon, MultiPolygon } from "geojson";
import { z } from "zod";
import { FEATURE_CATEGORIES } from "@/lib/domain/feature-categories";
import { text } from "@/lib/contracts/shared/text";

/** More positions than a drawing may keep, so that the refusal can say which limit it met. */
const MOST_POSITIONS = 5000;

export const position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]);
const isClosed = (ring: readonly (readonly number[])[]): boolean => {
  const [first, last] = [ring[0], ring.at(-1)];
  return first?.[0] === last?.[0] && first?.[1] === last?.[1];
};
const ring = z.array(position).min(4).max(MOST_POSITIONS).refine(isClosed, "must end where it begins");
const polygon = z.array(ring).min(1).max(50);

/** A shape as it was drawn. Whether it crosses itself is judged where it is saved. */
const drawnGeometry = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("Polygon"), coordinates: polygon }),
  z.strictObject({ type: z.literal("MultiPolygon"), coordinates: z.array(polygon).min(1).max(50) }),
]) satisfies z.ZodType<Polygon | MultiPolygon>;

/** The members of a drawing. */
export const drawingMembers = {
  category: z.enum(FEATURE_CATEGORIES),
  label: text(100).nullable(),
  geometry: drawnGeometry,
};

/** The hash of the boundary that the editor saw. */
export const boundaryHash = z.string().regex(/^[0-9a-f]{64}$/);

const index = z.int().min(0).max(5000);
/** An edge of a field's boundary. */
export const edgeKey = z.strictObject({ partIndex: index, ringIndex: index, edgeIndex: index });
