import { asProvider } from "@/lib/data/db";
import { countDeprecatedCall } from "@/lib/data/deprecated-use";
import type { CallingKey } from "@/lib/domain/provider";
import type { Deps } from "@/lib/runtime/deps";

/** Notes a call of a deprecated route, beside the request: a failure here is only worth a line in the log. */
export function noteDeprecatedCall(deps: Deps, key: CallingKey & { providerId: string }, route: string): void {
  const { providerId, keyId } = key;
  const at = deps.clock();
  deps.aside(() => asProvider(deps.db, providerId, (tx) => countDeprecatedCall(tx, providerId, { keyId, route, at })));
}
