/** Any number would do: it stays the same, so that a change is refused for its own fault and no other. */
const GATE_SEED = 20_261_122;
const LARGEST = 2 ** 31;

const given = process.env.TEST_SEED;

/**
 * The seed of every random input of a run; tests print it where they fail. `TEST_SEED=random` draws a new one, any
 * number repeats a run (docs/decisions/0011-fixed-seeds-in-the-gate.md).
 */
export const SEED =
  given === "random" ? Math.floor(Math.random() * LARGEST) : given === undefined ? GATE_SEED : Number(given);
