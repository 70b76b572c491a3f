/** How many other sessions were ended, as a sentence. */
export const endedInWords = (count: number): string =>
  count === 0
    ? "You were signed in nowhere else."
    : `${count === 1 ? "One other session has" : `${count} other sessions have`} ended.`;
