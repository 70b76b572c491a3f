import type { AnyContract } from "@/lib/contracts/shared/contract";
import { membersOf } from "@/lib/contracts/shared/always";
import { problemsOf } from "@/lib/contracts/shared/problems";
import { ServiceError } from "@/lib/domain/errors";
import type { CallingKey } from "@/lib/domain/provider";
import { namedCondition, type SandboxCondition } from "@/lib/domain/sandbox/conditions";
import { namedFault } from "@/lib/domain/sandbox/faults";
import type { Deps } from "@/lib/runtime/deps";
import type { Environment } from "@/lib/runtime/env";

interface Asked {
  key: CallingKey;
  params: Readonly<Record<string, unknown>>;
  body: unknown;
}

/**
 * Answers with the problem that an identifier of the request names, where the route can have it. Two locks keep it from
 * applicators' data: the key is one for tests, which production does not take, and the installation is not production.
 */
export function refuseForced(contract: AnyContract, asked: Asked, env: Environment): void {
  if (!isSandbox(asked, env)) return;
  const fault = namedFault(identifiersOf(asked));
  if (fault === null || !problemsOf(contract).includes(fault)) return;
  throw new ServiceError(fault, "The sandbox answers so because an identifier of the request asks for it.");
}

/** What the request is answered with: the process's own deps, or, behind the same two locks, deps in the state it names. */
export function depsFor(deps: Deps, asked: Asked): Deps {
  if (!isSandbox(asked, deps.env)) return deps;
  const condition = namedCondition(identifiersOf(asked));
  return condition === null ? deps : { ...deps, ...CONDITIONS[condition](deps) };
}

const isSandbox = ({ key }: Asked, env: Environment): boolean =>
  key.environment === "test" && env.HEDGEROW_MODE !== "production";

const identifiersOf = ({ params, body }: Asked): unknown[] => [
  ...Object.values(params),
  ...Object.values(membersOf(body)),
];

/** Data confirmed this moment is older than this. */
const NO_AGE_DAYS = -1;

const soilAway: Deps["soil"] = { isConnected: true, fetchMapUnits: async () => ({ ok: false, failure: "timeout" }) };

const CONDITIONS: Record<SandboxCondition, (deps: Deps) => Partial<Deps>> = {
  staleData: ({ env }) => ({ env: { ...env, PULA_STALE_INFORM_DAYS: NO_AGE_DAYS } }),
  expiredData: ({ env }) => ({
    env: { ...env, PULA_STALE_INFORM_DAYS: NO_AGE_DAYS, PULA_STALE_BLOCK_DAYS: NO_AGE_DAYS },
  }),
  // Squares in flight are its own: others who wait for the same ground are not given its failure.
  soilAway: () => ({ soil: soilAway, soilInFlight: new Map() }),
  soilQueueDown: () => ({
    soil: soilAway,
    soilInFlight: new Map(),
    queueSoil: () => Promise.reject(new Error("the sandbox has the queue of soil down")),
  }),
};
