import type { FieldBoundary } from "@/lib/domain/field";
import type { SoilOutcome } from "@/lib/domain/soil";
import type { SoilFailure, SoilOutcomeWithFeatures } from "@/lib/domain/soil-survey";
import { plainReader } from "@/lib/data/plain-statements";
import { findStoredSoil, type StoredSoil } from "@/lib/data/soil/analyses";
import { SOIL_PROCESSING_VERSION } from "@/lib/engine/soil-analysis";
import { analyzeGround, type Ground } from "@/lib/usecases/fields/soil-ground";
import type { SoilContext } from "@/lib/usecases/fields/soil-context";

const UNAVAILABLE = { status: "unavailable", summary: null, version: null } as const;

/**
 * The soil of one boundary: the stored analysis while it is current, else the local mirror where it covers the whole
 * field, else the survey. A source that fails is an answer, `unavailable`; a database that fails throws.
 */
export async function analyzeSoil(context: SoilContext, boundary: FieldBoundary): Promise<SoilOutcome> {
  const stored = await findStored(context, boundary);
  return (await analyzeSoilFrom(context, boundary, stored)).outcome;
}

/** The same for a caller that has read the stored soil already, with the reason why there is none. */
export async function analyzeSoilFrom(
  context: SoilContext,
  boundary: FieldBoundary,
  stored: StoredSoil,
): Promise<{ outcome: SoilOutcome; failure: SoilFailure | null }> {
  const reused = reusable(stored);
  if (reused !== null) return { outcome: reused, failure: null };
  const { ground, failure } = await analyzeGround(context, boundary, { mirror: stored.mirror, withGeometry: false });
  return { outcome: ground === null ? UNAVAILABLE : fetched(ground), failure };
}

/** The soil of one boundary with the map units' ground clipped to it. The features are always cut again. */
export async function analyzeSoilWithFeatures(
  context: SoilContext,
  boundary: FieldBoundary,
): Promise<SoilOutcomeWithFeatures> {
  const stored = await findStored(context, boundary);
  const reused = reusable(stored);
  const { ground, failure } = await analyzeGround(context, boundary, { mirror: stored.mirror, withGeometry: true });
  if (ground === null) return { ...UNAVAILABLE, features: null, failure };
  return { ...(reused ?? fetched(ground)), features: ground.features };
}

/** What is stored for a boundary, of no provider. */
export const findStored = ({ deps }: SoilContext, { hash }: FieldBoundary): Promise<StoredSoil> =>
  findStoredSoil(plainReader(deps.db), hash, SOIL_PROCESSING_VERSION);

const reusable = ({ analysis }: StoredSoil) =>
  analysis === null ? null : ({ status: "reused", ...analysis } as const);

const fetched = ({ summary, version }: Ground) => ({ status: "fetched", summary, version }) as const;
