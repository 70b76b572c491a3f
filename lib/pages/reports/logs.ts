import type { RecordItem, RecordSet } from "@/lib/domain/application-record";
import type { ReportBlock, ReportSection } from "@/lib/domain/report";
import { column, count, dayText, hashText, listText, NONE, table, type TimeText } from "@/lib/pages/reports/words";
import type { RecordedApplication, RecordedLog, ReportRecord } from "@/lib/usecases/reports/record";
import { documentName, placeInDocument } from "@/lib/views/documents";
import { partInWords, sourceInWords, statementInWords } from "@/lib/views/portal/record-words";

const ITEM_COLUMNS = [column("No.", 6), column("Asked for", 40), column("Recorded", 52), column("Known", 22)];
const ADDITION_COLUMNS = [column("Added", 50), column("In place of", 50), column("When", 22)];
const FLAG_COLUMNS = [column("Recorded", 45), column("Limit", 55), column("Product", 22)];

const INTRO =
  "What was written down of an application, and what the check and the computation know of it. Values outside a limit are true and stay.";

/** The record of each application into which something was written; nothing where none was. */
export function logSection({ applications }: ReportRecord, timeText: TimeText): ReportSection[] {
  const blocks = applications.flatMap((application) =>
    application.log === null ? [] : logBlocks(application, application.log, timeText),
  );
  if (blocks.length === 0) return [];
  return [
    { id: "log", heading: "Record of application", blocks: [{ kind: "text", text: INTRO, tone: "plain" }, ...blocks] },
  ];
}

function logBlocks({ applicationId }: RecordedApplication, log: RecordedLog, timeText: TimeText): ReportBlock[] {
  const { shown } = log;
  const of = `of application ${applicationId}`;
  return [
    { kind: "subheading", text: `Application ${applicationId}` },
    { kind: "facts", facts: factsOf(log, timeText) },
    ...shown.sets.flatMap((set): ReportBlock[] => [
      { kind: "subheading", text: set.title },
      table(`${set.title}, ${of}`, ITEM_COLUMNS, set.items.map(itemRow)),
      { kind: "text", text: `Asked for by: ${sourcesText(set)}.`, tone: "quiet" },
    ]),
    ...flagBlocks(log, of),
    ...additionBlocks(log, of, timeText),
  ];
}

/** Documents with the places in them, each once. */
const sourcesText = ({ items }: RecordSet): string =>
  [
    ...new Set(
      items.flatMap(({ sources }) =>
        sources.map(({ title, locator }) => [documentName(title), placeInDocument(locator)].filter(Boolean).join(", ")),
      ),
    ),
  ].join("; ");

function flagBlocks({ shown: { flags } }: RecordedLog, of: string): ReportBlock[] {
  if (flags.length === 0) return [];
  const rows = flags.map(({ sent, limit, productName }) => [sent, limit, productName ?? NONE]);
  return [{ kind: "subheading", text: "Outside a limit" }, table(`Outside a limit, ${of}`, FLAG_COLUMNS, rows)];
}

function additionBlocks({ signed, additions }: RecordedLog, of: string, timeText: TimeText): ReportBlock[] {
  if (signed === null || additions.length === 0) return [];
  const rows = additions.map(({ entry, was }) => [
    statementInWords(entry.statement),
    was === null ? NONE : statementInWords(was),
    timeText(entry.savedAt),
  ]);
  const text = "Added after the signature";
  return [{ kind: "subheading", text }, table(`${text}, ${of}`, ADDITION_COLUMNS, rows)];
}

const itemRow = ({ no, text, values, missing }: RecordItem): string[] => [
  no === null ? NONE : String(no),
  text,
  values.length === 0 ? NONE : values.map((value) => value.text).join("; "),
  missing.length > 0
    ? `Missing: ${missing.map((part) => partInWords(part)).join("; ")}`
    : listText([...new Set(values.map(({ source }) => sourceInWords(source)))]),
];

function factsOf({ shown, signed }: RecordedLog, timeText: TimeText) {
  const [first] = shown.sets;
  const known = first === undefined ? NONE : `${first.complete} of ${first.total} items (${first.title})`;
  return [
    { label: "Record", value: known },
    ...pointFacts(shown.sets),
    { label: "To be written by", value: `${dayText(shown.due.on)} (${shown.due.title})` },
    { label: "To be kept until", value: dayText(shown.keptUntil) },
    { label: "Signed", value: signed === null ? "Not signed" : `${signed.by}, ${timeText(signed.at)}` },
    ...(signed === null ? [] : [{ label: "SHA-256 of what was signed", value: hashText(signed.hash) }]),
    ...(shown.unreadLabels.length === 0
      ? []
      : [{ label: "Lists that no one has read here", value: listText(shown.unreadLabels) }]),
  ];
}

/** What the label's point for keeping a record rests on. The score does not change with it. */
const pointFacts = (sets: readonly RecordSet[]): { label: string; value: string }[] =>
  sets.flatMap(({ recordPoint, complete, total }) =>
    recordPoint === null
      ? []
      : [
          {
            label: `${count(recordPoint, "point")} of the label for keeping it`,
            value: `rests on this record: ${complete} of ${total}`,
          },
        ],
  );
