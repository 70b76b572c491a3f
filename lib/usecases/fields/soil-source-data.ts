import { randomUUID } from "node:crypto";
import type { MultiPolygon } from "geojson";
import { uncounted } from "@/lib/data/statement-context";
import { areStored, findFieldCells, storeCells } from "@/lib/data/soil/cells";
import { ServiceError } from "@/lib/domain/errors";
import { cellKey, type SoilCell, type SoilFailure } from "@/lib/domain/soil-survey";
import type { Deps } from "@/lib/runtime/deps";
import { waitingOutside } from "@/lib/runtime/work-turn";
import type { SoilContext } from "@/lib/usecases/fields/soil-context";
import { groupIntoBlocks } from "@/lib/usecases/fields/soil-blocks";

/**
 * Sees to it that the squares a field meets are stored, asking the survey for those that are not. A square that is
 * being fetched for someone else is waited for. Returns why a square could not be had; null when the store is as full
 * as the survey can make it.
 */
export async function ensureSourceData(
  { deps, signal }: SoilContext,
  boundary: MultiPolygon,
): Promise<SoilFailure | null> {
  if (!deps.soil.isConnected) return "not_connected";
  const cells = await findFieldCells(deps.db.prisma, boundary);
  if (cells === null) return "too_scattered";
  const missing = cells.filter((cell) => !cell.isStored);
  if (missing.length === 0) return null;
  const theirs = missing.flatMap((cell) => deps.soilInFlight.get(cellKey(cell)) ?? []);
  const ours = groupIntoBlocks(missing.filter((cell) => !deps.soilInFlight.has(cellKey(cell)))).map((block) =>
    begin(deps, block),
  );
  const fetched = Promise.all([...new Set([...theirs, ...ours])]);
  const failures = await waitingOutside(() => untilAborted(fetched, signal));
  return failures.find((failure) => failure !== null) ?? null;
}

/** Starts fetching a block, for everyone who asks meanwhile: it goes on when the caller who started it goes away. */
function begin(deps: Deps, block: readonly SoilCell[]): Promise<SoilFailure | null> {
  const work = uncounted(() => fetchAndStore(deps, block)).finally(() => {
    for (const cell of block) deps.soilInFlight.delete(cellKey(cell));
  });
  for (const cell of block) deps.soilInFlight.set(cellKey(cell), work);
  // Anyone who waits hears of a failure; when no one does any more, it must not end the process.
  work.catch(() => undefined);
  return work;
}

async function fetchAndStore(deps: Deps, block: readonly SoilCell[]): Promise<SoilFailure | null> {
  // Someone may have stored the block between the caller's look and this.
  if (await areStored(deps.db.prisma, block)) return null;
  const result = await deps.soil.fetchMapUnits(block);
  if (!result.ok) return result.failure;
  if (result.answer.polygons.length === 0) return null;
  try {
    await storeCells(deps.db.prisma, randomUUID(), block, result.answer);
    return null;
  } catch (error) {
    // A database that is away is one thing; ground that PostGIS cannot work with is the survey's.
    if (error instanceof ServiceError) throw error;
    deps.log.warn({ err: error }, "the soil survey's ground could not be stored");
    return "schema";
  }
}

/** What was begun, or the reason of the abort, whichever comes first. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let stop: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error);
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
