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

/**
 * What a wind would likely ask for, of the points on either side of it: the one that leaves less of the field, because a
 * wind between two points may ask for the buffer of either. Null without points.
 */
export function likelyPoint(points: readonly RosePoint[], fromDeg: number): RosePoint | null {
  const step = 360 / points.length;
  const place = fromDeg / step;
  const [before, after] = [points[Math.floor(place) % points.length], points[Math.ceil(place) % points.length]];
  if (before === undefined || after === undefined) return null;
  return after.bufferAcres > before.bufferAcres ? after : before;
}
