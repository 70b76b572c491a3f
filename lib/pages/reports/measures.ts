import type { RunoffEntry, SelectedMeasure } from "@/lib/domain/compliance";
import { isDatedAfter, type MitigationMenu, type Selection } from "@/lib/domain/mitigation";
import type { ReportBlock, ReportSection, ReportTable } from "@/lib/domain/report";
import type { Rulebook } from "@/lib/domain/tables";
import type { ReportRecord } from "@/lib/usecases/reports/record";
import { SYSTEM_OF } from "@/lib/usecases/reports/record";
import { countyNote } from "@/lib/engine/runoff/auto-credits";
import { chosenText } from "@/lib/pages/reports/choices";
import { notCreditedWords, sourceWords } from "@/lib/pages/reports/reasons";
import {
  column,
  columnOf,
  dayOrNone,
  dayText,
  NONE,
  systemText,
  table,
  type TimeText,
} from "@/lib/pages/reports/words";
import { countyInWords } from "@/lib/views/county-name";
import { wordsIn } from "@/lib/views/language";
import { whySoilGivesNone } from "@/lib/views/soil-credit";
import { tableText } from "@/lib/views/vocabulary/table-text";

const words = wordsIn({
  en: {
    measure: "Measure",
    whereFrom: "Where from",
    inPlace: "In place",
    points: "Points",
    counted: "Counted",
    notes: "Notes",
    county: (name: string) => `County: ${name}`,
    awarded: "Awarded by the rules",
    countedFor0: (why: string) => `Counted, 0 points: ${why}`,
    datedAfter: "Not counted: dated after the application",
    contradicted: "Not counted: the application, or another of the year, says otherwise",
    total: "Counted in all",
    of: (system: string, applications: string) => `${system}: application ${applications}`,
    none: "No measure is selected and none is credited.",
    otherEdition: "Measure of another menu edition",
    noneInYear: "No measure is selected for this year.",
    notCompared: "No application is saved for this year, so these are not counted against any requirement.",
    selected: "Measures selected for the year",
    heading: "Measures selected and credited",
  },
  es: {
    measure: "Medida",
    whereFrom: "De dónde viene",
    inPlace: "Desde",
    points: "Puntos",
    counted: "Cuenta",
    notes: "Notas",
    county: (name) => `Condado: ${name}`,
    awarded: "La otorgan las reglas",
    countedFor0: (why) => `Cuenta, 0 puntos: ${why}`,
    datedAfter: "No cuenta: su fecha es posterior a la aplicación",
    contradicted: "No cuenta: la aplicación, u otra del año, dice lo contrario",
    total: "Suma de lo que cuenta",
    of: (system, applications) => `${system}: aplicación ${applications}`,
    none: "No hay ninguna medida elegida ni acreditada.",
    otherEdition: "Medida de otra edición del menú",
    noneInYear: "No hay ninguna medida elegida para este año.",
    notCompared: "No hay ninguna aplicación guardada para este año, así que estas no se cuentan para ningún requisito.",
    selected: "Medidas elegidas para el año",
    heading: "Medidas elegidas y acreditadas",
  },
});

const columns = () => [
  column(words().measure, 36),
  column(words().whereFrom, 38),
  column(words().inPlace, 17),
  column(words().points, 11, "right"),
  column(words().counted, 34),
  columnOf("name", words().notes, 28),
];

/** What a report says of measures beside their names. */
interface MeasureWords {
  /** Who chose a measure of a field and year, and when; or what of the field earned it. */
  chosenBy: (measure: Pick<Selection, "subOptionId" | "source">) => string;
  /** The notes as someone wrote them; the county that a credit rests on in the reader's language. */
  notesOf: (measure: Pick<Selection, "source" | "notes">) => string;
}

const wordsFor = (record: ReportRecord, timeText: TimeText): MeasureWords => ({
  chosenBy: ({ subOptionId, source }) => {
    if (source !== "portal") return sourceWords()[source];
    const choice = { system: SYSTEM_OF[record.kind], subOptionId };
    const by = chosenText(record, { what: "measure", applicationEventId: null, choice }, timeText);
    if (by !== NONE) return by;
    // The bonus counts because of other measures: it is none of the year's selections.
    const isChosen = record.selections.some((each) => each.subOptionId === subOptionId);
    return isChosen ? sourceWords().portal : words().awarded;
  },
  notesOf: ({ source, notes }) => {
    const county = record.field.counties.find(({ name }) => source === "county" && notes === countyNote(name));
    return county === undefined ? (notes ?? NONE) : words().county(countyInWords(county.name));
  },
});

