import { utcDay } from "@/lib/domain/calendar";
import type { ReportDocument } from "@/lib/domain/report";
import { composeReport } from "@/lib/pages/reports/document";
import { rulebookAsOf } from "@/lib/rulebook/load";
import type { Deps } from "@/lib/runtime/deps";
import type { GatheredReport } from "@/lib/usecases/reports/gather";
import type { ReportRecord } from "@/lib/usecases/reports/record";

/** The rules of the year's newest application; without one, those in force at its end, or today. */
function rulebookOf({ applications, year }: ReportRecord, today: string): ReturnType<typeof rulebookAsOf> {
  const newest = applications.at(-1)?.applicationDate;
  const endOfYear = `${year}-12-31`;
  return rulebookAsOf(newest ?? (endOfYear < today ? endOfYear : today));
}

/** What was gathered, laid out as of now. */
export function composeFrom(deps: Deps, gathered: GatheredReport): ReportDocument {
  const now = deps.clock();
  return composeReport({
    ...gathered,
    generatedAt: now,
    rulebook: rulebookOf(gathered.record, utcDay(now)),
    verifyUrl: `${deps.env.PUBLIC_URLS[0] ?? ""}/verify/${gathered.hash}`,
  });
}
