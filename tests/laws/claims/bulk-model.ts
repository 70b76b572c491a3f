import { MOST_ATTEMPTS } from "@/lib/domain/bulk-job";
import type { Model } from "@/tests/laws/claims/explore";

/** One item of a bulk job (lib/data/bulk/attempts.ts) with time in ticks: silent for two of them, to be taken for dead. */
export const SILENT = 2;

export interface Item {
  status: "queued" | "processing" | "succeeded" | "failed";
  attempts: number;
  beatAt: number;
}

/** What the statements do to the item. Null: nothing was changed, and what goes with it is rolled back. */
export interface BulkStatements {
  begin: (item: Item, now: number) => Item | null;
  beat: (item: Item, attempt: number, now: number) => Item | null;
  succeed: (item: Item, attempt: number) => Item | null;
  fail: (item: Item, attempt: number) => Item | null;
  retry: (item: Item, attempt: number) => Item | null;
  /** The sweeper's look, and what it then does to the attempt it saw. */
  isSilent: (item: Item, now: number) => boolean;
  takeSilent: (item: Item, attempt: number, now: number) => Item | null;
}

const isOurs = (item: Item, attempt: number): boolean => item.status === "processing" && item.attempts === attempt;
const isSilent = (item: Item, now: number): boolean => item.status === "processing" && now - item.beatAt >= SILENT;

/** As the code has them; `tests/contract/v2/bulk/bulk-model.test.ts` holds the statements to this. */
export const STATEMENTS: BulkStatements = {
  begin: (item, now) =>
    item.status === "queued" ? { status: "processing", attempts: item.attempts + 1, beatAt: now } : null,
  beat: (item, attempt, now) => (isOurs(item, attempt) ? { ...item, beatAt: now } : null),
  succeed: (item, attempt) => (isOurs(item, attempt) ? { ...item, status: "succeeded" } : null),
  fail: (item, attempt) => (isOurs(item, attempt) ? { ...item, status: "failed" } : null),
  retry: (item, attempt) => (isOurs(item, attempt) ? { ...item, status: "queued" } : null),
  isSilent,
  takeSilent: (item, attempt, now) => {
    if (!isOurs(item, attempt) || !isSilent(item, now)) return null;
    return { ...item, status: attempt < MOST_ATTEMPTS ? "queued" : "failed" };
  },
};

export interface BulkState {
  item: Item;
  /** Which attempt each worker is at; null: none. A worker that died makes no step any more. */
  workers: (number | "dead" | null)[];
  /** The attempt that the sweeper saw silent and has not freed yet. */
  found: number | null;
  /** Checks that were saved for the item. */
  saves: number;
}

/** The model's present. Time passes by what is behind it falling further back, so that there is no last tick. */
const NOW = 0;
const aged = (item: Item): Item => ({ ...item, beatAt: Math.max(NOW - SILENT, item.beatAt - 1) });
const isOver = ({ status }: Item): boolean => status === "succeeded" || status === "failed";

interface Options {
  statements: BulkStatements;
  /** The check and the item's end are one transaction. */
  savesTogether?: boolean;
}

/** Every interleaving of two workers, a sweeper, deaths, and the clock over one item. */
export function bulkModel({ statements, savesTogether = true }: Options): Model<BulkState & { wrong: string | null }> {
  type State = BulkState & { wrong: string | null };
  interface Step {
    name: string;
    next: State;
  }
  const put = (state: State, at: number, attempt: BulkState["workers"][number]): BulkState["workers"] =>
    state.workers.map((one, index) => (index === at ? attempt : one));
  /** What has ended stays as it ended. */
  const become = (state: State, item: Item): Pick<State, "item" | "wrong"> => ({
    item,
    wrong: isOver(state.item) && item.status !== state.item.status ? "what had ended was changed" : state.wrong,
  });

  function ends(state: State, at: number, attempt: number): Step[] {
    const workers = put(state, at, null);
    const success = statements.succeed(state.item, attempt);
    const saves = state.saves + (success !== null || !savesTogether ? 1 : 0);
    const after = (item: Item | null): State =>
      item === null ? { ...state, workers } : { ...state, workers, ...become(state, item) };
    const failure = attempt < MOST_ATTEMPTS ? statements.retry : statements.fail;
    return [
      { name: `${at} succeeds`, next: { ...after(success), saves } },
      { name: `${at} fails for now`, next: after(failure(state.item, attempt)) },
      { name: `${at} fails for good`, next: after(statements.fail(state.item, attempt)) },
    ];
  }

  function beats(state: State, at: number, attempt: number): Step {
    const item = statements.beat(state.item, attempt, NOW);
    const next = item === null ? { ...state, workers: put(state, at, null) } : { ...state, ...become(state, item) };
    return { name: `${at} beats`, next };
  }

  function stepsOf(state: State, worker: BulkState["workers"][number], at: number): Step[] {
    if (worker === "dead") return [];
    if (worker === null) {
      const item = statements.begin(state.item, NOW);
      if (item === null) return [];
      return [
        { name: `${at} begins`, next: { ...state, workers: put(state, at, item.attempts), ...become(state, item) } },
      ];
    }
    return [
      beats(state, at, worker),
      ...ends(state, at, worker),
      // The other one stays, as there is always a worker again.
      ...(state.workers.includes("dead")
        ? []
        : [{ name: `${at} dies`, next: { ...state, workers: put(state, at, "dead") } }]),
    ];
  }

  function sweeps(state: State): Step[] {
    const { found, item } = state;
    if (found === null) {
      return statements.isSilent(item, NOW)
        ? [{ name: "the sweeper looks", next: { ...state, found: item.attempts } }]
        : [];
    }
    const freed = statements.takeSilent(item, found, NOW);
    const next = { ...state, found: null, ...(freed === null ? {} : become(state, freed)) };
    return [{ name: "the sweeper frees", next }];
  }

  return {
    start: {
      item: { status: "queued", attempts: 0, beatAt: 0 },
      workers: [null, null],
      found: null,
      saves: 0,
      wrong: null,
    },
    steps: (state) => [
      { name: "a tick", next: { ...state, item: aged(state.item) } },
      ...state.workers.flatMap((worker, at) => stepsOf(state, worker, at)),
      ...sweeps(state),
    ],
    wrongWith: ({ item, saves, wrong }) => {
      if (wrong !== null) return wrong;
      if (item.attempts > MOST_ATTEMPTS) return "more attempts than there are";
      if (saves !== (item.status === "succeeded" ? 1 : 0)) return `${item.status} with ${saves} saves`;
      return null;
    },
    isRest: ({ item }) => isOver(item),
  };
}
