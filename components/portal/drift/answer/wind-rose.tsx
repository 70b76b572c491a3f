"use client";

import { useQuery, keepPreviousData } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { MomentBody } from "@/components/portal/drift/conditions/conditions";
import { PREVIEW_KEY, sendMoment } from "@/components/portal/drift/conditions/moment-requests";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { RosePoint } from "@/lib/views/portal/drift";

/** Fetched with the first answer: few ask for all winds. */
const Rose = lazy(async () => ({ default: (await import("@/components/portal/drift/answer/rose")).Rose }));

interface Props {
  path: string;
  body: MomentBody | null;
  /** Of the last saved answer, where it was asked for. */
  saved: RosePoint[] | null;
  isOnline: boolean;
}

/** The share of the field outside the buffer for wind from each of 16 directions, at the speed and set-up that are set. */
export function WindRose({ path, body, saved, isOnline }: Props) {
  const [isAsked, setAsked] = useState(false);
  // Whatever the wind's own direction, the 16 are the same.
  const asked = body === null ? null : { ...body, wind_direction_deg: 0 };
  const { data, isFetching, error } = useQuery({
    queryKey: [...PREVIEW_KEY, path, "rose", asked],
    queryFn: async ({ signal }) => {
      if (asked === null) return null;
      return (await sendMoment(path, { ...asked, wind_rose: true }, signal)).rose;
    },
    enabled: isAsked && asked !== null,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const rose = data ?? saved;
  return (
    <Card title="All winds" id="all-winds">
      <p>
        How much of the field would lie outside the buffer with wind from each of 16 directions, at the speed and with
        the set-up above.
      </p>
      {isAsked ? null : (
        <Button disabled={body === null || !isOnline} onClick={() => setAsked(true)}>
          Work out all winds
        </Button>
      )}
      <p role="status">{statusOf({ isAsked, isFetching, rose: data ?? null, error })}</p>
      {rose === null ? null : (
        <Suspense fallback={<p>The figures are loading.</p>}>
          <Rose rose={rose} />
        </Suspense>
      )}
    </Card>
  );
}

interface RoseState {
  isAsked: boolean;
  isFetching: boolean;
  rose: RosePoint[] | null;
  error: Error | null;
}

function statusOf({ isAsked, isFetching, rose, error }: RoseState): string {
  if (!isAsked) return "";
  if (isFetching) return rose === null ? "Working it out." : "Updating; these are the figures of earlier conditions.";
  if (error !== null) return error.message;
  return rose === null ? "No buffer can be placed with this set-up, so there is nothing to compare." : "";
}
