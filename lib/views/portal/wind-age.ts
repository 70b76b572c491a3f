const MINUTE_MS = 60_000;
/** Wind turns within an hour often enough that a buffer for the last one is no answer any more. */
const FRESH_MS = 60 * MINUTE_MS;

export const isAgeOld = (agoMs: number): boolean => agoMs > FRESH_MS;

/** The wind of an answer is that of an earlier time by now. */
export const isWindOld = (wind: { at: string } | null, now: number): boolean =>
  wind !== null && isAgeOld(now - Date.parse(wind.at));
