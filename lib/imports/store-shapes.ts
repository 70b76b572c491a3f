import type { StoredPolygon } from "@/lib/data/imports/geometry";
import { runStep } from "@/lib/data/imports/sets";
import { reasonOf } from "@/lib/imports/failure";
import type { LoadContext } from "@/lib/imports/run-import";
import type { RecordPosition, Tally } from "@/lib/imports/tally";

/** A record with a shape on its way in: where it stood, and the row it becomes. */
export interface Placed<Row> {
  place: RecordPosition;
  row: Row;
}

export interface Stored<Row, Outcome> extends Placed<Row> {
  outcome: Outcome;
}

/** PostGIS reports a shape it cannot read as an internal error; the rest of class 22 is bad data too. */
function isDataError(error: unknown): boolean {
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
  return code === "XX000" || code.startsWith("22");
}

/**
 * Stores a batch in one step. A shape that the database cannot read fails the whole statement, so the batch is then
 * stored one by one and only that shape is refused.
 */
export async function storeShapes<Row, Outcome extends { ordinal: number } = StoredPolygon>(
  context: LoadContext,
  batch: Placed<Row>[],
  tally: Tally,
  insert: (rows: Row[]) => Promise<Outcome[]>,
): Promise<Stored<Row, Outcome>[]> {
  const attempt = async (part: Placed<Row>[]): Promise<Stored<Row, Outcome>[]> => {
    const outcomes = await runStep(context.client, context.dryRun, () => insert(part.map(({ row }) => row)));
    return outcomes.flatMap((outcome) => {
      const placed = part[outcome.ordinal];
      return placed === undefined ? [] : [{ ...placed, outcome }];
    });
  };
  try {
    return await attempt(batch);
  } catch (error) {
    if (!isDataError(error)) throw error;
  }
  const stored: Stored<Row, Outcome>[] = [];
  for (const placed of batch) {
    try {
      stored.push(...(await attempt([placed])));
    } catch (error) {
      if (!isDataError(error)) throw error;
      tally.refuse(placed.place, "cannot be read as a shape", reasonOf(error));
    }
  }
  return stored;
}
