import type { RefreshKind } from "@/lib/domain/data-refresh";
import type { Deps } from "@/lib/runtime/deps";
import type { Environment } from "@/lib/runtime/env";
import { refreshData, type RefreshSources } from "@/lib/usecases/data-sets/refresh-data";
import type { RefreshEnd, RefreshRequest } from "@/lib/usecases/data-sets/refresh-run";

/** The publishers that the operator named in the environment. */
export const sourcesOf = (env: Environment): RefreshSources => ({
  pulaLayer: env.REFRESH_PULA_URL,
  limitations: env.REFRESH_LIMITATIONS_URL,
  countyLayer: env.REFRESH_COUNTY_URL,
  labelList: env.REFRESH_LABEL_LIST_URL,
  soilSurvey: env.SOIL_URL,
});

/** What the environment lets a refresh do. */
export const policyOf = (
  env: Environment,
): Pick<RefreshRequest, "databaseUrl" | "switchWhenSound" | "alertUrl" | "workFolder"> => ({
  databaseUrl: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
  switchWhenSound: env.REFRESH_SWITCH === "sound",
  alertUrl: env.REFRESH_ALERT_URL,
  workFolder: env.IMPORT_FOLDER,
});

/** Whether the operator named the publisher. */
export function isNamed(
  kind: RefreshKind,
  { pulaLayer, limitations, countyLayer, labelList, soilSurvey }: RefreshSources,
): boolean {
  const named: Record<RefreshKind, boolean> = {
    pula: pulaLayer !== undefined && limitations !== undefined,
    county: countyLayer !== undefined,
    labels: labelList !== undefined,
    soil: soilSurvey !== undefined,
  };
  return named[kind];
}

/** The worker's turn: does nothing for a publisher that no one named. Null: it was not asked. */
export async function refreshOnSchedule(
  kind: RefreshKind,
  { env, log }: Pick<Deps, "env" | "log">,
  signal: AbortSignal,
): Promise<RefreshEnd | null> {
  const sources = sourcesOf(env);
  if (!isNamed(kind, sources)) return null;
  return refreshData(kind, sources, {
    ...policyOf(env),
    askedBy: "schedule",
    signal,
    note: (line, message) =>
      log[line.outcome === "failed" || line.outcome === "held" ? "error" : "info"](line, message),
  });
}
