import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { MomentBody } from "@/components/portal/drift/conditions/conditions";
import { PREVIEW_KEY, sendMoment } from "@/components/portal/drift/conditions/moment-requests";
import { keepWinds, likelyPoint, readKeptWinds, type KeptWinds } from "@/lib/portal-client/kept-winds";
import type { RosePoint } from "@/lib/views/portal/drift";

/** Whatever the wind's own direction, the 16 are the same. */
const askedOf = (body: MomentBody): MomentBody => ({ ...body, wind_direction_deg: 0 });

/** The answer for wind from each of 16 directions, at the speed and set-up that are set. One request for all who ask. */
export const useAllWinds = (path: string, body: MomentBody | null, isWanted: boolean) => {
  const asked = body === null ? null : askedOf(body);
  return useQuery({
    queryKey: [...PREVIEW_KEY, path, "rose", asked],
    queryFn: async ({ signal }): Promise<RosePoint[] | null> =>
      asked === null ? null : (await sendMoment(path, { ...asked, wind_rose: true }, signal)).rose,
    enabled: isWanted && asked !== null,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
};

/** What the device's kept answer says of the wind that is set. */
export interface LikelyAnswer {
  point: RosePoint;
  keptAt: string;
}

interface Options {
  grant: string;
  applicationEventId: string;
  path: string;
  body: MomentBody | null;
  /** The server has just answered these conditions, so that it can be asked for all winds as well. */
  isSettled: boolean;
}

/**
 * Keeps the answer for all winds on this device once the conditions have settled, and says what it holds for the wind
 * that is set. Null where what was kept is for another speed or set-up.
 */
export function useKeptWinds({ grant, applicationEventId, path, body, isSettled }: Options): LikelyAnswer | null {
  const [stored, setStored] = useState<KeptWinds | null>(null);
  const { data, isPlaceholderData, dataUpdatedAt } = useAllWinds(path, body, isSettled);
  const asked = body === null ? null : JSON.stringify(askedOf(body));
  useEffect(() => {
    // A browser that keeps nothing has kept nothing.
    void readKeptWinds(grant, applicationEventId).then(setStored, () => undefined);
  }, [grant, applicationEventId]);
  const fresh = useMemo((): KeptWinds | null => {
    if (data == null || isPlaceholderData || asked === null) return null;
    return { asked, keptAt: new Date(dataUpdatedAt).toISOString(), points: data };
  }, [asked, data, isPlaceholderData, dataUpdatedAt]);
  useEffect(() => {
    if (fresh !== null) void keepWinds(grant, applicationEventId, fresh).catch(() => undefined);
  }, [grant, applicationEventId, fresh]);
  const kept = fresh ?? stored;
  if (body === null || asked === null || kept?.asked !== asked) return null;
  const point = likelyPoint(kept.points, body.wind_direction_deg);
  return point === null ? null : { point, keptAt: kept.keptAt };
}
