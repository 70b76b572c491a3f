import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import {
  CLAIM_BEAT_S,
  CLAIM_LEASE_S,
  CLAIM_LONGEST_S,
  isFieldBusyAtSameBoundary,
  releaseClaims,
  renewClaims,
  takeClaims,
  type ClaimIdentity,
} from "@/lib/data/claims";
import { type StatementTx } from "@/lib/data/db";
import { uncancelled } from "@/lib/data/statement-context";
import { asProviderAtHome, asProviderPlainly } from "@/lib/data/plain-statements";
import { ServiceError } from "@/lib/domain/errors";
import type { Provider } from "@/lib/domain/provider";
import type { Deps } from "@/lib/runtime/deps";
import { waitingOutside } from "@/lib/runtime/work-turn";

export interface Held<State> {
  token: string;
  claims: readonly ClaimIdentity[];
  state: State;
}

/**
 * Claims what a request will write, reads what is saved there, and does the work; the work's last transaction
 * deletes the claims.
 *
 * The claim is committed first, so that a second request on the same field or application is refused at once.
 * When anything fails it is given back; the lease would free it as well, but later.
 */
export function holdingClaims<State, Result>(
  context: Context,
  claims: readonly ClaimIdentity[],
  /** Takes the claims and reads what is saved, of the provider's own rows alone; null: not all could be taken. */
  take: (tx: StatementTx, token: string) => Promise<State | null>,
  work: (held: Held<State>) => Promise<Result>,
): Promise<Result> {
  const begin = async (tx: StatementTx, token: string) => {
    const state = await take(tx, token);
    return { claims, state: state ?? (await refuse(tx, context.provider, claims, token)) };
  };
  return holding(context, asProviderAtHome, begin, work);
}

/**
 * The same where only what is saved says which identities to claim: it is read first. What another request saves
 * between the two moves a revision that the work's last transaction asks for.
 */
export function holdingClaimsOf<State, Result>(
  context: Context,
  read: (tx: StatementTx) => Promise<State>,
  claimsOf: (state: State) => readonly ClaimIdentity[],
  work: (held: Held<State>) => Promise<Result>,
): Promise<Result> {
  const begin = async (tx: StatementTx, token: string) => {
    const state = await read(tx);
    const claims = claimsOf(state);
    await claim(tx, context.provider, claims, token);
    return { claims, state };
  };
  return holding(context, asProviderPlainly, begin, work);
}

/** How long a request waits for another application's work on the same field at the same boundary. */
const FIELD_WAIT_MS = 5_000;
const FIELD_POLL_MS = 40;

interface Context {
  deps: Deps;
  provider: Pick<Provider, "providerId">;
  claimToken?: string;
  signal?: AbortSignal;
}

/** The field is being worked on at our boundary; this passes. */
class FieldBusyError extends ServiceError {}

async function holding<State, Result>(
  context: Context,
  inTransaction: typeof asProviderPlainly,
  begin: (tx: StatementTx, token: string) => Promise<Omit<Held<State>, "token">>,
  work: (held: Held<State>) => Promise<Result>,
): Promise<Result> {
  const { deps, provider, signal } = context;
  const { providerId } = provider;
  const token = context.claimToken ?? randomUUID();
  const begun = await whenFieldIsFree(signal, () =>
    // A claim that is lost with the server is one that no one holds any more.
    inTransaction(deps.db, providerId, (tx) => begin(tx, token), { mayBeLost: true }),
  );
  const heart = startHeart(deps, providerId, token);
  try {
    return await work({ token, ...begun });
  } catch (error) {
    await uncancelled(() => giveBack(deps, providerId, token));
    throw error;
  } finally {
    clearInterval(heart);
  }
}

/**
 * Tries again for some seconds while another application's work has the field at the same boundary. A platform sends the
 * applications of one field together; refusing all but one would make it sort them out by itself. Nothing is held
 * meanwhile, so that no two requests can wait for each other.
 */
async function whenFieldIsFree<Begun>(signal: AbortSignal | undefined, begin: () => Promise<Begun>): Promise<Begun> {
  const waitsUntil = performance.now() + FIELD_WAIT_MS;
  for (;;) {
    try {
      return await begin();
    } catch (error) {
      if (!(error instanceof FieldBusyError) || performance.now() > waitsUntil) throw error;
      // Spread, so that those who wait do not all ask at once.
      const waitMs = FIELD_POLL_MS * (1 + Math.random());
      await waitingOutside(() => delay(waitMs, undefined, signal === undefined ? {} : { signal }));
    }
  }
}

/**
 * Renews the lease while the work goes on. A beat that is missed costs nothing as long as no one else takes the claims:
 * the work's last transaction asks for its token, not for the time.
 */
function startHeart(deps: Deps, providerId: string, token: string): NodeJS.Timeout {
  let isBeating = false;
  const lastBeatAt = performance.now() + (CLAIM_LONGEST_S - CLAIM_LEASE_S) * 1000;
  return setInterval(() => {
    if (isBeating || performance.now() > lastBeatAt) return;
    isBeating = true;
    deps.aside(() =>
      uncancelled(() => renewClaims(deps.db, providerId, token)).finally(() => {
        isBeating = false;
      }),
    );
  }, CLAIM_BEAT_S * 1000);
}

async function claim(
  tx: StatementTx,
  provider: Context["provider"],
  claims: readonly ClaimIdentity[],
  token: string,
): Promise<void> {
  if (!(await takeClaims(tx, provider.providerId, claims, token))) await refuse(tx, provider, claims, token);
}

/** What was taken goes with the transaction. */
async function refuse(
  tx: StatementTx,
  { providerId }: Context["provider"],
  claims: readonly ClaimIdentity[],
  token: string,
): Promise<never> {
  const isBusy = await isFieldBusyAtSameBoundary(tx, providerId, claims, token);
  const Refusal = isBusy ? FieldBusyError : ServiceError;
  throw new Refusal("processingConflict", "Another request is working on this field or application.");
}

/** Tries twice: after a lost connection the pool may hand out a second dead one before it makes a new one. */
async function giveBack({ db, log }: Deps, providerId: string, token: string): Promise<void> {
  try {
    await releaseClaims(db, providerId, token).catch(() => releaseClaims(db, providerId, token));
  } catch (failure) {
    log.warn({ err: failure }, "claims were not given back; their lease will run out");
  }
}
