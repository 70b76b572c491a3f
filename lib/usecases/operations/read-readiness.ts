import { findActiveKinds } from "@/lib/data/readiness";
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

/** Whether this process can do its work now: the database answers and a set of every needed kind is in force. */
export async function readReadiness(deps: Deps): Promise<Readiness> {
  try {
    const active = await findActiveKinds(deps.db);
    const missing = NEEDED.filter((kind) => !active.includes(kind));
    const dataSets = {
      ok: missing.length === 0,
      detail: missing.length === 0 ? null : `no active set of: ${missing.join(", ")}`,
    };
    return { isReady: dataSets.ok, database: { ok: true, detail: null }, dataSets };
  } catch (error) {
    deps.log.warn({ err: error }, "readiness: the database does not answer");
    const database = { ok: false, detail: "the database does not answer" };
    return { isReady: false, database, dataSets: { ok: false, detail: "not known" } };
  }
}
