/** Lets so many pieces of work run at once; the rest wait in order. */
export interface Limiter {
  /** Runs `work` when there is room. Null when `signal` ended the wait first; work that has begun is not ended. */
  run: <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T | null>;
}

export function createLimiter(slots: number): Limiter {
  let free = slots;
  const waiting: (() => void)[] = [];

  const enter = (signal: AbortSignal): Promise<boolean> => {
    if (signal.aborted) return Promise.resolve(false);
    if (free > 0) {
      free -= 1;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const go = (): void => {
        signal.removeEventListener("abort", leave);
        resolve(true);
      };
      const leave = (): void => {
        const at = waiting.indexOf(go);
        if (at >= 0) waiting.splice(at, 1);
        resolve(false);
      };
      waiting.push(go);
      signal.addEventListener("abort", leave, { once: true });
    });
  };

  const exit = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };

  return {
    run: async (signal, work) => {
      if (!(await enter(signal))) return null;
      try {
        return await work();
      } finally {
        exit();
      }
    },
  };
}
