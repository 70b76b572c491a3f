import type { SetComparison } from "@/lib/usecases/data-sets/compare-sets";
import type { OverviewSet } from "@/lib/usecases/data-sets/read-data-page";
import {
  type AreaFigure,
  CHANGE_WORDS,
  CHECK_OUTCOMES,
  type ComparisonView,
  type DataSetView,
  KIND_NAMES,
  OTHER_SET_WORDS,
} from "@/lib/views/console/data";

const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const MOST_ROWS = 200;

const isFigure = (value: unknown): value is number | string => typeof value === "number" || typeof value === "string";

export const dataSetView = (set: OverviewSet): DataSetView => ({
  kind: set.kind,
  version: set.version,
  state: stateOf(set),
  failedChecks: set.failedChecks,
  missingFile: set.missingFile,
  compared: `${agoInWords(set.ageDays)}${set.verifiedAt === null ? ", at the import" : ""}`,
  loadedAt: set.loadedAt.toISOString(),
  source: [set.isDemonstration ? `${set.source} (demonstration)` : set.source, set.attribution]
    .filter((part) => part !== null)
    .join(". "),
  figures: Object.entries(set.counts).flatMap(([name, value]) =>
    isFigure(value) && name !== "digest" && name !== "withdrawn_at"
      ? [`${name.replaceAll("_", " ")}: ${typeof value === "number" ? whole.format(value) : value}`]
      : [],
  ),
  switchHref: set.state === "ready" && set.role !== "active" ? hrefOf(set) : null,
});

function agoInWords(days: number): string {
  if (days === 0) return "today";
  return days === 1 ? "yesterday" : `${days} days ago`;
}

const hrefOf = ({ kind, version }: { kind: string; version: string }): string =>
  `/console/data/${kind}/${encodeURIComponent(version)}`;

function stateOf(set: OverviewSet): DataSetView["state"] {
  const { role, state, isArchived, isWithdrawn, mayBeWithdrawn } = set;
  if (isArchived) return "archived";
  if (role === "active") return "in_force";
  if (state === "failed") return "failed";
  if (isWithdrawn) return "withdrawn";
  if (mayBeWithdrawn) return "perhaps_withdrawn";
  return role === "previous" ? "previous" : "loaded";
}

export function comparisonView(comparison: SetComparison): ComparisonView {
  const { wanted, active, figures, checks, areas, others, mayBeWithdrawn } = comparison;
  return {
    kind: KIND_NAMES[wanted.kind] ?? wanted.kind,
    version: wanted.version,
    from: active?.version ?? "",
    isRollback: wanted.role === "previous" && !wanted.isWithdrawn,
    isInForce: wanted.role === "active",
    isPerhapsWithdrawn: mayBeWithdrawn,
    facts: [
      { label: "In force now", value: active?.version ?? "none" },
      { label: "Its source", value: active?.source ?? "none" },
      ...(active === null ? [] : groundOf(active)),
      { label: "To be in force", value: wanted.version },
      { label: "From", value: wanted.source },
      ...groundOf(wanted).map(({ label, value }) => ({ label: `${label}, after the switch`, value })),
    ],
    figures: figures.map(({ name, before, after }) => ({
      name: name.replaceAll("_", " "),
      before: before === null ? "none" : whole.format(before),
      after: after === null ? "none" : whole.format(after),
      change: changeOf(before, after),
    })),
    checks: checks.toSorted((a, b) => CHECK_OUTCOMES.indexOf(a.outcome) - CHECK_OUTCOMES.indexOf(b.outcome)),
    failure: failureOf(checks),
    others: others.map(({ version, loadedAt, fate }) => ({
      version,
      loadedAt: loadedAt.toISOString(),
      what: OTHER_SET_WORDS[fate],
    })),
    removed: others.filter(({ fate }) => fate === "removed").length,
    ...areasView(areas),
  };
}

function failureOf(checks: SetComparison["checks"]): string | null {
  const names = checks.filter(({ outcome }) => outcome === "failed").map(({ name }) => name);
  return names.length === 0 ? null : `Failed checks: ${names.join(", ")}`;
}

/** The ground that a set of areas speaks for, or how exact a set's county lines are said to be. */
function groundOf({ counts }: Pick<SetComparison["wanted"], "counts">): { label: string; value: string }[] {
  const { coverage, precision, median_edge_m: edgeM } = counts as Ground;
  const edges = edgeM === undefined ? "" : `, ${whole.format(edgeM)} m between neighboring points in the median`;
  return [
    ...(coverage === undefined
      ? []
      : [{ label: "Coverage", value: `${coverage.used}: ${whole.format(coverage.area_sqkm)} square km` }]),
    ...(precision === undefined ? [] : [{ label: "County lines", value: `said to be ${precision}${edges}` }]),
  ];
}

/** What imports wrote of it, beside much else. */
interface Ground {
  coverage?: { used: string; area_sqkm: number };
  precision?: string;
  median_edge_m?: number;
}

function changeOf(before: number | null, after: number | null): string {
  if (before === null || after === null || Math.round(before) === Math.round(after)) {
    return before === null || after === null ? "" : "the same";
  }
  const share = before === 0 ? "" : ` (${(((after - before) / before) * 100).toFixed(1)} %)`;
  return `${after > before ? "+" : ""}${whole.format(after - before)}${share}`;
}

function areasView(areas: SetComparison["areas"]): Pick<ComparisonView, "areas" | "figure"> {
  if (areas === null) return { areas: null, figure: null };
  const { changed, drawn } = areas;
  const counts = Object.keys(CHANGE_WORDS).flatMap((change) => {
    const count = changed.filter(({ changes }) => changes.some((each) => each === change)).length;
    return count === 0 ? [] : [`${count} ${CHANGE_WORDS[change] ?? change}`];
  });
  const summary =
    changed.length === 0
      ? "No area differs."
      : `${changed.length} ${changed.length === 1 ? "area differs" : "areas differ"}: ${counts.join(", ")}.`;
  return {
    areas: {
      summary,
      rows: changed.slice(0, MOST_ROWS).map(({ pulaId, eventName, changes }) => ({
        id: String(pulaId),
        name: eventName,
        changes: changes.map((change) => CHANGE_WORDS[change] ?? change).join(", "),
      })),
      more: Math.max(0, changed.length - MOST_ROWS),
    },
    figure: drawn === null ? null : figureOf(drawn, summary),
  };
}

/** A margin keeps the outlines at the edge whole. */
const MARGIN = 0.04;

function figureOf(
  { frame, areas }: NonNullable<NonNullable<SetComparison["areas"]>["drawn"]>,
  label: string,
): AreaFigure {
  const [west, north, width, height] = frame;
  const margin = Math.max(width, height) * MARGIN;
  const box = [west - margin, north - margin, width + 2 * margin, height + 2 * margin];
  const side = (name: "before" | "after") =>
    areas.flatMap(({ pulaId, [name]: path }) => (path === null ? [] : [{ id: pulaId, path }]));
  return { viewBox: box.map(Math.round).join(" "), label, before: side("before"), after: side("after") };
}
