import { useCallback, useState, useSyncExternalStore } from "react";
import { Readings, type Reading, type ReadingRequest } from "@/lib/portal-client/readings";

const NOTHING: Reading<never> = { data: undefined, readAt: 0, error: null, isReading: false };
const noWatch = () => () => undefined;

/** Those of this page: a page is a document of its own, so they go with it. */
export const pageReadings = new Readings({
  now: () => Date.now(),
  isOnline: () => navigator.onLine,
  pause: (ms, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve();
      });
    }),
});

if (typeof window !== "undefined") {
  const refresh = (): void => {
    if (document.visibilityState === "visible") pageReadings.refresh();
  };
  document.addEventListener("visibilitychange", refresh);
  window.addEventListener("online", refresh);
}

/** `data` may be that of the request before, until there is an answer to this one: `isOfThis` says whose it is. */
export interface ShownReading<Data> extends Reading<Data> {
  isOfThis: boolean;
}

/**
 * What the server says to a request, which has to be the same object while it asks the same. Null asks nothing. What is
 * not wanted is shown where another part of the page had it read.
 */
export function useReading<Data>(request: ReadingRequest<Data> | null, isWanted = true): ShownReading<Data> {
  const watch = useCallback(
    (listener: () => void) => (request === null ? noWatch() : pageReadings.watch(request, isWanted, listener)),
    [request, isWanted],
  );
  const get = (): Reading<Data> => (request === null ? NOTHING : (pageReadings.get(request.name) as Reading<Data>));
  const reading = useSyncExternalStore(watch, get, () => NOTHING);
  const [before, setBefore] = useState<Data>();
  const { data, error } = reading;
  if (data !== undefined && data !== before) setBefore(() => data);
  if (data !== undefined) return { ...reading, isOfThis: true };
  return { ...reading, data: error === null ? before : undefined, isOfThis: false };
}

/**
 * The same where the page came with an answer, which stands until a later one is there. Putting that one in its place
 * draws nothing again: it is what is shown already.
 */
export function useReadingFrom<Data>(request: ReadingRequest<Data>, initial: Data): Data {
  const watch = useCallback((listener: () => void) => pageReadings.watch(request, true, listener), [request]);
  const get = (): Data => (pageReadings.get(request.name) as Reading<Data>).data ?? initial;
  return useSyncExternalStore(watch, get, () => initial);
}
