import type { StoredSet } from "@/lib/data/imports/sets";
import { utcDay } from "@/lib/domain/calendar";
import { decimalText } from "@/lib/domain/numbers";
import { type Check, failedChecks } from "@/lib/imports/checks";
import type { ImportSummary } from "@/lib/imports/run-import";
import { checksOf } from "@/lib/imports/switch";
import { describeRefusal } from "@/lib/imports/tally";

/** Lines for the operator. */

const MARK: Record<Check["outcome"], string> = { passed: "ok", failed: "FAILED", not_applicable: "-" };

export const checkLines = (checks: readonly Check[]): string[] =>
  checks.map(({ name, outcome, detail }) => `  ${MARK[outcome].padEnd(6)} ${name}: ${detail}`);

export function summaryLines(summary: ImportSummary): string[] {
  const { kind, version, counts, checks, refusals } = summary;
  const shown = Object.entries(counts).filter(([name]) => !["checks", "figures", "digest"].includes(name));
  return [
    ...refusals.map(describeRefusal),
    `${kind} ${version} ${summary.dryRun ? "would be loaded (dry run, nothing was kept)" : "is loaded"}, ${(summary.elapsedMs / 1000).toFixed(1)} s`,
    ...shown.map(([name, value]) => `  ${name}: ${countText(value)}`),
    "checks:",
    ...checkLines(checks),
  ];
}

/** Nested counts on one line; lists are in the log above already. */
function countText(value: unknown): string {
  if (typeof value === "number") return decimalText(value, 1);
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value as Record<string, unknown>)
    .filter(([, inner]) => !Array.isArray(inner))
    .map(
      ([name, inner]) =>
        `${name} ${typeof inner === "object" && inner !== null ? `(${countText(inner)})` : countText(inner)}`,
    )
    .join(", ");
}

export const setLine = ({
  kind,
  version,
  state,
  role,
  isDemonstration,
  countyPrecision,
  loadedAt,
  verifiedAt,
  source,
  counts,
  isWithdrawn,
}: StoredSet): string =>
  [
    kind.padEnd(10),
    version.padEnd(24),
    (role ?? state).padEnd(9),
    `loaded ${utcDay(loadedAt)}`,
    `verified ${verifiedAt === null ? "never     " : utcDay(verifiedAt)}`,
    [
      isDemonstration ? "demonstration" : "",
      isWithdrawn ? "rolled back" : "",
      failedWords(counts),
      countyPrecision ?? "",
      source,
    ]
      .filter((word) => word !== "")
      .join(", "),
  ].join("  ");

function failedWords(counts: StoredSet["counts"]): string {
  const names = failedChecks(checksOf(counts)).map(({ name }) => name);
  return names.length === 0 ? "" : `failed at the import: ${names.join(" and ")}`;
}