/** Every selection, counted or not, and what the rules award beside them. */
function measureRows(entry: RunoffEntry, counting: Counting, { chosenBy, notesOf }: MeasureWords): string[][] {
  const selected = new Set(entry.selectedMeasures.map(({ subOptionId }) => subOptionId));
  const awarded = entry.creditedMeasures.filter(({ subOptionId }) => !selected.has(subOptionId));
  return [
    ...entry.selectedMeasures.map((measure) => [
      tableText(measure.label),
      chosenBy(measure),
      dayOrNone(measure.implementationDate),
      measure.credited ? String(measure.points ?? 0) : "0",
      countedText(measure, counting),
      notesOf(measure),
    ]),
    ...awarded.map(({ label, points }) => [
      tableText(label),
      words().awarded,
      NONE,
      String(points),
      words().counted,
      NONE,
    ]),
  ];
}

/** What decides whether and how a measure counts. */
interface Counting {
  applicationDate: string;
  soilGroup: string | null;
}

const countedText = (measure: SelectedMeasure, { applicationDate, soilGroup }: Counting): string => {
  if (measure.reason === null) {
    const isWorthNothing = measure.source === "soil" && measure.points === 0;
    return isWorthNothing ? words().countedFor0(whySoilGivesNone(soilGroup)) : words().counted;
  }
  if (measure.reason !== "NOT_DERIVED") return notCreditedWords()[measure.reason];
  if (isDatedAfter(measure, applicationDate)) return words().datedAfter;
  // What someone chose is no credit of the ground; a figure that is not known has no points.
  return measure.source === "portal" && measure.points !== null ? words().contradicted : notCreditedWords().NOT_DERIVED;
};

const measureTable = (caption: string, rows: string[][], total: number): ReportTable => ({
  ...table(caption, columns(), rows),
  foot: [words().total, "", "", String(total), "", ""],
});

/** Applications of one year share their selections; those that score alike share one entry. */
function scoredBlocks({ applications, soil }: ReportRecord, measureWords: MeasureWords): ReportBlock[] {
  const soilGroup = soil?.dominantGroup ?? null;
  const alike = new Map<string, { entry: RunoffEntry; rows: string[][]; names: string[] }>();
  for (const application of applications) {
    for (const entry of application.runoff) {
      const rows = measureRows(entry, { applicationDate: application.applicationDate, soilGroup }, measureWords);
      const key = JSON.stringify([entry.mitigationType, rows, entry.earnedPoints]);
      const name = `${application.applicationId}, ${dayText(application.applicationDate)}`;
      const known = alike.get(key);
      if (known === undefined) alike.set(key, { entry, rows, names: [name] });
      else known.names.push(name);
    }
  }
  return [...alike.values()].flatMap(({ entry, rows, names }): ReportBlock[] => {
    const heading = words().of(systemText(entry.mitigationType), names.join("; "));
    return [
      { kind: "subheading", text: heading },
      rows.length === 0
        ? { kind: "text", text: words().none, tone: "plain" }
        : measureTable(heading, rows, entry.earnedPoints),
    ];
  });
}

function labelOf(menu: MitigationMenu, subOptionId: number): string {
  const subOptions = menu.categories.flatMap(({ options }) => options.flatMap((option) => option.subOptions));
  const found = subOptions.find(({ id }) => id === subOptionId);
  return found === undefined ? words().otherEdition : tableText(found.label);
}

/** Selections of a year without an application: there is nothing to hold them against, so nothing is counted. */
function unscoredBlocks(
  selections: readonly Selection[],
  menu: MitigationMenu,
  { chosenBy, notesOf }: MeasureWords,
): ReportBlock[] {
  if (selections.length === 0) return [{ kind: "text", text: words().noneInYear, tone: "plain" }];
  const shown = [
    column(words().measure, 44),
    column(words().whereFrom, 40),
    column(words().inPlace, 18),
    columnOf("name", words().notes, 36),
  ];
  const rows = selections.map((selection) => [
    labelOf(menu, selection.subOptionId),
    chosenBy(selection),
    dayOrNone(selection.implementationDate),
    notesOf(selection),
  ]);
  return [table(words().selected, shown, rows), { kind: "text", text: words().notCompared, tone: "quiet" }];
}

/** Every measure that is selected or credited, with the hand that chose it. */
export const measureSection = (record: ReportRecord, rulebook: Rulebook, timeText: TimeText): ReportSection => ({
  id: "measures",
  heading: words().heading,
  blocks: record.applications.some(({ runoff }) => runoff.length > 0)
    ? scoredBlocks(record, wordsFor(record, timeText))
    : unscoredBlocks(record.selections, rulebook.menus[SYSTEM_OF[record.kind]], wordsFor(record, timeText)),
});
