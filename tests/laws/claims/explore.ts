/** A small model: states that are plain data, what can happen in each, and what has to be so of each. */
export interface Model<State> {
  start: State;
  /** Everything that could happen next, each with its name. */
  steps: (state: State) => { name: string; next: State }[];
  /** What is wrong with a state; null: nothing. */
  wrongWith: (state: State) => string | null;
  /** A state that the model has to be able to reach from every other one. */
  isRest: (state: State) => boolean;
}

export interface Exploration {
  states: number;
  steps: number;
  /** The shortest way to something wrong, as the names of its steps, and what is wrong there. */
  violation: { path: string[]; wrong: string } | null;
}

interface Visited<State> {
  state: State;
  from: string | null;
  step: string;
}

/** Visits every state that can be reached, in all interleavings, nearest first, and then asks whether each can come to rest. */
export function explore<State>(model: Model<State>): Exploration {
  const key = (state: State): string => JSON.stringify(state);
  const seen = new Map<string, Visited<State>>([[key(model.start), { state: model.start, from: null, step: "" }]]);
  const before = new Map<string, string[]>();
  let steps = 0;
  const wayTo = (to: string): string[] => {
    const path: string[] = [];
    for (let at = seen.get(to); at?.from != null; at = seen.get(at.from)) path.unshift(at.step);
    return path;
  };
  // A map gives back what is added to it while it is walked, so this is a search in breadth.
  for (const [from, { state }] of seen) {
    const wrong = model.wrongWith(state);
    if (wrong !== null) return { states: seen.size, steps, violation: { path: wayTo(from), wrong } };
    for (const { name, next } of model.steps(state)) {
      steps += 1;
      const to = key(next);
      before.set(to, [...(before.get(to) ?? []), from]);
      if (!seen.has(to)) seen.set(to, { state: next, from, step: name });
    }
  }
  const ends = [...seen].filter(([, { state }]) => model.isRest(state)).map(([at]) => at);
  const canRest = new Set(ends);
  for (const at of canRest) for (const from of before.get(at) ?? []) canRest.add(from);
  const stuck = [...seen.keys()].find((at) => !canRest.has(at));
  const violation = stuck === undefined ? null : { path: wayTo(stuck), wrong: "it can never come to rest from here" };
  return { states: seen.size, steps, violation };
}
