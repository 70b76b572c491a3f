import type { Assessment, OverallStatus, RunoffEntry } from "@/lib/domain/compliance";
import type { Provider } from "@/lib/domain/provider";
import type { IssueCode } from "@/lib/domain/issues";
import type { ComputeContext } from "@/lib/usecases/applications/compute-drift-buffer";
import type { DataBehind } from "@/lib/usecases/applications/data-behind";
import { computedSetup } from "@/lib/usecases/applications/drift-buffer/computed-setup";
import { previewAsComputed } from "@/lib/usecases/applications/preview-drift-buffer";
import { readCompliance } from "@/lib/usecases/applications/read-compliance";
import { reassessSaved } from "@/lib/usecases/applications/reassess-saved";
import type { ScoredApplication } from "@/lib/usecases/applications/score-saved";

/** Points of a runoff system that are other than they were; null: not resolved, or not asked for. */
export interface ChangedPoints {
  mitigationType: string;
  before: number | null;
  now: number | null;
}

export interface WhatChanged {
  applicationEventId: string;
  /** The last check; null: none was saved. */
  before: { calculatedAt: Date; status: OverallStatus } | null;
  now: Assessment;
  /** Both answers are with the wind and setup of the last drift computation; false: without wind. */
  isWithWind: boolean;
  issuesAdded: IssueCode[];
  issuesRemoved: IssueCode[];
  pulasAdded: number[];
  pulasRemoved: number[];
  requiredPoints: ChangedPoints[];
  data: DataBehind | null;
}

/** What the last check of a saved application said against what it would say now, under the same conditions. Saves nothing. */
export async function readWhatChanged(
  context: ComputeContext & { provider: Provider },
  applicationEventId: string,
): Promise<WhatChanged> {
  const { application } = await readCompliance(context, applicationEventId);
  const { lastAssessment, saved, data } = application;
  const now = await judgedNow(context, application);
  const said = lastAssessment?.answered ?? lastAssessment;
  const [codesBefore, codesNow] = [codesOf(said?.issues ?? []), codesOf(now.issues)];
  const [pulasBefore, pulasNow] = [pulasOf(lastAssessment?.products ?? []), pulasOf(now.products)];
  return {
    applicationEventId,
    before:
      lastAssessment === null
        ? null
        : { calculatedAt: lastAssessment.calculatedAt, status: said?.status ?? lastAssessment.status },
    now,
    isWithWind: saved.drift.lastComputation !== null,
    issuesAdded: without(codesNow, codesBefore),
    issuesRemoved: without(codesBefore, codesNow),
    pulasAdded: without(pulasNow, pulasBefore),
    pulasRemoved: without(pulasBefore, pulasNow),
    requiredPoints: changedPoints(asked(application, now.runoff), now.runoff),
    data,
  };
}

/** With the air and the setup of the last computation where there is one, so that both answers are about the same thing. */
async function judgedNow(context: ComputeContext, { saved }: ScoredApplication): Promise<Assessment> {
  const { lastComputation } = saved.drift;
  if (lastComputation === null) {
    return (await reassessSaved(context, saved.applicationEventId, { withExplanation: false })).assessment;
  }
  const answer = await previewAsComputed(context, {
    applicationEventId: saved.applicationEventId,
    ...computedSetup(lastComputation),
    withWindRose: false,
    withExplanation: false,
  });
  return answer.assessment;
}

const codesOf = (issues: readonly { code: IssueCode }[]): IssueCode[] => [...new Set(issues.map(({ code }) => code))];

const pulasOf = (products: Assessment["products"]): number[] => [
  ...new Set(products.flatMap(({ pulas }) => pulas.map(({ pulaId }) => pulaId))),
];

type Asked = Pick<RunoffEntry, "mitigationType" | "requiredPoints">;

const without = <T>(all: readonly T[], gone: readonly T[]): T[] => all.filter((each) => !gone.includes(each));

/** What was asked for before, under the same conditions: by the last computation where it kept that, by the check otherwise. */
function asked({ runoff, saved }: ScoredApplication, now: readonly RunoffEntry[]): Asked[] {
  const targets = saved.drift.lastComputation?.targets ?? [];
  const others = runoff.filter(({ mitigationType }) => !targets.some(({ system }) => system === mitigationType));
  return [
    ...others,
    ...targets.map(({ system, points }) => {
      const isExempt = now.some(({ mitigationType, exempt }) => mitigationType === system && exempt);
      return { mitigationType: system, requiredPoints: isExempt ? 0 : points };
    }),
  ];
}

function changedPoints(before: readonly Asked[], now: readonly Asked[]): ChangedPoints[] {
  const systems = [...new Set([...before, ...now].map(({ mitigationType }) => mitigationType))];
  const points = (entries: readonly Asked[], system: string): number | null =>
    entries.find(({ mitigationType }) => mitigationType === system)?.requiredPoints ?? null;
  return systems
    .map((mitigationType) => ({
      mitigationType,
      before: points(before, mitigationType),
      now: points(now, mitigationType),
    }))
    .filter((each) => each.before !== each.now);
}
