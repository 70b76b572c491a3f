import { useEffect, useMemo, useState } from "react";
import type { MomentBody } from "@/lib/portal-client/moment";
import { PREVIEW, sendMoment } from "@/components/portal/drift/conditions/moment-requests";
import { useReading } from "@/components/portal/edits/use-reading";
import {
  besides,
  keepWinds,
  readKeptWinds,
  together,
  type KeptWinds,
  type LikelyGround,
} from "@/lib/portal-client/kept-winds";
import { until } from "@/lib/portal-client/reach";
import type { LikelyAhead } from "@/lib/portal-client/winds-ahead";
import type { RosePoint } from "@/lib/views/portal/drift";

/** Whatever the wind's own direction, the 16 are the same. */
const askedOf = (body: MomentBody): MomentBody => ({ ...body, wind_direction_deg: 0 });

/** The answer for wind from each of 16 directions, at the speed and set-up that are set. One request for all who ask. */
export function useAllWinds(path: string, body: MomentBody | null, isWanted: boolean) {
  const asked = body === null ? null : JSON.stringify(askedOf(body));
  const request = useMemo(() => {
    if (asked === null) return null;
    const sent = { ...(JSON.parse(asked) as MomentBody), wind_rose: true };
    return {
      name: `${PREVIEW}${path}/rose/${asked}`,
      read: async (signal: AbortSignal): Promise<RosePoint[] | null> => (await sendMoment(path, sent, signal)).rose,
      freshMs: 60_000,
    };
  }, [path, asked]);
  return useReading(request, isWanted);
}

/** What the device's kept answer says of the wind that is set. */
export interface LikelyAnswer {
  ground: LikelyGround;
  keptAt: string;
  /** What the label says of such a wind where it forbids it; null: nothing of that is kept. */
  forbids: string | null;
}

interface Options {
  grant: string;
  applicationEventId: string;
  path: string;
  body: MomentBody | null;
  /** The server has just answered these conditions, so that it can be asked for all winds as well. */
  isSettled: boolean;
  fieldId: string;
  /** The set-up is the one on record, for which winds of several speeds were kept with the field. */
  isSetupAsSaved: boolean;
}

/**
 * Keeps the answer for all winds on this device once the conditions have settled, and says what it holds for the wind
 * that is set. Null where what was kept is for another set-up.
 */
export function useKeptWinds(options: Options): LikelyAnswer | null {
  const { grant, applicationEventId, path, body, isSettled, fieldId, isSetupAsSaved } = options;
  const likelyAhead = useWindsAhead({ grant, fieldId, applicationEventId }, body !== null && isSetupAsSaved);
  const [stored, setStored] = useState<KeptWinds | null>(null);
  const { data, isOfThis, readAt } = useAllWinds(path, body, isSettled);
  const asked = body === null ? null : JSON.stringify(askedOf(body));
  useEffect(() => {
    // A browser that keeps nothing has kept nothing.
    void readKeptWinds(grant, applicationEventId).then(setStored, () => undefined);
  }, [grant, applicationEventId]);
  const fresh = useMemo((): KeptWinds | null => {
    if (data == null || !isOfThis || readAt === 0 || asked === null) return null;
    return { asked, keptAt: new Date(readAt).toISOString(), points: data };
  }, [asked, data, isOfThis, readAt]);
  useEffect(() => {
    if (fresh !== null) void keepWinds(grant, applicationEventId, fresh).catch(() => undefined);
  }, [grant, applicationEventId, fresh]);
  const kept = fresh ?? stored;
  if (body === null || asked === null) return null;
  const { wind_direction_deg: fromDeg, wind_speed_mph: mph } = body;
  if (kept?.asked !== asked) return isSetupAsSaved ? likelyAhead(fromDeg, mph) : null;
  const ground = together(besides(kept.points, fromDeg));
  return ground === null ? null : { ground, keptAt: kept.keptAt, forbids: null };
}

type Likely = (fromDeg: number, mph: number) => LikelyAhead | null;

/** About half a minute, by how long is waited in between. */
const MOST_TIMES = 6;

const nothingAhead: Likely = () => null;

/**
 * What was kept with the field, of several speeds: read, and its script fetched, once a wind is set. Where that could not be fetched it is
 * asked for again a few times, and once more of these whenever the network comes back: the script of a page that was open while a newer
 * version of the service came may be nowhere any more.
 */
function useWindsAhead(
  place: { grant: string; fieldId: string; applicationEventId: string },
  isWanted: boolean,
): Likely {
  const { grant, fieldId, applicationEventId } = place;
  const [likely, setLikely] = useState<Likely>(() => nothingAhead);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isHere = true;
    const read = async (): Promise<boolean> => {
      const { likelyAhead, readWindsAhead } = await import("@/lib/portal-client/winds-ahead");
      const winds = await readWindsAhead({ grant, fieldId, applicationEventId });
      if (isHere) setLikely(() => (fromDeg: number, mph: number) => likelyAhead(winds, fromDeg, mph));
      return true;
    };
    const ask = (): void => {
      let times = 0;
      void until(
        () => read().catch(() => false),
        () => isHere && (times += 1) <= MOST_TIMES,
      );
    };
    ask();
    window.addEventListener("online", ask);
    return () => {
      isHere = false;
      window.removeEventListener("online", ask);
    };
  }, [grant, fieldId, applicationEventId, isWanted]);
  return likely;
}
