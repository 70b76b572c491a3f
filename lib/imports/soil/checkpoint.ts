import { z } from "zod";

/** Another number whenever polygons are read, hashed, or put into batches otherwise: an earlier checkpoint is then none. */
export const FORMAT = 1;

const checkpointSchema = z.strictObject({
  format: z.literal(FORMAT),
  /** Batches of polygons that are stored, and the hash of what they held. */
  batches: z.int().positive(),
  digest: z.string(),
  /** The last piece of them: what is stored after it is of a batch that was not noted. */
  lastPiece: z.string().regex(/^\d+$/),
  tally: z.strictObject({
    read: z.int(),
    loaded: z.int(),
    refused: z.int(),
    reasons: z.record(z.string(), z.int()),
    listed: z
      .array(z.strictObject({ source: z.string(), record: z.int(), line: z.int().nullable(), reason: z.string() }))
      .readonly(),
  }),
  repairs: z.strictObject({
    repaired: z.int(),
    lostSqm: z.number(),
    listed: z.array(z.strictObject({ id: z.string(), fault: z.string(), lostSqm: z.number() })).readonly(),
  }),
  areas: z.strictObject({ planarDeg2: z.number(), piecesDeg2: z.number() }),
});

/** How far an import of a soil survey came, kept with its half set. */
export type SoilCheckpoint = z.infer<typeof checkpointSchema>;

/** Null: there is none, or one of an earlier version. */
export function readCheckpoint(kept: unknown): SoilCheckpoint | null {
  const parsed = checkpointSchema.safeParse(kept);
  return parsed.success ? parsed.data : null;
}
