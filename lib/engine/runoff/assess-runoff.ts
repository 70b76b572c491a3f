import { utcDay } from "@/lib/domain/calendar";
import type { AdvisedSet, GapAdvice, RunoffEntry } from "@/lib/domain/compliance";
import type { County } from "@/lib/domain/field";
import type { Selection } from "@/lib/domain/mitigation";
import type { IssueCode } from "@/lib/domain/issues";
import { isFreeOfEsa } from "@/lib/domain/product";
import type { AssessmentFacts } from "@/lib/engine/facts";
import type { ConditionFacts, ProductFacts } from "@/lib/engine/conditions/facts";
import { bindingOf } from "@/lib/engine/conditions/scope";
import { limitationScheme } from "@/lib/engine/limitations/scheme";
import type { BoundLimitation } from "@/lib/engine/limitations/applied";
import type { RatedProduct } from "@/lib/engine/rated-product";
import { gapAdvice } from "@/lib/engine/runoff/advice";
import { autoCredits, hasUnresolvedCounty, isSameCredit, mayLackSoilCredit } from "@/lib/engine/runoff/auto-credits";
import { applicationFacts } from "@/lib/engine/runoff/contradictions";
import { runoffEntry } from "@/lib/engine/runoff/entry";
import { exemptionInForce } from "@/lib/engine/runoff/exemption";
import { scoreRunoff } from "@/lib/engine/runoff/score";
import type { ScoreFacts } from "@/lib/engine/runoff/score-facts";
import { runoffTargets, type RunoffSource, type RunoffTarget } from "@/lib/engine/runoff/target";
import { soilSplit } from "@/lib/engine/soil-group";
import { isSandyGround } from "@/lib/engine/soil-texture";

export interface RunoffAssessment {
  entries: RunoffEntry[];
  /** Looked for when it is first asked for: it costs as much as the scores, and what is kept aside rarely needs it. */
  readonly gapAdvice: GapAdvice[];
  targets: RunoffTarget[];
  sources: RunoffSource[];
  autoSelections: Selection[];
}

/**
 * Runoff of one application: what each system asks for, what the field's selections earn, and the entries.
 *
 * Missing data: without PULA coverage a bulletin's demand may be missing, so the EPA target is unresolved.
 */
export function assessRunoff(facts: AssessmentFacts, found: FoundFacts): RunoffAssessment {
  const { rated, counties } = found;
  const soil = facts.soil.summary;
  const { menus, autoCredits: table } = facts.rulebook;
  const { sources, targets } = demandsOn(facts, found);
  const autoSelections = autoCredits(table, { soil, counties, onDate: utcDay(facts.now) });
  const selections = mergeSelections(facts.selections, autoSelections);
  const derivedIds = new Set(autoSelections.map((selection) => selection.subOptionId));
  const automaticIds = new Set(table.rows.map(({ subOptionId }) => subOptionId));
  const assessed = targets.map((target) => {
    const scoring: ScoreFacts = {
      selections,
      split: soilSplit(soil),
      isSandyGround: isSandyGround(soil),
      disallowed: disallowedBy(rated),
      derivedIds,
      application: applicationFacts(facts.application, rated, facts.siblings ?? []),
      applicationDate: facts.application.applicationDate,
    };
    const entry = runoffEntry(target, scoreRunoff(menus[target.system], scoring), {
      year: Number(facts.application.applicationDate.slice(0, 4)),
      hasSoil: soil !== null,
      hasUnknownProduct: rated.some(isUnknown),
      hasUnresolvedCounty: hasUnresolvedCounty(counties),
      mayLackSoilCredit: mayLackSoilCredit(table, soil),
      exemption: exemptionInForce(facts.exemption, {
        method: facts.application.method,
        areaSqm: soil?.totalAreaSqm ?? facts.areaSqm ?? null,
        reasonTable: facts.rulebook.exemptionReasons,
        selections,
        applicationDate: facts.application.applicationDate,
      }),
    });
    const advise = (): GapAdvice[] =>
      adviceFor(entry, () =>
        gapAdvice(menus[target.system], scoring, { target: entry.requiredPoints ?? 0, automaticIds }),
      );
    return { entry, advise };
  });
  const advise = once(() => assessed.flatMap((one) => one.advise()));
  return {
    entries: assessed.map(({ entry }) => entry),
    get gapAdvice() {
      return advise();
    },
    targets,
    sources,
    autoSelections,
  };
}

/** No one knows what its label asks for, and no one has said that it asks for nothing. */
export const isUnknown = ({ kind, attested }: RatedProduct): boolean => kind === "unknown" && attested?.isFree !== true;

export interface FoundFacts {
  rated: readonly RatedProduct[];
  bound: readonly BoundLimitation[];
  counties: readonly County[];
  known: ConditionFacts;
}

