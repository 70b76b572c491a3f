/** A random UUID (version 4). `crypto.randomUUID` is there with TLS alone. */
export const newKey = (): string =>
  "00000000-0000-4000-8000-000000000000".replaceAll(/[08]/g, (digit) =>
    // The 8 is the variant's place, of which two bits are set.
    (Number(digit) + randomBelow(digit === "8" ? 4 : 16)).toString(16),
  );

/** `count` divides 256, so that all are as likely. */
const randomBelow = (count: 4 | 16): number => (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) % count;
