import { HA_PER_ACRE, SQM_PER_HA } from "@/lib/domain/units";
import type { ReportBlock, ReportSection } from "@/lib/domain/report";
import type { SoilShare, SoilSummary } from "@/lib/domain/soil";
import { formatAcres } from "@/lib/views/figures";
import type { ReportRecord } from "@/lib/usecases/reports/record";
import { column, count, NONE, percentText, table } from "@/lib/pages/reports/words";

export const acresText = (areaSqm: number): string => formatAcres(areaSqm / (HA_PER_ACRE * SQM_PER_HA));

const byArea = <Share extends SoilShare>(shares: Record<string, Share>): [string, Share][] =>
  Object.entries(shares).toSorted(([, a], [, b]) => b.areaSqm - a.areaSqm);

const GROUP_WORDS: Record<string, string> = { none: "No group (water, urban land)", no_data: "No survey data" };

/** Areas of less than this share are slivers of the survey's lines; they share one entry. */
const SLIVER_PCT = 0.05;

const groupTable = ({ byGroup }: SoilSummary): ReportBlock =>
  table(
    "Hydrologic soil groups of the field",
    [column("Hydrologic soil group", 60), column("Area", 30, "right"), column("Share of field", 30, "right")],
    byArea(byGroup).map(([group, { areaSqm, percentage }]) => [
      GROUP_WORDS[group] ?? group,
      acresText(areaSqm),
      percentText(percentage),
    ]),
  );

function unitBlocks({ byMapUnit }: SoilSummary): ReportBlock[] {
  const units = byArea(byMapUnit);
  const told = units.filter(([, { percentage }]) => percentage >= SLIVER_PCT);
  const left = units.length - told.length;
  const unitTable = table(
    "Soil map units of the field",
    [column("Map unit", 16), column("Name", 70), column("Area", 22, "right"), column("Share of field", 20, "right")],
    told.map(([symbol, { muname, areaSqm, percentage }]) => [
      symbol,
      muname ?? NONE,
      acresText(areaSqm),
      percentText(percentage),
    ]),
  );
  const text = `${count(left, "map unit")} under ${SLIVER_PCT} % of the field ${left === 1 ? "is" : "are"} left out.`;
  return left === 0 ? [unitTable] : [unitTable, { kind: "text", text, tone: "quiet" }];
}

/** The soil that was saved with the field. The trait report needs its groups and no more. */
export function soilSection({ soil, kind }: ReportRecord): ReportSection {
  if (soil === null) {
    const text = "No soil data is saved for this field. Whatever depends on soil is not settled and earns nothing.";
    return { id: "soil", heading: "Soil", blocks: [{ kind: "text", text, tone: "plain" }] };
  }
  const facts = [
    { label: "Dominant group", value: soil.dominantGroup ?? "Not established" },
    { label: "Average slope", value: soil.slopePct === null ? "Not established" : percentText(soil.slopePct) },
  ];
  return {
    id: "soil",
    heading: "Soil",
    blocks: [{ kind: "facts", facts }, groupTable(soil), ...(kind === "trait" ? [] : unitBlocks(soil))],
  };
}
