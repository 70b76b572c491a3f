"use client";

import { lazy, Suspense, useState } from "react";
import type { MomentBody } from "@/lib/portal-client/moment";
import { useAllWinds } from "@/components/portal/drift/conditions/use-kept-winds";
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
  const { data: known = null, isFetching, error } = useAllWinds(path, body, isAsked && isOnline);
  const data = isAsked ? known : null;
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
      <p role="status">{statusOf({ isAsked, isFetching, rose: data, error })}</p>
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
