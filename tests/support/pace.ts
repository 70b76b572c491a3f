/**
 * The least time of the processor that a work took of several, milliseconds: what else the machine does only ever adds, and
 * time that passes while others have the processor is none of it. For comparing two works with each other; no test asserts a
 * time by itself, which a busy machine passes.
 */
export function fastestMs(work: () => unknown, runs = 9): number {
  const times = Array.from({ length: runs }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

/** What ten times as much of the same takes may be so much longer: a work that grows with the square takes 100 times as long. */
export const TENFOLD = 50;
