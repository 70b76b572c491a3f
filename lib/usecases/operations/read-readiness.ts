import { findActiveKinds, probeWriting } from "@/lib/data/readiness";
import type { Deps } from "@/lib/runtime/deps";

export interface ReadinessCheck {
  ok: boolean;
  detail: string | null;
}

export interface Readiness {
  isReady: boolean;
  database: ReadinessCheck;
  dataSets: ReadinessCheck;
}

const NEEDED = ["catalogue", "county", "pula"];
/** Anyone may ask whether we are ready, so the probe, which writes, is not made for each who asks. */
const PROBE_MS = 2000;

const probes = new WeakMap<Deps, { at: number; canWrite: Promise<boolean> }>();

/**
 * Whether this process can do its work now: the database answers, takes writes, and a set of every needed kind is in
 * force.
 */
export async function readReadiness(deps: Deps): Promise<Readiness> {
  try {
    const active = await findActiveKinds(deps.db);
    const missing = NEEDED.filter((kind) => !active.includes(kind));
    const dataSets = {
      ok: missing.length === 0,
      detail: missing.length === 0 ? null : `no active set of: ${missing.join(", ")}`,
    };
    const canWrite = await canWriteNow(deps);
    const detail = canWrite ? null : "the database takes no writes; its disk may be full";
    return { isReady: dataSets.ok && canWrite, database: { ok: canWrite, detail }, dataSets };
  } catch (error) {
    deps.log.warn({ err: error }, "readiness: the database does not answer");
    const database = { ok: false, detail: "the database does not answer" };
    return { isReady: false, database, dataSets: { ok: false, detail: "not known" } };
  }
}

function canWriteNow(deps: Deps): Promise<boolean> {
  const last = probes.get(deps);
  if (last !== undefined && performance.now() - last.at < PROBE_MS) return last.canWrite;
  const canWrite = probeWriting(deps.db).then(
    () => true,
    (error: unknown) => {
      deps.log.warn({ err: error }, "readiness: the database takes no writes");
      return false;
    },
  );
  probes.set(deps, { at: performance.now(), canWrite });
  return canWrite;
}
