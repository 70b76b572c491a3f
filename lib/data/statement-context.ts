import { AsyncLocalStorage } from "node:async_hooks";

/** The provider whose share of the database a piece of work uses (./database-turns.ts). */
interface Payer {
  owner: string | null;
  /** It holds a connection already, or others wait for it: another one is given at once. */
  isExempt: boolean;
}

/** Counts the messages sent to the database while a piece of work runs; the test suite holds us to them. */
export interface StatementTrace {
  statements: number;
  /** The messages themselves, where someone asks for them. */
  messages?: string[];
}

/**
 * Kept on the global object: pages and routes are bundled apart, each with an instance of this module, and a pool made
 * by one of them has to see what another one's transaction asks for.
 */
const shared = globalThis as typeof globalThis & {
  hedgerowStatements?: {
    trace: AsyncLocalStorage<StatementTrace>;
    opening: AsyncLocalStorage<string>;
    ending: AsyncLocalStorage<AbortSignal>;
    payer: AsyncLocalStorage<Payer>;
  };
};
shared.hedgerowStatements ??= {
  trace: new AsyncLocalStorage(),
  opening: new AsyncLocalStorage(),
  ending: new AsyncLocalStorage(),
  payer: new AsyncLocalStorage(),
};
const { trace, opening, ending, payer } = shared.hedgerowStatements;

/** What a pooled connection has to know of the piece of work that asks (./pool.ts). */
export const statementContext = {
  trace: () => trace.getStore(),
  /** The message that opens a transaction in place of a plain `BEGIN`. */
  opening: () => opening.getStore(),
  signal: () => endingSignal(),
  payer: () => payer.getStore() ?? NO_PAYER,
};

const NO_PAYER: Payer = { owner: null, isExempt: true };

/** Work whose next transaction is opened by this message. */
export const openingWith = <T>(begin: string, work: () => T): T => opening.run(begin, work);

export const countStatements = <T>(count: StatementTrace, work: () => T): T => trace.run(count, work);
/** Work that goes on without the request that began it: its messages are not counted, and no one cancels them. */
export const uncounted = <T>(work: () => T): T => trace.exit(() => ending.exit(() => exempting(false, work)));

/**
 * Ends the statements of a piece of work when the signal fires, or that of the work around it: the running one is canceled, and no
 * other begins.
 */
export const cancellingStatements = <T>(signal: AbortSignal, work: () => T): T => {
  const around = ending.getStore();
  return ending.run(around === undefined ? signal : eitherOf(around, signal), work);
};

/** Fires when the statements of this piece of work are to end; none: nothing ends them. */
export const endingSignal = (): AbortSignal | undefined => ending.getStore();

/** As `AbortSignal.any`, which costs more: both are of one request, and go with it. */
function eitherOf(...signals: readonly AbortSignal[]): AbortSignal {
  const either = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) either.abort(signal.reason);
    else signal.addEventListener("abort", () => either.abort(signal.reason), { once: true });
  }
  return either.signal;
}
/** What has to be done even then, and waits for no turn, as giving back what the work had claimed. */
export const uncancelled = <T>(work: () => T): T => ending.exit(() => exempting(true, work));

/** Work whose statements use this provider's share of the database, those on reference data too. */
export const payingAs = <T>(owner: string, work: () => T): T =>
  payer.run({ owner, isExempt: payer.getStore()?.isExempt ?? false }, work);
/** The same while the work holds a connection: what it asks for beside it may not wait for what it holds. */
export const holdingAs = <T>(owner: string, work: () => T): T => payer.run({ owner, isExempt: true }, work);

const exempting = <T>(isExempt: boolean, work: () => T): T =>
  payer.run({ owner: payer.getStore()?.owner ?? null, isExempt }, work);
