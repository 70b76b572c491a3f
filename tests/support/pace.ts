/**
 * The shortest time that a work took of several, milliseconds: what else the machine does only ever adds. For comparing two
 * works with each other; no test asserts a time by itself, which a busy machine passes.
 */
export function fastestMs(work: () => unknown, runs = 9): number {
  const times = Array.from({ length: runs }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
  return Math.min(...times);
}

/** What ten times as much of the same takes may be so much longer: a work that grows with the square takes 100 times as long. */
export const TENFOLD = 50;
