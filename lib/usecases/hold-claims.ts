import { randomUUID } from "node:crypto";
import { releaseClaims, takeClaims, type ClaimIdentity } from "@/lib/data/claims";
import { asProvider, type ProviderTx } from "@/lib/data/db";
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
 * The claim is committed first, so that a second request on the same field or application is told so at once.
 * When anything fails it is given back; the lease would free it as well, but later.
 */
export async function holdingClaims<State, Result>(
  { deps, provider, claimToken }: { deps: Deps; provider: Provider; claimToken?: string },
  claims: readonly ClaimIdentity[],
  read: (tx: ProviderTx) => Promise<State>,
  work: (held: Held<State>) => Promise<Result>,
): Promise<Result> {
  const { providerId } = provider;
  const token = claimToken ?? randomUUID();
  const state = await asProvider(deps.db, providerId, async (tx) => {
    if (!(await takeClaims(tx, providerId, claims, token))) {
      throw new ServiceError("processingConflict", "Another request is working on this field or application.");
    }
    return read(tx);
  });
  try {
    return await work({ token, claims, state });
  } catch (error) {
    await giveBack(deps, providerId, token);
    throw error;
  }
}

/** Tries twice: after a lost connection the pool may hand out a second dead one before it makes a new one. */
async function giveBack({ db, log }: Deps, providerId: string, token: string): Promise<void> {
  try {
    await releaseClaims(db, providerId, token).catch(() => releaseClaims(db, providerId, token));
  } catch (failure) {
    log.warn({ err: failure }, "claims were not given back; their lease will run out");
  }
}
