/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** At least `low`, below `high`. */
  between: (low: number, high: number) => number;
  /** A whole number from `low` to `high`, both included. */
  integer: (low: number, high: number) => number;
  pick: <T>(from: readonly [T, ...T[]]) => T;
  shuffled: <T>(list: readonly T[]) => T[];
  /** A source of its own for one part of the work, so that a change in one part leaves the others as they were. */
  fork: (name: string) => Random;
}

/** FNV-1a: spreads a short text over 32 bits. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/** mulberry32: 32 bits of state, which is plenty for a landscape and the same on every machine. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function createRandom(seed: number): Random {
  const next = mulberry32(seed);
  const integer = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    between: (low, high) => low + next() * (high - low),
    integer,
    pick: (from) => from[integer(0, from.length - 1)] ?? from[0],
    shuffled: (list) => {
      const keyed = list.map((value) => ({ value, key: next() }));
      return keyed.sort((a, b) => a.key - b.key).map(({ value }) => value);
    },
    fork: (name) => createRandom(seed ^ hashText(name)),
  };
}
