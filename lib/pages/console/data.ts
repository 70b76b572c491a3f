import type { SetComparison } from "@/lib/usecases/data-sets/compare-sets";
import type { DataSetWithAge } from "@/lib/usecases/operations/read-reference";
import {
  type AreaFigure,
  CHANGE_WORDS,
  type ComparisonView,
  type DataSetView,
  KIND_NAMES,
} from "@/lib/views/console/data";

const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const MOST_ROWS = 200;

const isFigure = (value: unknown): value is number | string => typeof value === "number" || typeof value === "string";

export const dataSetView = (set: DataSetWithAge): DataSetView => ({
  kind: set.kind,
  version: set.version,
  state: stateOf(set),
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

function stateOf({ role, state, isArchived, isWithdrawn }: DataSetWithAge): DataSetView["state"] {
  if (isArchived) return "archived";
  if (role === "active") return "in_force";
  if (state === "failed") return "failed";
  if (isWithdrawn) return "withdrawn";
  return role === "previous" ? "previous" : "loaded";
}

export function comparisonView({ wanted, active, figures, checks, areas }: SetComparison): ComparisonView {
  return {
    kind: KIND_NAMES[wanted.kind] ?? wanted.kind,
    version: wanted.version,
    from: active?.version ?? "",
    isRollback: wanted.role === "previous" && !wanted.isWithdrawn,
    isInForce: wanted.role === "active",
    facts: [
      { label: "In force now", value: active?.version ?? "none" },
      { label: "Its source", value: active?.source ?? "none" },
      { label: "To be in force", value: wanted.version },
      { label: "From", value: wanted.source },
    ],
    figures: figures.map(({ name, before, after }) => ({
      name: name.replaceAll("_", " "),
      before: before === null ? "none" : whole.format(before),
      after: after === null ? "none" : whole.format(after),
      change: changeOf(before, after),
    })),
    checks: checks.map(({ name, outcome, detail }) => ({ name, outcome: outcome.replaceAll("_", " "), detail })),
    ...areasView(areas),
  };
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
