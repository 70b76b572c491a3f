import { PROBLEMS, type ServiceError } from "@/lib/domain/errors";
import { pointerOf } from "@/lib/http/errors";
import { machineryOf } from "@/lib/http/machinery";
import type { Deps } from "@/lib/runtime/deps";

interface Refused {
  providerId: string;
  requestId: string;
  /** Method and route. */
  route: string;
  error: ServiceError;
  /** As answered, where a version has its own. */
  status?: number;
}

/** Notes a refusal for the console, with what was wrong first. */
export function noteRefusal(deps: Deps, { providerId, requestId, route, error, status }: Refused): void {
  const problem = PROBLEMS[error.problem];
  const first = error.faults[0];
  machineryOf(deps).refusals.note(deps, providerId, {
    requestId,
    route,
    status: status ?? problem.status,
    code: problem.code,
    place: first === undefined ? null : `${first.part ?? "body"} ${pointerOf(first)}`.trim(),
    message: first?.message ?? error.message,
  });
}
