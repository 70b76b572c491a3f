import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import type { MomentBody } from "@/lib/portal-client/moment";
import { MomentProblem, PREVIEW_KEY, sendMoment } from "@/components/portal/drift/conditions/moment-requests";
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
export function usePreview(path: string, body: MomentBody | null): Preview {
  const wanted = body === null ? null : JSON.stringify(body);
  const rested = useRested(wanted);
  const { data, error, isFetching, isPlaceholderData, isSuccess, refetch } = useQuery({
    queryKey: [...PREVIEW_KEY, path, rested],
    queryFn: ({ signal }) =>
      sendMoment(path, { ...(JSON.parse(rested ?? "{}") as MomentBody), wind_rose: false }, signal),
    enabled: rested !== null,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const retry = useCallback(() => void refetch(), [refetch]);
  const isCurrent = isSuccess && !isPlaceholderData && wanted !== null && wanted === rested;
  return {
    answer: data ?? null,
    isCurrent: isCurrent && !isFetching,
    isUpdating: isFetching || (wanted !== null && wanted !== rested),
    problem: error === null ? null : error.message,
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
