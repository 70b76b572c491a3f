"use client";

import { lazy, Suspense, useState, type ReactNode } from "react";
import type { MomentBody } from "@/lib/portal-client/moment";
import { useAllWinds } from "@/components/portal/drift/conditions/use-kept-winds";
import { problemInWords } from "@/components/portal/drift/conditions/moment-requests";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { RosePoint } from "@/lib/views/portal/drift";
import type { DriftPageWords } from "@/lib/views/portal/drift-page-words";

/** Fetched when someone asks for all winds: those of the saved answer are drawn by the server. */
const Rose = lazy(async () => ({ default: (await import("@/components/portal/drift/answer/rose")).Rose }));

interface Props {
  text: DriftPageWords["winds"];
  path: string;
  body: MomentBody | null;
  /** Of the last saved answer, drawn; null where it was not asked for. */
  saved: ReactNode;
  isOnline: boolean;
  /** Why all winds cannot be worked out now; null: they can, or the page does not run yet. */
  why: string | null;
}

/** The share of the field outside the buffer for wind from each of 16 directions, at the speed and set-up that are set. */
export function WindRose({ text, path, body, saved, isOnline, why }: Props) {
  const [isAsked, setAsked] = useState(false);
  const { data: known = null, isReading, error } = useAllWinds(path, body, isAsked && isOnline);
  const data = isAsked ? known : null;
  return (
    <Card title={text.title} id="all-winds">
      <p>{text.what}</p>
      {isAsked ? null : (
        <>
          <Button
            disabled={body === null || !isOnline}
            aria-describedby={why === null ? undefined : "winds-why"}
            onClick={() => setAsked(true)}
          >
            {text.workOut}
          </Button>
          {why === null ? null : <p id="winds-why">{why}</p>}
        </>
      )}
      <p role="status">{statusOf({ isAsked, isReading, rose: data, error }, text)}</p>
      {data === null ? (
        saved
      ) : (
        <Suspense fallback={saved ?? <p>{text.loading}</p>}>
          <Rose rose={data} />
        </Suspense>
      )}
    </Card>
  );
}

interface RoseState {
  isAsked: boolean;
  isReading: boolean;
  rose: RosePoint[] | null;
  error: Error | null;
}

function statusOf({ isAsked, isReading, rose, error }: RoseState, text: Props["text"]): string {
  if (!isAsked) return "";
  if (isReading) return rose === null ? text.workingItOut : text.updating;
  if (error !== null) return problemInWords(error, text);
  return rose === null ? text.nothing : "";
}
