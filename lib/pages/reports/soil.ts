import { HA_PER_ACRE, SQM_PER_HA } from "@/lib/domain/units";
import type { ReportBlock, ReportSection } from "@/lib/domain/report";
import type { SoilShare, SoilSummary } from "@/lib/domain/soil";
import { formatAcres } from "@/lib/views/figures";
import type { ReportRecord } from "@/lib/usecases/reports/record";
import { column, columnOf, count, NONE, percentText, table } from "@/lib/pages/reports/words";
import { wordsIn } from "@/lib/views/language";

export const acresText = (areaSqm: number): string => formatAcres(areaSqm / (HA_PER_ACRE * SQM_PER_HA));

const byArea = <Share extends SoilShare>(shares: Record<string, Share>): [string, Share][] =>
  Object.entries(shares).toSorted(([, a], [, b]) => b.areaSqm - a.areaSqm);

const words = wordsIn({
  en: {
    groups: new Map([
      ["none", "No group (water, urban land, some soils)"],
      ["no_data", "No survey data"],
    ]),
    groupsCaption: "Hydrologic soil groups of the field",
    group: "Hydrologic soil group",
    area: "Area",
    share: "Share of field",
    unitsCaption: "Soil map units of the field",
    unit: "Map unit",
    name: "Name",
    leftOut: (n: number, percent: number) =>
      `${count(n, "map unit")} under ${percent} % of the field ${n === 1 ? "is" : "are"} left out.`,
    none: "No soil data is saved for this field. Whatever depends on soil is not settled and earns nothing.",
    heading: "Soil",
    notEstablished: "Not established",
    dominant: "Dominant group",
    slope: "Average slope",
  },
  es: {
    groups: new Map([
      ["none", "Sin grupo (agua, terreno urbano, algunos suelos)"],
      ["no_data", "Sin datos del estudio de suelos"],
    ]),
    groupsCaption: "Grupos hidrológicos de suelo del campo",
    group: "Grupo hidrológico de suelo",
    area: "Superficie",
    share: "Parte del campo",
    unitsCaption: "Unidades de suelo del campo",
    unit: "Unidad",
    name: "Nombre",
    leftOut: (n, percent) =>
      n === 1
        ? `Se omite 1 unidad de suelo de menos del ${percent} % del campo.`
        : `Se omiten ${count(n, "unidad de suelo", "unidades de suelo")} de menos del ${percent} % del campo.`,
    none: "No hay datos de suelo guardados para este campo. Lo que depende del suelo queda por resolver y no suma nada.",
    heading: "Suelo",
    notEstablished: "Sin determinar",
    dominant: "Grupo dominante",
    slope: "Pendiente media",
  },
});

/** Areas of less than this share are slivers of the survey's lines; they share one entry. */
const SLIVER_PCT = 0.05;

const groupTable = ({ byGroup }: SoilSummary): ReportBlock =>
  table(
    words().groupsCaption,
    [column(words().group, 60), column(words().area, 30, "right"), column(words().share, 30, "right")],
    byArea(byGroup).map(([group, { areaSqm, percentage }]) => [
      words().groups.get(group) ?? group,
      acresText(areaSqm),
      percentText(percentage),
    ]),
  );

function unitBlocks({ byMapUnit }: SoilSummary): ReportBlock[] {
  const units = byArea(byMapUnit);
  const told = units.filter(([, { percentage }]) => percentage >= SLIVER_PCT);
  const left = units.length - told.length;
  const unitTable = table(
    words().unitsCaption,
    [
      column(words().unit, 16),
      columnOf("english", words().name, 70),
      column(words().area, 22, "right"),
      column(words().share, 20, "right"),
    ],
    told.map(([symbol, { muname, areaSqm, percentage }]) => [
      symbol,
      muname ?? NONE,
      acresText(areaSqm),
      percentText(percentage),
    ]),
  );
  const text = words().leftOut(left, SLIVER_PCT);
  return left === 0 ? [unitTable] : [unitTable, { kind: "text", text, tone: "quiet" }];
}

/** The soil that was saved with the field. The trait report needs its groups and no more. */
export function soilSection({ soil, kind }: ReportRecord): ReportSection {
  if (soil === null) {
    return { id: "soil", heading: words().heading, blocks: [{ kind: "text", text: words().none, tone: "plain" }] };
  }
  const facts = [
    { label: words().dominant, value: soil.dominantGroup ?? words().notEstablished },
    { label: words().slope, value: soil.slopePct === null ? words().notEstablished : percentText(soil.slopePct) },
  ];
  return {
    id: "soil",
    heading: words().heading,
    blocks: [{ kind: "facts", facts }, groupTable(soil), ...(kind === "trait" ? [] : unitBlocks(soil))],
  };
}
