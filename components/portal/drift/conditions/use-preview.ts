import { useCallback, useEffect, useMemo, useState } from "react";
import type { MomentBody } from "@/lib/portal-client/moment";
import {
  MomentProblem,
  PREVIEW,
  problemInWords,
  sendMoment,
  type ProblemWords,
} from "@/components/portal/drift/conditions/moment-requests";
import { pageReadings, useReading } from "@/components/portal/edits/use-reading";
import type { DriftAnswerView } from "@/lib/views/portal/drift";

/** A pause after the last turn of the dial: shorter would ask for every degree on the way. */
const PAUSE_MS = 250;

export interface Preview {
  /** The last answer, which may be to earlier conditions. */
  answer: DriftAnswerView | null;
  /** The answer is to the conditions that are set now. */
  isCurrent: boolean;
  isUpdating: boolean;
  /** Why there is no answer to these conditions, in the server's words. */
  problem: string | null;
  /** The server could not be asked, which says nothing about the conditions. */
  isUnreachable: boolean;
  retry: () => void;
}

/** What buffers the conditions ask for, asked of the server when they rest; the previous answer stays until then. */
export function usePreview(path: string, body: MomentBody | null, text: ProblemWords): Preview {
  const wanted = body === null ? null : JSON.stringify(body);
  const rested = useRested(wanted);
  const request = useMemo(() => {
    if (rested === null) return null;
    const asked = { ...(JSON.parse(rested) as MomentBody), wind_rose: false };
    return {
      name: `${PREVIEW}${path}/${rested}`,
      read: (signal: AbortSignal) => sendMoment(path, asked, signal),
      freshMs: 60_000,
    };
  }, [path, rested]);
  const { data, error, isReading, isOfThis } = useReading(request);
  const name = request?.name;
  const retry = useCallback(() => pageReadings.outdate((each) => each === name), [name]);
  const isCurrent = isOfThis && error === null && wanted !== null && wanted === rested;
  return {
    answer: data ?? null,
    isCurrent: isCurrent && !isReading,
    isUpdating: isReading || (wanted !== null && wanted !== rested),
    problem: error === null ? null : problemInWords(error, text),
    isUnreachable: error instanceof MomentProblem && error.code === null,
    retry,
  };
}

/** A value once it has stood still for a moment; the first one at once. */
function useRested(value: string | null): string | null {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