/** What labels and limitations ask for, and the targets that come of it. */
function demandsOn(
  facts: AssessmentFacts,
  { rated, bound, known }: FoundFacts,
): Pick<RunoffAssessment, "sources" | "targets"> {
  const { epa_runoff: epa, trait_runoff: trait } = facts.rulebook.menus;
  const sources = [
    ...rated.flatMap((product) => labelSources(product, { ...known, product, mix: rated })),
    ...bound.flatMap(limitationSources),
    ...coverageSources(facts, rated),
  ];
  const targets = runoffTargets(sources, {
    soil: facts.soil.summary,
    maxPoints: { epa_runoff: epa.maxRequiredPoints, trait_runoff: trait.maxRequiredPoints },
  });
  return { sources, targets: targets.map((target) => leftOpen(target, bound)) };
}

/**
 * A target beside limitations that no rule has read. One that refers to a scheme which is not scored here: whatever is scored
 * is not the whole of it. One that asks for points and does not say of which menu: they may be this target's.
 */
function leftOpen(target: RunoffTarget, bound: readonly BoundLimitation[]): RunoffTarget {
  const schemes = bound.flatMap(({ rule, limitation }) => (rule === null ? [limitationScheme(limitation.text)] : []));
  const open: IssueCode[] = [
    ...(schemes.includes("other_scheme") ? (["UNSUPPORTED_MITIGATION"] as const) : []),
    ...(schemes.includes("unnamed_points") ? (["RUNOFF_TYPE_UNRESOLVED"] as const) : []),
  ];
  return { ...target, issues: [...target.issues, ...open] };
}

/** The same value each time, made when it is first asked for. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Advice for an entry that is not met; an indeterminate one first needs its facts. */
const adviceFor = (entry: RunoffEntry, sets: () => readonly AdvisedSet[]): GapAdvice[] =>
  entry.status === "not_met" && entry.gap !== null
    ? [{ mitigationType: entry.mitigationType, gap: entry.gap, sets: sets() }]
    : [];

/**
 * Saved choices, with the automatic credits as they are today in place of whatever is saved under their ids. A credit
 * that was given before for the same reason keeps the day it was first given, as its saved row does.
 */
function mergeSelections(saved: readonly Selection[], derived: readonly Selection[]): Selection[] {
  const chosen = saved.filter((selection) => selection.source === "portal");
  const isSame = (a: Selection, b: Selection) => a.system === b.system && a.subOptionId === b.subOptionId;
  return [
    ...derived.map((credit) => saved.find((each) => isSameCredit(each, credit)) ?? credit),
    ...chosen.filter((choice) => !derived.some((credit) => isSame(choice, credit))),
  ];
}

/** Products that ESA language or a limitation binds restrict what counts; scoring takes those of its own system. */
const disallowedBy = (rated: readonly RatedProduct[]) =>
  rated
    .filter((product) => !isFreeOfEsa(product))
    .flatMap((product) => product.record?.rules?.disallowedMeasures ?? []);

/**
 * What a label asks for. A label no one has read that far asks for an unknown number of EPA points; so does the label
 * of a product that may not be the one in the tank, because its name is another's.
 */
function labelSources(product: RatedProduct, facts: ProductFacts): RunoffSource[] {
  if (product.esaRequired === false || product.attested?.isFree === true) return [];
  const ruleId = `product:${product.registration ?? product.submitted.productName}:runoff`;
  const rules = product.record?.rules?.runoff;
  const unresolved: RunoffSource = { ruleId, system: "epa_runoff", rule: null };
  if (product.esaRequired === null || rules === null || rules === undefined) return [unresolved];
  const known = rules.flatMap((rule) => {
    const binding = bindingOf(rule.when, facts);
    return binding === "no" ? [] : [{ ruleId, system: rule.system, rule: binding === "yes" ? rule : null }];
  });
  return product.nameBelongsTo === null ? known : [...known, unresolved];
}

function limitationSources({ limitation, rule }: BoundLimitation): RunoffSource[] {
  const ruleId = `limitation:${limitation.limitationId}:runoff`;
  if (rule !== null) return rule.runoff.map((each) => ({ ruleId, system: each.system, rule: each }));
  const scheme = limitationScheme(limitation.text);
  // Points of a menu that is not named are EPA's most likely, so that the entry that says so is of EPA's menu.
  const asksForPoints = scheme === "mitigation_menu" || scheme === "unnamed_points";
  return asksForPoints ? [{ ruleId, system: "epa_runoff", rule: null }] : [];
}

/** Outside the loaded PULAs no one knows what a bulletin adds to a label that asks for EPA points. */
function coverageSources({ areas }: AssessmentFacts, rated: readonly RatedProduct[]): RunoffSource[] {
  const isAsked = rated.some(({ esaRequired, isLimited }) => esaRequired === true || isLimited === true);
  if (areas.pulaSet?.coversField === true || !isAsked) return [];
  return [{ ruleId: "coverage:pula", system: "epa_runoff", rule: null }];
}
