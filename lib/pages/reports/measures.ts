import type { RunoffEntry, SelectedMeasure } from "@/lib/domain/compliance";
import { isDatedAfter, type MitigationMenu, type Selection } from "@/lib/domain/mitigation";
import type { ReportBlock, ReportSection, ReportTable } from "@/lib/domain/report";
import type { Rulebook } from "@/lib/domain/tables";
import type { RecordedApplication, ReportRecord } from "@/lib/usecases/reports/record";
import { SYSTEM_OF } from "@/lib/usecases/reports/record";
import { chosenText } from "@/lib/pages/reports/choices";
import {
  column,
  dayOrNone,
  dayText,
  NONE,
  NOT_CREDITED_WORDS,
  SOURCE_WORDS,
  systemText,
  table,
  type TimeText,
} from "@/lib/pages/reports/words";

const COLUMNS = [
  column("Measure", 36),
  column("Where from", 38),
  column("In place", 17),
  column("Points", 11, "right"),
  column("Counted", 34),
  column("Notes", 28),
];

/** Who chose a measure of a field and year, and when; or what of the field earned it. */
type ChosenBy = (measure: { subOptionId: number; source: Selection["source"] }) => string;

const chosenIn =
  (record: ReportRecord, timeText: TimeText): ChosenBy =>
  ({ subOptionId, source }) => {
    if (source !== "portal") return SOURCE_WORDS[source];
    const choice = { system: SYSTEM_OF[record.kind], subOptionId };
    const by = chosenText(record, { what: "measure", applicationEventId: null, choice }, timeText);
    return by === NONE ? SOURCE_WORDS.portal : by;
  };

/** Every selection, counted or not, and what the rules award beside them. */
function measureRows(entry: RunoffEntry, applicationDate: string, chosenBy: ChosenBy): string[][] {
  const selected = new Set(entry.selectedMeasures.map(({ subOptionId }) => subOptionId));
  const awarded = entry.creditedMeasures.filter(({ subOptionId }) => !selected.has(subOptionId));
  return [
    ...entry.selectedMeasures.map((measure) => [
      measure.label,
      chosenBy(measure),
      dayOrNone(measure.implementationDate),
      measure.credited ? String(measure.points ?? 0) : "0",
      countedText(measure, applicationDate),
      measure.notes ?? NONE,
    ]),
    ...awarded.map(({ label, points }) => [label, "Awarded by the rules", NONE, String(points), "Counted", NONE]),
  ];
}

const countedText = (measure: SelectedMeasure, applicationDate: string): string => {
  if (measure.reason === null) return "Counted";
  return measure.reason === "NOT_DERIVED" && isDatedAfter(measure, applicationDate)
    ? "Not counted: dated after the application"
    : NOT_CREDITED_WORDS[measure.reason];
};

const measureTable = (caption: string, rows: string[][], total: number): ReportTable => ({
  ...table(caption, COLUMNS, rows),
  foot: ["Counted in all", "", "", String(total), "", ""],
});

/** Applications of one year share their selections; those that score alike share one entry. */
function scoredBlocks(applications: readonly RecordedApplication[], chosenBy: ChosenBy): ReportBlock[] {
  const alike = new Map<string, { entry: RunoffEntry; rows: string[][]; names: string[] }>();
  for (const application of applications) {
    for (const entry of application.runoff) {
      const rows = measureRows(entry, application.applicationDate, chosenBy);
      const key = JSON.stringify([entry.mitigationType, rows, entry.earnedPoints]);
      const name = `${application.applicationId}, ${dayText(application.applicationDate)}`;
      const known = alike.get(key);
      if (known === undefined) alike.set(key, { entry, rows, names: [name] });
      else known.names.push(name);
    }
  }
  return [...alike.values()].flatMap(({ entry, rows, names }): ReportBlock[] => {
    const heading = `${systemText(entry.mitigationType)}: application ${names.join("; ")}`;
    return [
      { kind: "subheading", text: heading },
      rows.length === 0
        ? { kind: "text", text: "No measure is selected and none is credited.", tone: "plain" }
        : measureTable(heading, rows, entry.earnedPoints),
    ];
  });
}

