import { randomUUID } from "node:crypto";
import {
  CLAIM_BEAT_S,
  CLAIM_LEASE_S,
  CLAIM_LONGEST_S,
  releaseClaims,
  renewClaims,
  takeClaims,
  type ClaimIdentity,
} from "@/lib/data/claims";
import { asProvider, uncancelled, type ProviderTx } from "@/lib/data/db";
import { ServiceError } from "@/lib/domain/errors";
import type { Provider } from "@/lib/domain/provider";
import type { Deps } from "@/lib/runtime/deps";

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
  read: (tx: ProviderTx) => Promise<State>,
  work: (held: Held<State>) => Promise<Result>,
): Promise<Result> {
  const begin = async (tx: ProviderTx, token: string) => {
    await claim(tx, context.provider, claims, token);
    return { claims, state: await read(tx) };
  };
  return holding(context, begin, work);
}

/**
 * The same where only what is saved says which identities to claim: it is read first. What another request saves
 * between the two moves a revision that the work's last transaction asks for.
 */
export function holdingClaimsOf<State, Result>(
  context: Context,
  read: (tx: ProviderTx) => Promise<State>,
  claimsOf: (state: State) => readonly ClaimIdentity[],
  work: (held: Held<State>) => Promise<Result>,
): Promise<Result> {
  const begin = async (tx: ProviderTx, token: string) => {
    const state = await read(tx);
    const claims = claimsOf(state);
    await claim(tx, context.provider, claims, token);
    return { claims, state };
  };
  return holding(context, begin, work);
}

interface Context {
  deps: Deps;
  provider: Pick<Provider, "providerId">;
  claimToken?: string;
}

async function holding<State, Result>(
  { deps, provider: { providerId }, claimToken }: Context,
  begin: (tx: ProviderTx, token: string) => Promise<Omit<Held<State>, "token">>,
  work: (held: Held<State>) => Promise<Result>,
): Promise<Result> {
  const token = claimToken ?? randomUUID();
  // A claim that is lost with the server is one that no one holds any more.
  const begun = await asProvider(deps.db, providerId, (tx) => begin(tx, token), { mayBeLost: true });
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
  tx: ProviderTx,
  { providerId }: Context["provider"],
  claims: readonly ClaimIdentity[],
  token: string,
): Promise<void> {
  if (await takeClaims(tx, providerId, claims, token)) return;
  throw new ServiceError("processingConflict", "Another request is working on this field or application.");
}

/** Tries twice: after a lost connection the pool may hand out a second dead one before it makes a new one. */
async function giveBack({ db, log }: Deps, providerId: string, token: string): Promise<void> {
  try {
    await releaseClaims(db, providerId, token).catch(() => releaseClaims(db, providerId, token));
  } catch (failure) {
    log.warn({ err: failure }, "claims were not given back; their lease will run out");
  }
}
