import type { AnyContract } from "@/lib/contracts/shared/contract";
import { membersOf } from "@/lib/contracts/shared/always";
import { problemsOf } from "@/lib/contracts/shared/problems";
import { ServiceError } from "@/lib/domain/errors";
import type { CallingKey } from "@/lib/domain/provider";
import { namedFault } from "@/lib/domain/sandbox/faults";
import type { Environment } from "@/lib/runtime/env";

interface Asked {
  key: CallingKey;
  env: Environment;
  params: Readonly<Record<string, unknown>>;
  body: unknown;
}

/**
 * Answers with the problem that an identifier of the request names, where the route can have it. Two locks keep it from
 * applicators' data: the key is one for tests, which production does not take, and the installation is not production.
 */
export function refuseForced(contract: AnyContract, { key, env, params, body }: Asked): void {
  if (key.environment !== "test" || env.HEDGEROW_MODE === "production") return;
  const fault = namedFault([...Object.values(params), ...Object.values(membersOf(body))]);
  if (fault === null || !problemsOf(contract).includes(fault)) return;
  throw new ServiceError(fault, "The sandbox answers so because an identifier of the request asks for it.");
}