const labelOf = (menu: MitigationMenu, subOptionId: number): string =>
  menu.categories
    .flatMap(({ options }) => options.flatMap(({ subOptions }) => subOptions))
    .find(({ id }) => id === subOptionId)?.label ?? "Measure of another menu edition";

/** Selections of a year without an application: there is nothing to hold them against, so nothing is counted. */
function unscoredBlocks(selections: readonly Selection[], menu: MitigationMenu, chosenBy: ChosenBy): ReportBlock[] {
  if (selections.length === 0) return [{ kind: "text", text: "No measure is selected for this year.", tone: "plain" }];
  const columns = [column("Measure", 44), column("Where from", 40), column("In place", 18), column("Notes", 36)];
  const rows = selections.map((selection) => [
    labelOf(menu, selection.subOptionId),
    chosenBy(selection),
    dayOrNone(selection.implementationDate),
    selection.notes ?? NONE,
  ]);
  const text = "No application is saved for this year, so these are not counted against any requirement.";
  return [table("Measures selected for the year", columns, rows), { kind: "text", text, tone: "quiet" }];
}

export const measureSection = (record: ReportRecord, rulebook: Rulebook, timeText: TimeText): ReportSection => ({
  id: "measures",
  heading: "Measures selected and credited",
  blocks: record.applications.some(({ runoff }) => runoff.length > 0)
    ? scoredBlocks(record.applications, chosenIn(record, timeText))
    : unscoredBlocks(record.selections, rulebook.menus[SYSTEM_OF[record.kind]], chosenIn(record, timeText)),
});

function exemptionBlock(
  application: RecordedApplication,
  entry: RunoffEntry,
  { record, rulebook, timeText }: { record: ReportRecord; rulebook: Rulebook; timeText: TimeText },
): ReportBlock {
  const { runoffExemptionClaimedAt: at, runoffExemptionReasons: reasons } = entry;
  const name = `Application ${application.applicationId}, ${dayText(application.applicationDate)}: `;
  if (at === null) {
    return { kind: "text", text: `${name}the exemption questions have not been answered.`, tone: "plain" };
  }
  const chosen = { what: "exemption", choice: null, applicationEventId: application.applicationEventId } as const;
  const by = chosenText(record, chosen, timeText);
  const when = by === NONE ? timeText(at) : `(${by})`;
  const labels = (reasons ?? []).map(
    (reason) => rulebook.exemptionReasons.find(({ code }) => code === reason)?.label ?? reason,
  );
  if (!entry.exempt) {
    const answer =
      labels.length === 0
        ? "answered “None apply”"
        : `a claim of ${labels.join("; ")} does not hold for this method of application; answered`;
    return { kind: "text", text: `${name}${answer} ${when}.`, tone: "plain" };
  }
  const grounds = labels.length === 0 ? "no reason was recorded with it" : labels.join("; ");
  return { kind: "text", text: `${name}exemption claimed ${when}: ${grounds}.`, tone: "plain" };
}

/** Only EPA's own system knows exemptions. A claim is someone's word and is shown as that. */
export function exemptionSection(record: ReportRecord, rulebook: Rulebook, timeText: TimeText): ReportSection[] {
  const { applications, kind } = record;
  if (kind === "trait") return [];
  const blocks = applications.flatMap((application) =>
    application.runoff
      .filter(({ mitigationType }) => mitigationType === SYSTEM_OF.runoff)
      .map((entry) => exemptionBlock(application, entry, { record, rulebook, timeText })),
  );
  if (blocks.length === 0) return [];
  const note = "A claim is the applicator's own statement. This service does not verify it.";
  return [
    { id: "exemptions", heading: "Exemption claims", blocks: [...blocks, { kind: "text", text: note, tone: "quiet" }] },
  ];
}
