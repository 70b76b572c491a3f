/** Where the service worker keeps what it kept of a session; the worker itself has the same rule. */
export const cacheNameOf = (grant: string): string => `hedgerow-portal-${grant}`;
