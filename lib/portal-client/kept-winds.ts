import { cacheNameOf } from "@/lib/portal-client/cache-name";
import type { RosePoint } from "@/lib/views/portal/drift";

/** What a device keeps of the answer for wind from 16 directions, so that it is there at once and without a network. */
export interface KeptWinds {
  /** The speed and set-up that it answers, all but the direction, as one text. */
  asked: string;
  keptAt: string;
  points: RosePoint[];
}

/** Beside the session's pages, so that it goes with them: at sign-out, expiry, and a revoked link. */
const addressOf = (grant: string, applicationEventId: string): string =>
  `/portal/g/${grant}/kept-winds/${applicationEventId}`;

/** A page without TLS, or a private window, keeps nothing. */
const canKeep = (): boolean => "caches" in globalThis;

export async function keepWinds(grant: string, applicationEventId: string, winds: KeptWinds): Promise<void> {
  if (!canKeep()) return;
  const cache = await caches.open(cacheNameOf(grant));
  await cache.put(addressOf(grant, applicationEventId), Response.json(winds));
}

export async function readKeptWinds(grant: string, applicationEventId: string): Promise<KeptWinds | null> {
  if (!canKeep()) return null;
  // Asking makes no cache where there is none.
  const found = await caches.match(addressOf(grant, applicationEventId), { cacheName: cacheNameOf(grant) });
  return found === undefined ? null : ((await found.json()) as KeptWinds);
}

/** What is left of a field by each of several winds. */
export interface LikelyGround {
  /** Of what must be left, at least: what one wind asks to leave may lie beside what another does. */
  bufferAcres: number;
  /** At most, percent of the field. */
  treatablePercent: number;
  /** There is one wind, or all leave the same: both figures are exact. */
  isExact: boolean;
  /** Ground that each of them leaves, as the dial draws it: what lies in all of it may be treated. Empty: one leaves none. */
  treatable: readonly string[];
}

/** The points on either side of a direction; one where it is that of a point, none without points. */
export function besides(points: readonly RosePoint[], fromDeg: number): RosePoint[] {
  const place = (fromDeg * points.length) / 360;
  const [before, after] = [Math.floor(place), Math.ceil(place)].map((each) => points[each % points.length]);
  if (before === undefined || after === undefined) return [];
  return before === after ? [before] : [before, after];
}

/**
 * What a wind would likely ask for, of the winds on either side of it: all that any of them asks for. An edge that lies downwind in the wind
 * between two points does so in one of theirs, for each picks half of the compass. Null without any.
 */
export function together(points: readonly RosePoint[]): LikelyGround | null {
  if (points.length === 0) return null;
  const grounds = new Set(points.map(({ treatable }) => treatable));
  return {
    bufferAcres: Math.max(...points.map(({ bufferAcres }) => bufferAcres)),
    treatablePercent: Math.min(...points.map(({ treatablePercent }) => treatablePercent)),
    isExact: grounds.size === 1 || grounds.has(null),
    treatable: grounds.has(null) ? [] : [...grounds].filter((ground) => ground !== null),
  };
}
