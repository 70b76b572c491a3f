import { cacheNameOf } from "@/lib/portal-client/cache-name";
import { besides, together, type LikelyGround } from "@/lib/portal-client/kept-winds";
import type { DriftAnswerView, RosePoint } from "@/lib/views/portal/drift";

/** The answer for wind from 16 directions at one speed, for the set-up on record. */
interface WindsAhead {
  mph: number;
  keptAt: string;
  /** Empty: at this speed no buffer could be placed. */
  points: RosePoint[];
  /** What the label says of wind of this speed where it forbids it; null: it does not. */
  forbids: string | null;
}

/** What a device says of a wind that was never asked about. */
export interface LikelyAhead {
  ground: LikelyGround;
  keptAt: string;
  forbids: string | null;
}

/** Calm, and the speeds at which labels change what they ask. Between two of them what either asks for counts. */
const SPEEDS_MPH = [0, 3, 7, 10, 15];

interface Place {
  grant: string;
  fieldId: string;
  applicationEventId: string;
}

/** Beside the session's pages, so that they go with them. */
const addressOf = ({ grant, applicationEventId }: Place): string =>
  `/portal/g/${grant}/kept-winds/${applicationEventId}/ahead`;

const open = (grant: string): Promise<Cache> => caches.open(cacheNameOf(grant));

/** Asks for all winds, one speed after the other, and keeps them; nothing where they are as new as the kept pages. */
export async function keepWindsAhead(place: Place, pagesKeptAt: string): Promise<void> {
  if (!("caches" in globalThis)) return;
  const before = await readWindsAhead(place);
  if (before.length > 0 && before.every(({ keptAt }) => keptAt >= pagesKeptAt)) return;
  const winds: WindsAhead[] = [];
  for (const mph of SPEEDS_MPH) {
    const answer = await ask(place, mph);
    // Not to be had now: asked for again with the next page.
    if (answer === null) return;
    const outside = answer.issues.find(({ code }) => code === "WIND_OUTSIDE_LABEL_RANGE");
    winds.push({
      mph,
      keptAt: new Date().toISOString(),
      points: answer.rose ?? [],
      forbids: outside === undefined ? null : outside.message,
    });
  }
  await (await open(place.grant)).put(addressOf(place), Response.json(winds));
}

async function ask({ grant, fieldId, applicationEventId }: Place, mph: number): Promise<DriftAnswerView | null> {
  const response = await fetch(`/portal/g/${grant}/api/fields/${fieldId}/drift-preview`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    // The set-up is left out: it is the one on record.
    body: JSON.stringify({
      application_event_id: applicationEventId,
      wind_direction_deg: 0,
      wind_speed_mph: mph,
      wind_rose: true,
    }),
  });
  return response.ok ? ((await response.json()) as { answer: DriftAnswerView }).answer : null;
}

export async function readWindsAhead(place: Place): Promise<WindsAhead[]> {
  if (!("caches" in globalThis)) return [];
  const found = await caches.match(addressOf(place), { cacheName: cacheNameOf(place.grant) });
  return found === undefined ? [] : ((await found.json()) as WindsAhead[]);
}

/**
 * What a wind would likely ask for, of the kept speeds and points on either side of it: all that any of these asks for.
 * Null where the wind is stronger than any that was kept, and where no buffer could be placed at one of the two speeds.
 */
export function likelyAhead(winds: readonly WindsAhead[], fromDeg: number, mph: number): LikelyAhead | null {
  const below = winds.findLast((wind) => wind.mph <= mph);
  const above = winds.find((wind) => wind.mph >= mph);
  if (below === undefined || above === undefined) return null;
  const points = [below, above].map((wind) => besides(wind.points, fromDeg));
  const ground = points.some(({ length }) => length === 0) ? null : together(points.flat());
  if (ground === null) return null;
  const keptAt = below.keptAt < above.keptAt ? below.keptAt : above.keptAt;
  return { ground, keptAt, forbids: below.forbids ?? above.forbids };
}
