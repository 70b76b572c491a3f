import type { PreviewCount, PreviewDimension, PreviewFilter } from "@/lib/domain/data-preview";
import { PREVIEW_DIMENSIONS } from "@/lib/domain/data-preview";
import type { SuggestedRecheck } from "@/lib/domain/recheck";
import type { ReadPreview } from "@/lib/usecases/data-sets/preview-by-console";
import { KIND_NAMES } from "@/lib/views/console/data";
import {
  filterQuery,
  type FindingGroup,
  PREVIEW_WORDS,
  previewHref,
  type PreviewMap,
  type PreviewView,
} from "@/lib/views/console/previews";
import { reasonsOf } from "@/lib/views/console/recheck-rows";

export const FINDINGS_A_PAGE = 50;
/** Longer lists of a group say how many more there are. */
const MOST_OF_GROUP = 30;

const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const GROUP_WORDS: Record<PreviewDimension, { title: string; column: string }> = {
  provider: { title: "By provider", column: "Provider" },
  product: { title: "By product", column: "Product" },
  county: { title: "By county", column: "County" },
};

const applications = (count: number): string =>
  `${whole.format(count)} planned ${count === 1 ? "application" : "applications"}`;
const inWords = (status: string): string => status.replaceAll("_", " ");

/** A preview as its page shows it. */
export function previewView(
  found: ReadPreview,
  { filter, page }: { filter: PreviewFilter; page: number },
): PreviewView {
  const { preview, counts, page: shown } = found;
  const { previewId, kind, fromVersion, toVersion, state } = preview;
  const query = filterQuery(filter);
  const names = new Map((found.drawn?.counties ?? []).map(({ geoId, name }) => [geoId, `${name} (${geoId})`]));
  const narrowed = Object.values(query).map((value) => names.get(value) ?? value);
  const search = new URLSearchParams(query).toString();
  return {
    previewId,
    title: `What would change: ${KIND_NAMES[kind] ?? kind}`,
    state,
    summary: summaryOf(found),
    facts: [
      { label: "In force", value: fromVersion },
      { label: "Would be in force", value: toVersion },
      { label: "Asked by", value: preview.askedBy },
      { label: "State", value: PREVIEW_WORDS[state] },
      ...(state === "done" ? figuresOf(found) : []),
    ],
    warning: warningOf(found),
    groups: groupsOf(counts, { previewId, filter, names }),
    narrowed: narrowed.join(", "),
    rows: shown.findings.map((each) => ({ id: each.applicationEventId, cells: cellsOf(each, names) })),
    query,
    page,
    pages: Math.max(1, Math.ceil(shown.total / FINDINGS_A_PAGE)),
    map: mapOf(found),
    csvHref: `${previewHref(previewId)}/applications.csv${search === "" ? "" : `?${search}`}`,
    switchHref: kind === "tables" ? null : `/console/data/${kind}/${encodeURIComponent(toVersion)}`,
  };
}

const totalOf = (counts: readonly PreviewCount[]): number =>
  counts.reduce((sum, { dimension, applications: count }) => sum + (dimension === "status" ? count : 0), 0);

function summaryOf({ preview: { state }, counts }: ReadPreview): string {
  if (state !== "done") return PREVIEW_WORDS[state];
  const total = totalOf(counts);
  return total === 0
    ? "No planned application changes."
    : `${applications(total)} ${total === 1 ? "changes" : "change"}.`;
}

const failedInWords = (failed: number): string =>
  failed === 0 ? "0" : `${whole.format(failed)} (the worker's log names them)`;

const figuresOf = ({ preview: { fields, failed } }: ReadPreview) => [
  { label: "Fields looked at", value: whole.format(fields ?? 0) },
  { label: "Could not be assessed", value: failedInWords(failed ?? 0) },
];

function warningOf({ preview: { detail }, inForceNow }: ReadPreview): string | null {
  if (detail !== null) return detail;
  if (inForceNow === null) return null;
  return `${inForceNow === "" ? "No set" : inForceNow} is in force since. Ask again to see what would change now.`;
}

function groupsOf(
  counts: readonly PreviewCount[],
  { previewId, filter, names }: { previewId: string; filter: PreviewFilter; names: ReadonlyMap<string, string> },
): FindingGroup[] {
  const byStatus = counts
    .filter(({ dimension }) => dimension === "status")
    .map(({ value, applications: count }) => ({ name: inWords(value), applications: whole.format(count), href: null }));
  const rest = PREVIEW_DIMENSIONS.map((dimension): FindingGroup => {
    const own = counts.filter((each) => each.dimension === dimension);
    const rows = own.slice(0, MOST_OF_GROUP).map(({ value, applications: count }) => {
      const query = new URLSearchParams(filterQuery({ ...filter, [dimension]: value })).toString();
      const href = `${previewHref(previewId)}?${query}#applications`;
      return { name: names.get(value) ?? value, applications: whole.format(count), href };
    });
    const more = own.length - rows.length;
    const tail = more > 0 ? [{ name: `${more} more`, applications: "see the file", href: null }] : [];
    return { ...GROUP_WORDS[dimension], rows: [...rows, ...tail] };
  });
  return byStatus.length === 0 ? [] : [{ title: "By change", column: "From and to", rows: byStatus }, ...rest];
}

const cellsOf = (found: SuggestedRecheck, names: ReadonlyMap<string, string>): string[] => [
  found.applicationId,
  [found.providerId, found.accountId, found.providerFieldId].join(" / "),
  found.applicationDate,
  found.products.join(", "),
  found.counties.map((geoId) => names.get(geoId) ?? geoId).join(", "),
  `${inWords(found.change.statusBefore)} to ${inWords(found.change.statusAfter)}`,
  reasonsOf(found.change).join("; "),
];

/** Room around the outlines, and the size of a dot, as shares of the picture. */
const MARGIN = 0.05;
const DOT = 0.009;

function mapOf({ drawn, page: { total } }: ReadPreview): PreviewMap | null {
  if (drawn === null) return null;
  const { counties, places, areas } = drawn;
  const points = [...counties.flatMap(({ path }) => positionsOf(path)), ...places];
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const least = (values: readonly number[]) => values.reduce((low, each) => Math.min(low, each), Infinity);
  const most = (values: readonly number[]) => values.reduce((high, each) => Math.max(high, each), -Infinity);
  const [west, north] = [least(xs), least(ys)];
  const [width, height] = [Math.max(most(xs) - west, 1000), Math.max(most(ys) - north, 1000)];
  const side = Math.max(width, height);
  const margin = side * MARGIN;
  const box = [west - margin, north - margin, width + 2 * margin, height + 2 * margin];
  const outlines = (which: "before" | "after") =>
    (areas?.areas ?? []).flatMap(({ pulaId, [which]: path }) => (path === null ? [] : [{ id: pulaId, path }]));
  const shown =
    places.length < total ? `${whole.format(places.length)} of ${applications(total)}` : applications(total);
  return {
    viewBox: box.map(Math.round).join(" "),
    label: `${shown} in ${counties.map(({ name }) => name).join(", ") || "no county"}`,
    counties,
    before: outlines("before"),
    after: outlines("after"),
    places,
    radius: Math.round(side * DOT),
  };
}

/** The positions of SVG path data in absolute whole numbers. */
function positionsOf(path: string): [number, number][] {
  const numbers = (path.match(/-?\d+/g) ?? []).map(Number);
  return Array.from({ length: Math.floor(numbers.length / 2) }, (_, index) => [
    numbers[index * 2] ?? 0,
    numbers[index * 2 + 1] ?? 0,
  ]);
}
